package org.braid.mpi.completion;

import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * Waiting for and testing several requests (MPI 4.1, section 3.7.5). Null handles, and handles without a request, are inactive: they count as complete and are never returned. Nothing
 * is released or thrown here: the caller reads results and errors of those that are done.
 */
public final class MultipleCompletions {
    /** No handle is active: {@code MPI.UNDEFINED}. */
    public static final int NONE_ACTIVE = -1;

    /** Some are active, none is done. */
    public static final int NONE_DONE = -2;

    private final Completions one;
    private final Progress progress;
    private final PollListener polls;

    MultipleCompletions(Completions one, Progress progress, PollListener polls) {
        this.one = one;
        this.progress = progress;
        this.polls = polls;
    }

    /**
     * Waits for all and gives those back that have nothing to tell: the token is taken once for as many as are done, and not for each.
     *
     * @return false if some are left, done, whose error or attachment the caller must see to
     */
    public boolean finishAll(@Nullable RequestHandle[] handles) {
        boolean nothingLeft = true;
        progress.enter();
        try {
            for (RequestHandle handle : handles) {
                Request r = active(handle);
                if (r != null && handle != null) {
                    if (!r.isDone()) {
                        awaitOutside(r);
                    }
                    nothingLeft &= handle.giveBack(one);
                }
            }
        } finally {
            progress.exit();
        }
        return nothingLeft;
    }

    private void awaitOutside(Request r) {
        progress.exit();
        try {
            one.await(r);
        } finally {
            progress.enter();
        }
    }

    /** One look; true if all are done, or one of them is to be seen because it is in vain. */
    public boolean testAll(@Nullable RequestHandle[] handles) {
        boolean done = true;
        for (int i = 0; i < handles.length && done; i++) {
            Request r = active(handles[i]);
            done = r == null || one.test(r);
            if (done && r != null && r.isInVain()) {
                return true;
            }
        }
        return done;
    }

    /**
     * Waits for the first to be done.
     *
     * @return its index, or {@link #NONE_ACTIVE}
     */
    public int awaitAny(@Nullable RequestHandle[] handles) {
        int found = firstDone(handles, true);
        while (found == NONE_DONE) {
            awaitFirst(handles);
            found = firstDone(handles, true);
        }
        return found;
    }

    /**
     * One look.
     *
     * @return the index of one that is done, {@link #NONE_DONE} or {@link #NONE_ACTIVE}
     */
    public int testAny(@Nullable RequestHandle[] handles) {
        int found = firstDone(handles, false);
        if (found == NONE_DONE) {
            one.poll();
            found = firstDone(handles, false);
        }
        return found == NONE_DONE && polls.atAny(handles) ? firstDone(handles, true) : found;
    }

    /**
     * Waits until at least one is done.
     *
     * @param indexes receives the indexes of all that are done
     * @return how many, or {@link #NONE_ACTIVE}
     */
    public int awaitSome(@Nullable RequestHandle[] handles, int[] indexes) {
        int first = awaitAny(handles);
        return first == NONE_ACTIVE ? NONE_ACTIVE : allThatAreDone(handles, first, indexes);
    }

    /** As {@link #awaitSome}, with one look; may return 0. */
    public int testSome(@Nullable RequestHandle[] handles, int[] indexes) {
        int first = testAny(handles);
        return first == NONE_ACTIVE ? NONE_ACTIVE : allThatAreDone(handles, first, indexes);
    }

    private void awaitFirst(@Nullable RequestHandle[] handles) {
        Completion any = new Completion();
        watch(handles, any);
        try {
            one.await(any, Long.MAX_VALUE);
        } finally {
            watch(handles, null);
        }
    }

    private void watch(@Nullable RequestHandle[] handles, @Nullable Completion any) {
        progress.enter();
        try {
            for (RequestHandle handle : handles) {
                Request r = active(handle);
                if (r != null && !one.isDoneAlways(r) && !r.isInVain()) {
                    r.watchedBy(any);
                }
            }
        } finally {
            progress.exit();
        }
    }

    /**
     * The first that is done.
     *
     * @param seen whether one that is in vain may be it, if no other is pending; else it is pending itself
     */
    private static int firstDone(@Nullable RequestHandle[] handles, boolean seen) {
        int pending = NONE_ACTIVE;
        int inVain = NONE_ACTIVE;
        for (int i = 0; i < handles.length; i++) {
            Request r = active(handles[i]);
            if (r == null) {
                continue;
            }
            boolean done = r.isDone();
            if (done && !r.isInVain()) {
                return i;
            }
            if (!done || !seen) {
                pending = NONE_DONE;
            } else if (inVain == NONE_ACTIVE) {
                inVain = i;
            }
        }
        return pending == NONE_DONE ? NONE_DONE : inVain;
    }

    private static int allThatAreDone(@Nullable RequestHandle[] handles, int first, int[] indexes) {
        boolean allInVain = first >= 0 && active(handles[first]) instanceof Request r && r.isInVain();
        int count = 0;
        for (int i = 0; i < handles.length; i++) {
            Request done = active(handles[i]);
            if (done != null && done.isDone() && done.isInVain() == allInVain) {
                indexes[count++] = i;
            }
        }
        return count;
    }

    private static @Nullable Request active(@Nullable RequestHandle handle) {
        return handle == null ? null : handle.request();
    }
}
