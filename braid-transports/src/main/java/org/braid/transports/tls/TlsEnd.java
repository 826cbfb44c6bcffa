package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/**
 * One end of a protected connection: plain bytes on one side, records on the other. Pure: no socket, no clock, no wait.
 *
 * <pre>
 *   shake()      ──> TLS's handshake ──> leaving()                arrival ──> TLS's handshake
 *   seal(plain)  ──> cipher          ──> leaving()                arrival ──> cipher ──> open(room)
 * </pre>
 *
 * <p>TLS 1.3 shakes hands, and its exporter gives both ends the keys of the records behind it ({@link TrafficKeys}, {@link RecordCipher}). Of a peer that is not known yet at most {@link #MOST_UNKNOWN_BYTES} are looked at.
 *
 * <p>Threads: one at a time has what arrives ({@link #beginArrival}, {@link #endArrival}, {@link #open}, {@link #cut}), one at a time what leaves ({@link #seal}, {@link #answer}, {@link #leaving},
 * {@link #farewell}); the two may meet. {@link #shake} is both.
 */
final class TlsEnd {
    /** From the other end, before it has shown its certificate. */
    static final int MOST_UNKNOWN_BYTES = 16 << 10;

    private enum Phase {
        GREETING,
        OPEN,
        ENDED,
        BROKEN
    }

    private final Handshake handshake;
    private final Arrival arrival = new Arrival();
    private final Departure departure = new Departure();
    private @Nullable RecordCipher opening;
    private @Nullable RecordCipher sealing;
    private @Nullable X509Certificate shown;
    private int unknownBytes;
    private boolean beganAsTls;
    private boolean hasSpoken; // plain bytes have come
    private boolean hasLeft; // this end has said that nothing more will follow
    private boolean wasLeft;
    private boolean isHopeless;
    private volatile String agreed = "no cipher yet";
    private volatile boolean wasOpen;
    private volatile Phase phase = Phase.GREETING;
    private volatile @Nullable String why;

    /**
     * An end that has cost nothing yet.
     *
     * @param engines gives a fresh one, of this connection alone, when the handshake begins
     * @param allowance how many tasks of its handshake may be run now
     */
    TlsEnd(Supplier<SSLEngine> engines, Allowance allowance) {
        handshake = new Handshake(engines, allowance);
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
        X509Certificate known = shown;
        if (known == null) {
            throw new SSLPeerUnverifiedException("the handshake is not over");
        }
        return known;
    }

    /** The version and cipher that both ends have agreed on, for people. */
    String agreed() {
        return agreed;
    }

    // ---- the handshake

    /** Goes on with the handshake as far as that is possible with what has arrived, with the room for what leaves, and with the tasks that are allowed. */
    void shake() {
        if (phase == Phase.GREETING && isTls()) {
            try {
                handshake.shake(arrival, departure);
                if (handshake.isEnded()) {
                    leftBy("it ended the connection during TLS's handshake");
                } else if (handshake.isOver()) {
                    becomeOpen();
                } else if (handshake.isShort() && arrival.isFull()) {
                    breakUp("it sent a record of more than " + arrival.waiting().capacity() + " bytes");
                }
            } catch (SSLException e) {
                brokenBy(e);
            }
        }
        if (phase == Phase.BROKEN) {
            answer(); // the other end is told why, in an alert
        }
    }

    /** Whether the handshake waits for a turn in which its next task is allowed: until then nothing that arrives would bring it on. */
    boolean waitsForTurn() {
        return phase == Phase.GREETING && handshake.waitsForTurn();
    }

    private void becomeOpen() throws SSLException {
        ExtendedSSLSession session = handshake.session();
        TrafficKeys ofCaller = TrafficKeys.of(session, TrafficKeys.OF_CALLER);
        TrafficKeys ofCalled = TrafficKeys.of(session, TrafficKeys.OF_CALLED);
        shown = (X509Certificate) session.getPeerCertificates()[0];
        agreed = session.getProtocol() + " " + session.getCipherSuite();
        sealing = RecordCipher.sealing(handshake.isCaller() ? ofCaller : ofCalled);
        opening = RecordCipher.opening(handshake.isCaller() ? ofCalled : ofCaller);
        arrival.becomeKnown();
        phase = Phase.OPEN;
        wasOpen = true;
    }

    /** A peer that speaks something else is told apart from one that speaks TLS badly. */
    private boolean isTls() {
        ByteBuffer arrived = arrival.waiting();
        if (!beganAsTls && arrived.hasRemaining()) {
            beganAsTls = RecordKind.isOfTls(arrived.get(arrived.position()));
            if (!beganAsTls) {
                breakUp("it does not speak TLS, and this end speaks nothing else");
            }
        }
        return phase == Phase.GREETING;
    }

    // ---- what arrives

    /** Where bytes from the other end go; {@link #endArrival} follows. */
    Records beginArrival() {
        return arrival.begin();
    }

    /** Bytes were put there, or none. */
    void endArrival() {
        int bytes = arrival.end();
        if (phase == Phase.GREETING) {
            unknownBytes += bytes;
            if (unknownBytes > MOST_UNKNOWN_BYTES) {
                breakUp("it sent more than " + MOST_UNKNOWN_BYTES + " bytes before it was known");
            }
        }
    }

