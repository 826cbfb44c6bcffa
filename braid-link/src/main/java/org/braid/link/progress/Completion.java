package org.braid.link.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.braid.base.BraidException;
import org.jspecify.annotations.Nullable;

/**
 * Something that will be done: the one thing a thread waits for. Layers above extend it with their own results (an MPI request is a completion).
 *
 * <p>Written by whoever holds the context's token; read by any thread. {@code state} is stored with release in {@link #complete} and {@link #fail} and read as a volatile in
 * {@link #isDone}, so results written before are visible after. Threads that park for one are listed in {@link Progress}, which wakes them.
 */
public class Completion {
    private static final int PENDING = 0;
    private static final int DONE = 1;
    private static final int FAILED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Completion.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Volatile for its readers alone: an acquire in one bytecode, which counts until they are compiled. */
    @SuppressWarnings("UnusedVariable") // written through STATE
    private volatile int state;

    private @Nullable BraidException failure;

    /** Guarded by the token. */
    private boolean isAwaited;

    /** Completed together with this one. Guarded by the token. */
    private @Nullable Completion watcher;

    /** Whether it is over, well or not. Any thread. */
    public final boolean isDone() {
        return state != PENDING;
    }

    /** Whether it is over and has failed. */
    public final boolean hasFailed() {
        return state == FAILED;
    }

    /** What went wrong, or null. Meaningful once done. */
    public final @Nullable BraidException failure() {
        return isDone() ? failure : null;
    }

    /** Whether a failure is noted here. Plain: for who has seen it done, or holds the token. */
    protected final boolean hasCause() {
        return failure != null;
    }

    /** Marks success. Only the engine that owns this completion calls it. */
    public final void complete() {
        STATE.setRelease(this, DONE);
        tellWatcher();
    }

    /** Marks failure. Only the engine that owns this completion calls it. */
    public final void fail(BraidException cause) {
        failure = cause;
        STATE.setRelease(this, FAILED);
        tellWatcher();
    }

    /**
     * Completes {@code any} too when this is done, at once if it is already: how a thread waits for the first of several. The caller holds the token.
     *
     * @param any null ends the watch
     */
    public final void watchedBy(@Nullable Completion any) {
        watcher = any;
        if (isDone()) {
            tellWatcher();
        }
    }

    /** A thread is about to do nothing but wait for this one, so that what it stands for may need that thread's hand. The caller holds the token. */
    public final void beAwaited() {
        isAwaited = true;
    }

    /** Whether {@link #beAwaited} was said since it was made, or {@link #reset}. The caller holds the token. */
    public final boolean isAwaited() {
        return isAwaited;
    }

    /** Whether {@code any} is told when this is done. The caller holds the token. */
    public final boolean isWatchedBy(Completion any) {
        return watcher == any;
    }

    /** Makes a finished completion usable again. */
    public final void reset() {
        isAwaited = false;
        if (failure != null) {
            failure = null;
        }
        STATE.setRelease(this, PENDING);
    }

    private void tellWatcher() {
        Completion any = watcher;
        if (any != null) {
            any.complete();
        }
    }
}
