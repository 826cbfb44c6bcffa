package org.braid.pipe.hello;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * One end of the handshake on a fresh connection. Pure: bytes in, bytes out, no connection, no clock, no chance (nonces are given).
 *
 * <pre>
 *   opener                                                              acceptor
 *   CALL     hello 16 | opener's id 24 | acceptor's id 24 | nonce 32  ────────>
 *            <────────  hello 16 | nonce 32 | proof 32                  ANSWER
 *   PROOF    proof 32 | resume 40                                     ────────>
 *            <────────  verdict 4 | resume 40 | CRC32C 4               VERDICT
 * </pre>
 *
 * <p>The opener's proof covers where it goes on; the acceptor's word comes after its proof, and has a checksum, as frames have.
 *
 * <p>The hello is checked as soon as its 16 bytes are there, so that two builds can name each other whatever follows. Each end reads exactly the bytes of the next message and never
 * more than 168 before the other is proven; whoever says anything else is dropped.
 */
public abstract sealed class Handshake permits OpenerHandshake, AcceptorHandshake {
    /** How far it is. */
    public enum Phase {
        /** {@link #in} wants bytes; {@link #out} may have some. */
        TALKING,
        /** The peer is proven; the owner decides ({@link OpenerHandshake#prove}, {@link AcceptorHandshake#decide}). */
        PROVEN,
        /** Over; {@link #verdict} says how. Write what is left in {@link #out}. */
        DECIDED,
        /** Over: {@link #fault} says why. Write what is left in {@link #out}, then close. */
        FAILED
    }

    static final int HELLO_BYTES = 16;
    static final int CALL_BYTES = 2 * Transcript.ID_BYTES + JobProof.NONCE_BYTES;
    static final int ANSWER_BYTES = JobProof.NONCE_BYTES + JobProof.PROOF_BYTES;
    static final int PROOF_BYTES = JobProof.PROOF_BYTES + ResumePoint.BYTES;
    static final int VERDICT_BYTES = 4 + ResumePoint.BYTES + 4;

    /** In both directions, before the first frame. */
    public static final int ALL_BYTES = 2 * HELLO_BYTES + CALL_BYTES + ANSWER_BYTES + PROOF_BYTES + VERDICT_BYTES;

    /** Where received bytes go; its limit is the end of what is expected next. */
    final ByteBuffer in = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);

    /** What is to be sent, from position to limit. */
    final ByteBuffer out = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN).limit(0);

    private Phase phase = Phase.TALKING;
    private @Nullable HandshakeFault fault;
    private @Nullable Verdict verdict;

    /** How far it is. */
    public Phase phase() {
        return phase;
    }

    /** Why it failed; null unless {@link Phase#FAILED}. */
    public @Nullable HandshakeFault fault() {
        return fault;
    }

    /** The acceptor's word; null unless {@link Phase#DECIDED}. */
    public @Nullable Verdict verdict() {
        return verdict;
    }

    /** Who the peer has proven to be; asked from {@link Phase#PROVEN} on. */
    abstract ContextId provenPeer();

    /** To be called when bytes were put into {@link #in}; may change the phase. */
    final void advance() {
        if (phase == Phase.TALKING && !in.hasRemaining()) {
            in.flip();
            received();
        }
    }

    /** A whole expected piece is in {@link #in}. */
    abstract void received();

    final void expect(int bytes) {
        in.clear().limit(bytes);
    }

    /** Starts a message; the caller puts its fields and flips. Everything before has been answered, hence sent. */
    final ByteBuffer say() {
        return out.clear();
    }

    final void proven() {
        phase = Phase.PROVEN;
    }

    final void talkOn() {
        phase = Phase.TALKING;
    }

    final void decided(Verdict word) {
        verdict = word;
        phase = Phase.DECIDED;
    }

    final void fail(HandshakeFault why) {
        fault = why;
        phase = Phase.FAILED;
    }

    /** The checksum of the first {@code count} bytes. */
    static int sum(ByteBuffer of, int count) {
        CRC32C crc = new CRC32C();
        crc.update(of.duplicate().position(0).limit(count));
        return (int) crc.getValue();
    }

    static byte[] bytes(ByteBuffer from, int count) {
        byte[] bytes = new byte[count];
        from.get(bytes);
        return bytes;
    }
}
