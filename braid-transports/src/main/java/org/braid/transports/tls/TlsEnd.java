package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/**
 * One end of a TLS connection: plain bytes on one side, records on the other. Pure: no socket, no clock, no wait.
 *
 * <pre>
 *   seal(plain)  ──> engine ──> leaving()                         arrival() ──> engine ──> open(room)
 * </pre>
 *
 * <p>A handshake comes first: {@link #shake} moves it on. Of a peer that is not known yet at most {@link #MOST_UNKNOWN_BYTES} are looked at.
 *
 * <p>Threads: one at a time has what arrives ({@link #beginArrival}, {@link #endArrival}, {@link #open}, {@link #cut}), one at a time what leaves ({@link #seal}, {@link #answer}, {@link #leaving},
 * {@link #farewell}); the two may meet. {@link #shake} is both.
 */
final class TlsEnd {
    /** From the other end, before it has shown its certificate. */
    static final int MOST_UNKNOWN_BYTES = 16 << 10;

    /** Plain bytes of one record, RFC 8446 section 5.1. */
    static final int RECORD_BYTES = 1 << 14;

    private static final int UNKNOWN_ROOM_BYTES = 4 << 10;
    private static final int RECORDS_AT_ONCE = 4;
    private static final byte HANDSHAKE_RECORD = 22;
    private static final byte ALERT_RECORD = 21;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private enum Phase {
        GREETING,
        OPEN,
        ENDED,
        BROKEN
    }

    private final Supplier<SSLEngine> engines;
    private final Allowance allowance;
    private @Nullable SSLEngine made;
    private int packetBytes;
    private ByteBuffer arrived = ByteBuffer.allocate(UNKNOWN_ROOM_BYTES).limit(0); // position to limit: records, not opened yet
    private ByteBuffer opened = NOTHING; // position to limit: plain, not handed up yet
    private ByteBuffer leaving = NOTHING; // position to limit: records that nobody has taken yet
    private int heldBytes; // of arrived, when the arrival at hand began
    private int unknownBytes;
    private boolean beganAsTls;
    private boolean hasSpoken; // plain bytes have come
    private boolean wasLeft;
    private boolean isHopeless;
    private String offer = ""; // what a caller has offered in its first words
    private volatile boolean wasOpen;
    private volatile Phase phase = Phase.GREETING;
    private volatile @Nullable String why;

    /**
     * An end that has cost nothing yet: an engine alone takes 30 to 100 us.
     *
     * @param engines gives a fresh one, of this connection alone, when the handshake begins
     * @param allowance how many tasks of its handshake may be run now
     */
    TlsEnd(Supplier<SSLEngine> engines, Allowance allowance) {
        this.engines = engines;
        this.allowance = allowance;
    }

    private SSLEngine engine() {
        SSLEngine known = made;
        if (known == null) {
            known = engines.get();
            made = known;
            packetBytes = known.getSession().getPacketBufferSize();
            try {
                known.beginHandshake();
            } catch (SSLException e) {
                brokenBy(e);
            }
        }
        return known;
    }

    // ---- how far it is

    /** Whether plain bytes may flow, or could until it ended or broke. */
    boolean isOpen() {
        return wasOpen;
    }

    boolean isGreeting() {
        return phase == Phase.GREETING;
    }

    /** Null while all is well. */
    @Nullable String why() {
        return why;
    }

    /** Whether the two ends have found that they do not trust each other, or have no version or cipher in common. */
    boolean isHopeless() {
        return isHopeless;
    }

    /** What the other end has shown. */
    X509Certificate shown() throws SSLPeerUnverifiedException {
        return (X509Certificate) engine().getSession().getPeerCertificates()[0];
    }

    /** The version and cipher that both ends have agreed on, for people. */
    String agreed() {
        return engine().getSession().getProtocol() + " " + engine().getSession().getCipherSuite();
    }

    // ---- the handshake

