package org.braid.mpi.window.state;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The access epoch and the exposure epoch of one window at one rank (MPI 4.1, section 12.5): which call is allowed now, and what comes of it.
 *
 * <pre>
 *   NONE ── fence ──> FENCED ── access ──> FENCE       a fence opens an epoch if an access follows; until then anything else may follow, too
 *   NONE, FENCED ── start ──> START ── complete ──> NONE
 *   NONE, FENCED ── lock ──> LOCK (of some targets) ── unlock of the last ──> NONE
 *   NONE, FENCED ── lockAll ──> LOCK_ALL ── unlockAll ──> NONE
 *   NONE, FENCED, FENCE ── fence ──> FENCED, or NONE if the program says that nothing follows
 *
 *   not exposed ── post ──> exposed ── wait ──> not exposed, beside START or LOCK of other targets
 * </pre>
 *
 * <p>Threads may call it; each call is one step.
 */
public final class Epochs {
    private enum Access {
        NONE,
        FENCED,
        FENCE,
        START,
        LOCK,
        LOCK_ALL
    }

    private final int self;
    private final BitSet targets = new BitSet(); // of START and LOCK
    private volatile Access access = Access.NONE;
    private boolean exposed;

    /** @param self this rank, whose memory is exposed */
    public Epochs(int self) {
        this.self = self;
    }

    /**
     * Makes a call of one target, or of none.
     *
     * @param target its rank; not looked at where the call has none
     * @return null if it is allowed, and then it is done; else why not, and nothing has changed
     */
    public @Nullable String call(EpochCall call, int target) {
        return isCommon(call) ? null : step(call, target);
    }

    /** An access in an epoch that allows all of them, and that it does not change. */
    private boolean isCommon(EpochCall call) {
        Access now = access;
        return call == EpochCall.ACCESS && (now == Access.LOCK_ALL || now == Access.FENCE);
    }

    private synchronized @Nullable String step(EpochCall call, int target) {
        String why = whyNotNow(call, target);
        if (why == null) {
            go(call, target);
        }
        return why;
    }

    /** As {@link #call}, for a start, which has a group of targets. */
    public synchronized @Nullable String start(int[] group) {
        String why = whyNotNow(EpochCall.START, -1);
        if (why == null) {
            access = Access.START;
            for (int target : group) {
                targets.set(target);
            }
        }
        return why;
    }

    /** A start, lock, lockAll or post that was allowed could not be carried out: it has never been. */
    public synchronized void undo(EpochCall call, int target) {
        switch (call) {
            case START -> go(EpochCall.COMPLETE, target);
            case LOCK -> go(EpochCall.UNLOCK, target);
            case LOCK_ALL -> go(EpochCall.UNLOCK_ALL, target);
            case POST -> go(EpochCall.WAIT, target);
            default -> throw new IllegalArgumentException(call + " is not undone");
        }
    }

    /** Whether the call would be allowed. */
    public @Nullable String whyNot(EpochCall call, int target) {
        return isCommon(call) ? null : whyNotNow(call, target);
    }

    private synchronized @Nullable String whyNotNow(EpochCall call, int target) {
        return switch (call) {
            case FENCE, LAST_FENCE -> exposed ? "its memory is exposed by post, and wait was not called" : access == Access.FENCE ? null : unlessIdle();
            case START, LOCK_ALL -> unlessIdle();
            case COMPLETE -> access == Access.START ? null : "no start has opened an epoch; " + now();
            case POST -> exposed ? "its memory is exposed already by an earlier post" : whyNoPost();
            case WAIT -> exposed ? null : "no post has exposed its memory";
            case LOCK -> whyNoLock(target);
            case UNLOCK -> access == Access.LOCK && targets.get(target) ? null : "rank " + target + " was not locked by lock; " + now();
            case UNLOCK_ALL -> access == Access.LOCK_ALL ? null : "lockAll was not called; " + now();
            case ACCESS -> whyNoAccess(target);
            case FLUSH -> isPassive() ? whyNoAccess(target) : "a flush needs an epoch that lock or lockAll has opened; " + now();
            case FLUSH_ALL -> isPassive() ? null : "a flush needs an epoch that lock or lockAll has opened; " + now();
            case FREE -> exposed ? "its memory is exposed by post, and wait was not called" : unlessIdle();
        };
    }

    private boolean isPassive() {
        return access == Access.LOCK || access == Access.LOCK_ALL;
    }

    private @Nullable String unlessIdle() {
        return access == Access.NONE || access == Access.FENCED ? null : now();
    }

    private @Nullable String whyNoPost() {
        boolean locksItself = access == Access.LOCK_ALL || access == Access.LOCK && targets.get(self);
        return access == Access.FENCE || locksItself ? now() : null;
    }

    private @Nullable String whyNoLock(int target) {
        if (target == self && exposed) {
            return "its own memory is exposed by post, and wait was not called";
        }
        if (access == Access.LOCK) {
            return targets.get(target) ? "rank " + target + " is locked by this rank already" : null;
        }
        return unlessIdle();
    }

    private @Nullable String whyNoAccess(int target) {
        return switch (access) {
            case NONE -> "no epoch is open: call fence, start, lock or lockAll first";
            case FENCED, FENCE, LOCK_ALL -> null;
            case START -> targets.get(target) ? null : "rank " + target + " is not in the group that start was given";
            case LOCK -> targets.get(target) ? null : "rank " + target + " was not locked, but others were";
        };
    }

    private String now() {
        return switch (access) {
            case NONE, FENCED -> "no epoch is open";
            case FENCE -> "accesses since the last fence are not over: call fence first";
            case START -> "the epoch that start has opened is not over: call complete first";
            case LOCK -> "the ranks " + targets + " are locked: call unlock first";
            case LOCK_ALL -> "lockAll was called: call unlockAll first";
        };
    }

    private void go(EpochCall call, int target) {
        switch (call) {
            case FENCE -> access = Access.FENCED;
            case LAST_FENCE -> access = Access.NONE;
            case START -> access = Access.START;
            case COMPLETE -> leave();
            case POST -> {
                exposed = true;
                access = access == Access.FENCED ? Access.NONE : access;
            }
            case WAIT -> exposed = false;
            case LOCK -> {
                access = Access.LOCK;
                targets.set(target);
            }
            case UNLOCK -> unlock(target);
            case LOCK_ALL -> access = Access.LOCK_ALL;
            case UNLOCK_ALL -> leave();
            case ACCESS -> access = access == Access.FENCED ? Access.FENCE : access;
            case FLUSH, FLUSH_ALL, FREE -> {} // nothing changes
        }
    }

    private void unlock(int target) {
        targets.clear(target);
        if (targets.isEmpty()) {
            access = Access.NONE;
        }
    }

    private void leave() {
        targets.clear();
        access = Access.NONE;
    }

    /** The targets of the epoch that start has opened, in ascending order. */
    public synchronized int[] started() {
        return access == Access.START ? targets.stream().toArray() : new int[0];
    }

    /** Whether accesses have come since the last fence. */
    public boolean isFenced() {
        return access == Access.FENCE;
    }
}
