package org.braid.pipe.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far both directions of a lane are, in frames. The half that reads and the half that writes tell each other by these; each only grows and has one writer.
 *
 * <pre>
 *   count       written by                     read by
 *   appended    who sends, setRelease          anyone, getAcquire           frames of ours that the lane has taken
 *   accepted    the poller, setRelease         anyone, getAcquire           frames of ours that the peer says it has accepted
 *   received    the poller, setRelease         who sends, getAcquire        frames of the peer's that we have accepted, which frames of ours carry back
 *   announced   who sends, setRelease          the poller, getAcquire       the last such count that was built into a frame
 * </pre>
 */
@SuppressWarnings("UnusedVariable") // they are read through their handles
public final class LaneCounts {
    private static final VarHandle APPENDED;
    private static final VarHandle ACCEPTED;
    private static final VarHandle RECEIVED;
    private static final VarHandle ANNOUNCED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            APPENDED = lookup.findVarHandle(LaneCounts.class, "appended", long.class);
            ACCEPTED = lookup.findVarHandle(LaneCounts.class, "accepted", long.class);
            RECEIVED = lookup.findVarHandle(LaneCounts.class, "received", long.class);
            ANNOUNCED = lookup.findVarHandle(LaneCounts.class, "announced", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long appended;
    private long accepted;
    private long received;
    private long announced;

    /** Frames of ours that the lane has taken. */
    public long appended() {
        return (long) APPENDED.getAcquire(this);
    }

    void appended(long frames) {
        APPENDED.setRelease(this, frames);
    }

    /** Frames of ours that the peer has accepted: it will not need them again. */
    public long accepted() {
        return (long) ACCEPTED.getAcquire(this);
    }

    void accepted(long frames) {
        ACCEPTED.setRelease(this, frames);
    }

    /** The low half of the peer's count came in; an older one changes nothing. */
    void acknowledged(int acceptedLow) {
        long known = accepted;
        long now = PipeFrame.widen(acceptedLow, known);
        if (now > known) {
            ACCEPTED.setRelease(this, now);
        }
    }

    /** True when the peer's runtime has accepted everything that was taken. */
    public boolean settled() {
        return appended() == accepted();
    }

    /** Frames of the peer's that we have accepted: no device above may refuse them any more. */
    long received() {
        return (long) RECEIVED.getAcquire(this);
    }

    /** Of what the poller has handed up, so many in all are accepted. */
    public void received(long frames) {
        RECEIVED.setRelease(this, frames);
    }

    /** How many of those the peer was told of, or will be by a frame that waits to be written. */
    public long announced() {
        return (long) ANNOUNCED.getAcquire(this);
    }

    void announced(long frames) {
        ANNOUNCED.setRelease(this, frames);
    }
}
