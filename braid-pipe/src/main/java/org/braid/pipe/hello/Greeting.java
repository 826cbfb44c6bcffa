package org.braid.pipe.hello;

import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/**
 * A pipe that is not trusted yet: moves the bytes of one {@link Handshake} and watches its deadline. Never waits; {@link #step} is called now and then.
 *
 * <p>An untrusted peer costs one pipe, two buffers of 128 bytes, and its time is bounded.
 */
public final class Greeting {
    private static final long ON_THE_HEAP = 0;

    private final BytePipe pipe;
    private final Handshake handshake;
    private final long deadlineNs;
    private final long latestNs;
    private boolean connected;
    private boolean ended;
    private @Nullable String trouble;

    /** @param pipe may be one that is still being opened, or has failed at once */
    public Greeting(BytePipe pipe, Handshake handshake, long deadlineNs) {
        this(pipe, handshake, deadlineNs, deadlineNs);
    }

    /**
     * One that goes on for longer with a peer that lives: what it and we have computed for this connection would be lost.
     *
     * @param latestNs its deadline in place of the other once the peer {@linkplain #showsLife shows life}
     */
    Greeting(BytePipe pipe, Handshake handshake, long deadlineNs, long latestNs) {
        this.pipe = pipe;
        this.handshake = handshake;
        this.deadlineNs = deadlineNs;
        this.latestNs = latestNs;
    }

    /** What it talks over; the owner's, once the handshake is over. */
    public BytePipe pipe() {
        return pipe;
    }

    /** Does what can be done now. */
    public void step(long nowNs) {
        if (trouble != null || handshake.phase() == Handshake.Phase.PROVEN) {
            return;
        }
        connected = connected || pipe.isConnected();
        if (connected) {
            talk();
        } else {
            trouble = pipe.why();
        }
        if (trouble == null && isTalking() && nowNs - deadlineNs >= 0 && (nowNs - latestNs >= 0 || !showsLife())) {
            trouble = connected ? "it said nothing more for too long" : "no answer";
        }
    }

    /** What the peer did wrong or what went wrong on the way; null while all is well. */
    public @Nullable String trouble() {
        HandshakeFault fault = handshake.fault();
        return trouble != null || fault == null ? trouble : fault.text();
    }

    /** True when the peer itself ended the connection: if it spoke properly until then, it has found another one (both called at once). */
    boolean wasEnded() {
        return ended;
    }

    /** Where we call, somebody who answers: a process that has ended, and a host that is silent, do not. Whoever calls us has to show that it is of the job. */
    boolean showsLife() {
        return handshake instanceof OpenerHandshake ? pipe.isAnswered() : pipe.isOfTheJob();
    }

    /** True when every later attempt would fail, too. */
    boolean isHopeless() {
        HandshakeFault fault = handshake.fault();
        return fault != null && fault.isFinal() || trouble != null && pipe.isHopeless();
    }

    /** Writes the last words, as far as the pipe takes them. */
    public void sayLastWords() {
        write();
    }

    /** Whether the pipe has taken all of them: frames behind a half would be taken for the rest of it. */
    public boolean hasSaidAll() {
        return trouble == null && !handshake.out.hasRemaining();
    }

    /** Lets go of the pipe. */
    public void close() {
        pipe.close();
    }

    private void talk() {
        while (isTalking()) {
            write();
            if (trouble != null || handshake.out.hasRemaining()) {
                return;
            }
            long read = pipe.read(handshake.in, ON_THE_HEAP);
            if (read < 0) {
                endedBy(read);
                return;
            }
            handshake.advance();
            if (read == BytePipe.NOT_NOW && isTalking()) {
                return;
            }
        }
        write();
        ContextId peer = handshake.phase() == Handshake.Phase.PROVEN ? handshake.provenPeer() : null;
        if (peer != null && trouble == null) {
            trouble = pipe.whyNot(peer);
        }
    }

    private boolean isTalking() {
        return handshake.phase() == Handshake.Phase.TALKING;
    }

    private void write() {
        if (handshake.out.hasRemaining()) {
            long written = pipe.write(handshake.out, ON_THE_HEAP);
            if (written < 0) {
                endedBy(written);
            }
        }
    }

    /** A reset is the same farewell as an end, said while our words were on their way. */
    private void endedBy(long answer) {
        ended = true;
        trouble = answer == BytePipe.ENDED ? "it closed the connection during the handshake" : String.valueOf(pipe.why());
    }
}