    /** Goes on with the handshake as far as that is possible with what has arrived, with the room for what leaves, and with the tasks that are allowed. */
    void shake() {
        SSLEngine engine = engine();
        boolean goesOn = true;
        while (goesOn && phase == Phase.GREETING) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> goesOn = runTask(engine);
                case NEED_WRAP -> goesOn = hasRoom() && sealRecord(NOTHING) != null;
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> goesOn = isTls() && openRecord(NOTHING);
                case FINISHED, NOT_HANDSHAKING -> becomeOpen();
            }
        }
        if (phase == Phase.BROKEN) {
            answer(); // the other end is told why, in an alert
        }
    }

    /** Whether the handshake waits for a turn in which its next task is allowed: until then nothing that arrives would bring it on. */
    boolean waitsForTurn() {
        return phase == Phase.GREETING && engine().getHandshakeStatus() == HandshakeStatus.NEED_TASK;
    }

    private void becomeOpen() {
        ByteBuffer larger = ByteBuffer.allocate(RECORDS_AT_ONCE * packetBytes);
        arrived = larger.put(arrived).flip();
        opened = ByteBuffer.allocate(engine().getSession().getApplicationBufferSize()).limit(0);
        phase = Phase.OPEN;
        wasOpen = true;
    }

    /** A peer that speaks something else is told apart from one that speaks TLS badly. */
    private boolean isTls() {
        if (!beganAsTls && arrived.hasRemaining()) {
            byte first = arrived.get(arrived.position());
            beganAsTls = first == HANDSHAKE_RECORD || first == ALERT_RECORD;
            if (!beganAsTls) {
                breakUp("it does not speak TLS, and this end speaks nothing else");
                return false;
            }
        }
        return true;
    }

    // ---- what arrives

    /** Where bytes from the other end go; {@link #endArrival} follows. */
    ByteBuffer beginArrival() {
        arrived.compact();
        heldBytes = arrived.position();
        return arrived;
    }

    /** Bytes were put there, or none. */
    void endArrival() {
        arrived.flip();
        if (phase == Phase.GREETING) {
            unknownBytes += arrived.limit() - heldBytes;
            if (unknownBytes > MOST_UNKNOWN_BYTES) {
                breakUp("it sent more than " + MOST_UNKNOWN_BYTES + " bytes before it was known");
            }
        }
    }

    /**
     * Moves plain bytes into {@code room}.
     *
     * @param isOwn whether nobody can take the room's memory away meanwhile, so that whole records are opened there
     * @return bytes, {@link BytePipe#NOT_NOW}, {@link BytePipe#ENDED} or {@link BytePipe#BROKEN}
     * @throws RuntimeException if the room's memory cannot be written: what was opened stays here
     */
    long open(ByteBuffer room, boolean isOwn) {
        int before = room.position();
        boolean goesOn = true;
        while (goesOn && room.hasRemaining()) {
            if (opened.hasRemaining()) {
                handUp(room);
            } else {
                goesOn = phase == Phase.OPEN && (isOwn && room.remaining() >= opened.capacity() ? openRecord(room) : openBeside());
            }
        }
        int moved = room.position() - before;
        return moved > 0 ? moved : phase == Phase.ENDED ? BytePipe.ENDED : phase == Phase.BROKEN ? BytePipe.BROKEN : BytePipe.NOT_NOW;
    }

    /** Whether plain bytes wait that the socket knows nothing of. */
    boolean hasOpened() {
        return opened.hasRemaining();
    }

    /** Whether the other end let go before it had said a word, and had kept to TLS until then. */
    boolean wasLeft() {
        return wasLeft;
    }

    /** Nothing more will arrive. Only a closing alert is an end in good order. */
    void cut(String how) {
        if (phase == Phase.GREETING || phase == Phase.OPEN) {
            wasLeft = beganAsTls && !hasSpoken;
            breakUp(how);
        }
    }

    private boolean openBeside() {
        opened.clear();
        try {
            return openRecord(opened);
        } finally {
            opened.flip();
        }
    }

    /** State changes after the copy, which may throw. */
    private void handUp(ByteBuffer room) {
        int bytes = Math.min(opened.remaining(), room.remaining());
        room.put(room.position(), opened, opened.position(), bytes);
        room.position(room.position() + bytes);
        opened.position(opened.position() + bytes);
    }

    /** True if that has brought it on: a record was opened, or part of the handshake was taken. */
    private boolean openRecord(ByteBuffer into) {
        try {
            if (phase == Phase.GREETING && offer.isEmpty() && !engine().getUseClientMode()) {
                offer = Offer.in(arrived);
            }
            SSLEngineResult result = engine().unwrap(arrived, into);
            if (result.getStatus() == Status.CLOSED) {
                wasLeft = !hasSpoken;
                phase = phase == Phase.GREETING ? brokenPhase("it ended the connection during TLS's handshake") : Phase.ENDED;
                return false;
            }
            if (result.getStatus() == Status.BUFFER_UNDERFLOW && arrived.remaining() == arrived.capacity()) {
                breakUp("it sent a record of more than " + arrived.capacity() + " bytes");
                return false;
            }
            if (result.getStatus() == Status.BUFFER_OVERFLOW && phase == Phase.OPEN) { // the JDK's engine lets lengths pass that are twice what TLS allows
                breakUp("it sent a record of more than " + packetBytes + " bytes");
                return false;
            }
            if (phase != Phase.GREETING) {
                runTasks(result);
            }
            hasSpoken |= result.bytesProduced() > 0;
            return result.bytesConsumed() > 0 || result.bytesProduced() > 0;
        } catch (SSLException e) {
            brokenBy(e);
            return false;
        }
    }

    // ---- what leaves

    /** Whether there is room for one more record. */
    boolean hasRoom() {
        return RECORDS_AT_ONCE * packetBytes - leaving.remaining() >= packetBytes;
    }

    /**
     * Makes a record of bytes of {@code plain}, from its position on, of {@link #RECORD_BYTES} at most.
     *
     * @return bytes taken, {@link BytePipe#NOT_NOW} without room, or {@link BytePipe#BROKEN}
     */
    int seal(ByteBuffer plain) {
        while (mayTalk() && hasRoom()) {
            SSLEngineResult result = sealRecord(plain);
            if (result != null && result.getStatus() == Status.CLOSED) {
                breakUp("this end has said that nothing more will follow");
            }
            if (result == null || result.getStatus() == Status.CLOSED) {
                return BytePipe.BROKEN;
            }
            if (result.bytesConsumed() > 0 || result.bytesProduced() == 0) {
                return result.bytesConsumed();
            }
        }
        return mayTalk() ? BytePipe.NOT_NOW : BytePipe.BROKEN;
    }

    /** Who has said farewell may still listen. */
    private boolean mayTalk() {
        return phase == Phase.OPEN || phase == Phase.ENDED;
    }

    /** Whether the engine has something to say of its own, and opens nothing before. */
    boolean owesAnswer() {
        return engine().getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Says it, as far as there is room. */
    void answer() {
        boolean goesOn = true;
        while (goesOn && owesAnswer() && hasRoom()) {
            SSLEngineResult result = sealRecord(NOTHING);
            goesOn = result != null && result.bytesProduced() > 0;
        }
    }

    /** Records for the other end, from position to limit; whoever sends them moves the position. */
    ByteBuffer leaving() {
        return leaving;
    }

    /** Says that nothing more will follow. */
    void farewell() {
        engine().closeOutbound();
        answer();
    }

    /** Null if it broke. */
    private @Nullable SSLEngineResult sealRecord(ByteBuffer plain) {
        if (leaving == NOTHING) {
            leaving = ByteBuffer.allocate(RECORDS_AT_ONCE * packetBytes).limit(0);
        }
        leaving.compact();
        try {
            SSLEngineResult result = engine().wrap(plain, leaving);
            if (phase != Phase.GREETING) {
                runTasks(result);
            }
            return result;
        } catch (SSLException e) {
            brokenBy(e);
            return null;
        } finally {
            leaving.flip();
        }
    }

    // ---- inside

    private boolean runTask(SSLEngine engine) {
        Runnable task = allowance.take() ? engine.getDelegatedTask() : null;
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    /** Those of a peer that is known. */
    private void runTasks(SSLEngineResult after) {
        if (after.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            for (Runnable task = engine().getDelegatedTask(); task != null; task = engine().getDelegatedTask()) {
                task.run();
            }
        }
    }

    private void brokenBy(SSLException e) {
        isHopeless |= why == null && TlsFault.isFinal(e);
        breakUp(TlsFault.text(e, offer));
    }

    /** The first reason is the one that counts. */
    private void breakUp(String reason) {
        phase = brokenPhase(reason);
    }

    private Phase brokenPhase(String reason) {
        if (why == null) {
            why = reason;
        }
        return Phase.BROKEN;
    }
}
