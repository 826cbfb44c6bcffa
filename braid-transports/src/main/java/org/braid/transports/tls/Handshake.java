package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** TLS's handshake of one connection, by the JDK's engine, whose last words are all that it says after. An end that has not begun costs nothing: an engine alone takes 30 to 100 us. */
final class Handshake {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Supplier<SSLEngine> engines;
    private final Allowance allowance;
    private @Nullable SSLEngine made;
    private boolean isOver;
    private boolean isEnded;
    private boolean isShort; // what has arrived is part of a record
    private String offer = ""; // what a caller has offered in its first words

    /**
     * @param engines gives a fresh one, of this connection alone, when the handshake begins
     * @param allowance how many of its tasks may be run now
     */
    Handshake(Supplier<SSLEngine> engines, Allowance allowance) {
        this.engines = engines;
        this.allowance = allowance;
    }

    private SSLEngine engine() {
        SSLEngine known = made;
        if (known == null) {
            throw new IllegalStateException("the handshake has not begun");
        }
        return known;
    }

    /** Whether both ends have shown what they must, as far as this one can know. */
    boolean isOver() {
        return isOver;
    }

    /** Whether the other end has let go. */
    boolean isEnded() {
        return isEnded;
    }

    /** Whether the last record that was to be read is not there as a whole. */
    boolean isShort() {
        return isShort;
    }

    /** Whether it waits for a turn in which its next task is allowed: until then nothing that arrives would bring it on. */
    boolean waitsForTurn() {
        return made != null && made.getHandshakeStatus() == HandshakeStatus.NEED_TASK;
    }

    /** Whether it has something to say, and reads nothing before. */
    boolean owesAnswer() {
        return made != null && made.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** What the other end has offered, for people; empty if that is not known. */
    String offer() {
        return offer;
    }

    /** Goes on as far as that is possible with what has arrived, with the room for what leaves, and with the tasks that are allowed. */
    void shake(Arrival arrival, Departure departure) throws SSLException {
        begin();
        boolean goesOn = true;
        while (goesOn && !isOver && !isEnded) {
            switch (engine().getHandshakeStatus()) {
                case NEED_TASK -> goesOn = runTask();
                case NEED_WRAP -> goesOn = say(departure);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> goesOn = hear(arrival.waiting());
                case FINISHED, NOT_HANDSHAKING -> isOver = true;
            }
        }
    }

    private void begin() throws SSLException {
        if (made == null) {
            made = engines.get();
            made.beginHandshake();
        }
    }

    private boolean runTask() {
        Runnable task = allowance.take() ? engine().getDelegatedTask() : null;
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    /** True if that has brought it on. */
    private boolean say(Departure departure) throws SSLException {
        return departure.hasRoomFor(engine().getSession().getPacketBufferSize()) && departure.sayOwn(engine()).bytesProduced() > 0;
    }

    /** Reads one record of TLS, also one that comes after this end's last word. True if that has brought it on. */
    boolean hear(ByteBuffer arrived) throws SSLException {
        if (offer.isEmpty() && !engine().getUseClientMode()) {
            offer = Offer.in(arrived);
        }
        SSLEngineResult heard = engine().unwrap(arrived, isOver ? ByteBuffer.allocate(engine().getSession().getApplicationBufferSize()) : NOTHING);
        isEnded = heard.getStatus() == Status.CLOSED;
        isShort = heard.getStatus() == Status.BUFFER_UNDERFLOW;
        return heard.getStatus() == Status.OK && heard.bytesConsumed() > 0;
    }

    /** Says what it owes, as far as there is room. */
    void answer(Departure departure) throws SSLException {
        boolean goesOn = true;
        while (goesOn && owesAnswer()) {
            goesOn = say(departure);
        }
    }

    /** Says that nothing more will follow. */
    void farewell(Departure departure) throws SSLException {
        if (made != null) {
            made.closeOutbound();
            answer(departure);
        }
    }

    /** The session that both ends have; only after it is over, and while it is not forgotten. */
    ExtendedSSLSession session() {
        return (ExtendedSSLSession) engine().getSession();
    }

    /** TLS has had its last word, both ways. Its secrets go, that of the exporter among them: as long as it stays the first keys of the records can be had again, whatever came after them. */
    void forget() {
        made = null;
    }

    /** Only while it is not forgotten. */
    boolean isCaller() {
        return engine().getUseClientMode();
    }
}
