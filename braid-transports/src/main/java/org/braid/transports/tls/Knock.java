package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Supplier;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/**
 * What two ends say in clear before TLS begins: a caller shows that it knows the job's secret, which is checked in microseconds, since a stranger's ClientHello costs milliseconds. Pure: bytes in, bytes out.
 *
 * <pre>
 *   opener                                    acceptor
 *   hello 16                           ────────>
 *            <────────  hello 16 | nonce 32
 *   word 32                            ────────>        and TLS's ClientHello right behind it
 *                <────────  alert 7                     in place of a ServerHello, if the word is wrong
 * </pre>
 *
 * <p>It replaces nothing of TLS: a word that is right buys a caller a handshake, and no more.
 */
final class Knock {
    private static final byte HANDSHAKE_RECORD = 22;

    private enum Phase {
        GREETING,
        KNOCKING,
        DONE,
        FAILED
    }

    private final Supplier<List<KnockWord>> words;
    private final Hello ours;
    private final byte @Nullable [] nonce; // of the end that was called
    private final ByteBuffer in = ByteBuffer.allocate(Hello.BYTES + KnockWord.NONCE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer out = ByteBuffer.allocate(Hello.BYTES + KnockWord.NONCE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private Phase phase = Phase.GREETING;
    private boolean isOtherBuild;
    private @Nullable KnockWord heard;
    private @Nullable String why;

    private Knock(Supplier<List<KnockWord>> words, Hello ours, byte @Nullable [] nonce) {
        this.words = words;
        this.ours = ours;
        this.nonce = nonce;
        if (nonce == null) {
            ours.put(out);
        }
        out.flip();
        in.limit(Hello.BYTES);
    }

    /** The end that calls. */
    static Knock calling(KnockWord word, Hello ours) {
        return new Knock(() -> List.of(word), ours, null);
    }

    /**
     * The end that was called.
     *
     * @param words asked for when a word is heard: one of them it must be
     * @param nonce 32 fresh random bytes
     */
    static Knock called(Supplier<List<KnockWord>> words, Hello ours, byte[] nonce) {
        return new Knock(words, ours, nonce);
    }

    /** What the other end says goes here, up to the limit; {@link #advance} follows. */
    ByteBuffer in() {
        return in;
    }

    /** What is to be said, from position to limit: also after it has failed. */
    ByteBuffer out() {
        return out;
    }

    /** Whether more has to be heard. */
    boolean isTalking() {
        return phase == Phase.GREETING || phase == Phase.KNOCKING;
    }

    /** Whether TLS may begin, once all of {@link #out} is said. */
    boolean isDone() {
        return phase == Phase.DONE;
    }

    /** Whether the other end has spoken as those of the job do, so far. */
    boolean isGreeted() {
        return phase == Phase.KNOCKING || phase == Phase.DONE;
    }

    /** By which word the caller has shown that it is known; null before it has, and at the end that calls. */
    @Nullable KnockWord heard() {
        return heard;
    }

    /** Null unless it failed. */
    @Nullable String why() {
        return why;
    }

    /** Whether the two ends are of different builds. */
    boolean isHopeless() {
        return isOtherBuild;
    }

    /** Bytes were put into {@link #in}. */
    void advance() {
        if (!isTalking() || in.hasRemaining()) {
            return;
        }
        in.flip();
        if (phase == Phase.KNOCKING) {
            hear();
        } else {
            greet();
        }
    }

    private void greet() {
        byte first = in.get(0);
        if (in.getInt(0) != Hello.MAGIC) {
            fail(first == HANDSHAKE_RECORD ? "it speaks TLS and did not knock first, as every process of a job does" : "it does not speak Braid's protocol");
            return;
        }
        Hello theirs = Hello.get(in);
        isOtherBuild = !theirs.equals(ours);
        if (nonce != null) {
            ours.put(out.clear());
            (isOtherBuild ? out : out.put(nonce)).flip();
        }
        if (isOtherBuild) {
            fail("it is Braid " + theirs + ", this process is Braid " + ours);
        } else {
            phase = Phase.KNOCKING;
            in.clear().limit(nonce == null ? KnockWord.NONCE_BYTES : KnockWord.BYTES);
        }
    }

    private void hear() {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        if (nonce == null) {
            out.clear().put(words.get().getFirst().over(bytes)).flip();
            phase = Phase.DONE;
            return;
        }
        heard = whose(nonce, bytes);
        if (heard == null) {
            out.clear().put(accessDenied()).flip();
            fail("it did not show that it knows the job's secret");
        } else {
            phase = Phase.DONE;
        }
    }

    /** All are tried, so that the time tells nothing of which it was. */
    private @Nullable KnockWord whose(byte[] over, byte[] shown) {
        KnockWord found = null;
        for (KnockWord each : words.get()) {
            found = KnockWord.same(each.over(over), shown) ? each : found;
        }
        return found;
    }

    /** A record of TLS with the fatal alert access_denied (RFC 8446, section 6): the caller's engine tells it. */
    private static byte[] accessDenied() {
        return new byte[] {21, 3, 3, 0, 2, 2, 49};
    }

    private void fail(String reason) {
        why = reason;
        phase = Phase.FAILED;
    }
}