    /**
     * Moves plain bytes into {@code room}.
     *
     * @return bytes, {@link BytePipe#NOT_NOW}, {@link BytePipe#ENDED} or {@link BytePipe#BROKEN}
     * @throws RuntimeException if the room's memory cannot be written: what was opened stays here
     */
    long open(ByteBuffer room) {
        int before = room.position();
        boolean goesOn = true;
        while (goesOn && room.hasRemaining()) {
            if (arrival.hasOpened()) {
                arrival.handUp(room);
            } else {
                goesOn = phase == Phase.OPEN && openRecord(room);
            }
        }
        int moved = room.position() - before;
        return moved > 0 ? moved : phase == Phase.ENDED ? BytePipe.ENDED : phase == Phase.BROKEN ? BytePipe.BROKEN : BytePipe.NOT_NOW;
    }

    /** Whether plain bytes wait that the socket knows nothing of. */
    boolean hasOpened() {
        return arrival.hasOpened();
    }

    /** Whether the other end let go before it had said a word, and had kept to TLS until then. */
    boolean wasLeft() {
        return wasLeft;
    }

    /** Nothing more will arrive. Only a last record is an end in good order. */
    void cut(String how) {
        if (phase == Phase.GREETING || phase == Phase.OPEN) {
            wasLeft = beganAsTls && !hasSpoken;
            breakUp(how);
        }
    }

    /** True if plain bytes are in the room or beside it. */
    private boolean openRecord(ByteBuffer room) {
        if (!hasSpoken && isLastOfTls()) {
            return false;
        }
        RecordCipher cipher = opening;
        switch (cipher == null ? Arrival.Found.NOTHING : arrival.open(cipher, room)) {
            case DATA -> {
                if (!hasSpoken) {
                    hasSpoken = true;
                    handshake.forget();
                }
                return true;
            }
            case END -> {
                wasLeft = !hasSpoken;
                phase = Phase.ENDED;
            }
            case ALIEN -> breakUp("what came is no record of this connection, or was altered on its way");
            case NOTHING -> {}
        }
        return false;
    }

    /** Whether whoever was called says something in TLS after this end's last word of the handshake: why it refused. */
    private boolean isLastOfTls() {
        ByteBuffer arrived = arrival.waiting();
        boolean isIt = handshake.isCaller() && arrived.hasRemaining() && RecordKind.isOfTls(arrived.get(arrived.position()));
        if (isIt) {
            try {
                handshake.hear(arrived);
                if (handshake.isEnded()) {
                    leftBy("it ended the connection after TLS's handshake");
                } else if (arrival.isFull()) {
                    breakUp("it sent TLS's records where its own were due");
                }
            } catch (SSLException e) {
                brokenBy(e);
            }
        }
        return isIt;
    }

    // ---- what leaves

    /** Whether there is room for one more record. */
    boolean hasRoom() {
        return departure.hasRoomFor(RecordCipher.MOST_BYTES + RecordCipher.EXTRA_BYTES);
    }

    /**
     * Makes a record of bytes of {@code pieces}, of {@link RecordCipher#MOST_BYTES} at most. Their positions stay.
     *
     * @return bytes taken, {@link BytePipe#NOT_NOW} without room, or {@link BytePipe#BROKEN}
     * @throws RuntimeException if a piece's memory cannot be read: nothing has changed then
     */
    int seal(ByteBuffer[] pieces, int first, int count) {
        RecordCipher cipher = sealing;
        if (cipher == null || !mayTalk()) {
            return BytePipe.BROKEN;
        }
        return hasRoom() ? departure.seal(cipher, pieces, first, count) : BytePipe.NOT_NOW;
    }

    /** Who was told the other end's farewell may still talk. */
    private boolean mayTalk() {
        return !hasLeft && (phase == Phase.OPEN || phase == Phase.ENDED);
    }

    /** Whether TLS has something to say of its own. */
    boolean owesAnswer() {
        return handshake.owesAnswer();
    }

    /** Says it, as far as there is room. */
    void answer() {
        try {
            handshake.answer(departure);
        } catch (SSLException e) {
            brokenBy(e);
        }
    }

    /** Records for the other end, from position to limit; whoever sends them moves the position. */
    Records leaving() {
        return departure.waiting();
    }

    /** Says that nothing more will follow, if there is room to say it: else the end is none in good order, as what waits before it has not gone either. */
    void farewell() {
        RecordCipher cipher = sealing;
        try {
            if (cipher == null) {
                handshake.farewell(departure);
            } else if (!hasLeft && departure.hasRoomFor(RecordCipher.EXTRA_BYTES)) {
                departure.end(cipher);
            }
            hasLeft = true;
        } catch (SSLException e) {
            brokenBy(e);
        }
    }

    // ---- inside

    private void leftBy(String how) {
        wasLeft = !hasSpoken;
        breakUp(how);
    }

    private void brokenBy(SSLException e) {
        isHopeless |= why == null && TlsFault.isFinal(e);
        breakUp(TlsFault.text(e, handshake.offer()));
    }

    /** The first reason is the one that counts. */
    private void breakUp(String reason) {
        if (why == null) {
            why = reason;
        }
        phase = Phase.BROKEN;
    }
}
