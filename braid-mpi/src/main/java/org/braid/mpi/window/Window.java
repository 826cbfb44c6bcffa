package org.braid.mpi.window;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.title.Titled;
import org.braid.mpi.window.state.EpochCall;
import org.braid.mpi.window.state.Epochs;
import org.jspecify.annotations.Nullable;

/**
 * A window as one rank sees it (MPI 4.1, chapter 12): its calls. Any thread.
 *
 * <p>Errors, as {@link MpiFailure}: RMA_SYNC for a call that does not fit the epoch, RANK, DISPLACEMENT, RMA_RANGE; PEER_FAILED if the target, or somebody who is waited for, has ended. A call that is refused has changed nothing.
 */
public final class Window implements Titled {
    private static final int NO_TARGET = WindowFailures.NO_TARGET;

    private final Windows windows;
    private final OwnedResources owned;
    private final Flavor flavor;
    private final Member[] members;
    private final int self;
    private final Exposure exposure;
    private final CollectiveRuns ranks;
    private final boolean direct;
    private final WindowFailures failures;
    private final Epochs epochs;
    private final WindowAccesses accesses;
    private final WindowLocks locks;
    private final PostedStarts starts;

    Window(Windows windows, OwnedResources owned, Flavor flavor, Member[] members, Exposure exposure, CollectiveRuns ranks, boolean direct) {
        this.windows = windows;
        this.owned = owned;
        this.flavor = flavor;
        this.members = members;
        this.self = ranks.lco().rank();
        this.exposure = exposure;
        this.ranks = ranks;
        this.direct = direct;
        this.failures = new WindowFailures(self, "window #" + ranks.lco().nameOf(0).endpoint());
        this.epochs = new Epochs(self);
        Way way = direct ? new DirectWay(members, self, windows.completions) : new MessageWay(exposure, self, windows.context.progress(), windows.table);
        this.accesses = new WindowAccesses(members, epochs, way, windows.completions, windows.requested, failures);
        this.locks = new WindowLocks(members, self, windows.completions, windows.waits);
        this.starts = new PostedStarts(ranks.lco());
        windows.add(this);
        if (!direct) {
            windows.serving.begin();
        }
    }

    // ---- what it is

    @Override
    public String title() {
        return failures.title();
    }

    @Override
    public int rank() {
        return self;
    }

    /** What the program calls it, for messages. */
    public void entitle(String name) {
        failures.entitle("window \"" + name + '"');
    }

    /** How it came to its memory. */
    public Flavor flavor() {
        return flavor;
    }

    /** Whether ranks touch each other's memory themselves. */
    public boolean isDirect() {
        return direct;
    }

    /** This rank's own memory; null if the window was made without any. */
    public @Nullable Object base() {
        return flavor == Flavor.SHARED ? shared(self) : exposure.base();
    }

    /** The length of this rank's part. */
    public long sizeBytes() {
        return members[self].sizeBytes;
    }

    /** The bytes that one displacement counts in this rank's part. */
    public long displacementUnit() {
        return members[self].displacementUnit;
    }

    /**
     * Shared memory of a rank (MPI 4.1, section 12.2.3).
     *
     * @param rank or {@link LcoSlots#PROC_NULL} for the first rank whose part has any bytes
     * @throws MpiFailure RMA_FLAVOR if the window's memory is not shared
     */
    public ByteBuffer shared(int rank) {
        if (flavor != Flavor.SHARED) {
            throw failures.of(ErrorClass.RMA_FLAVOR, "sharedQuery", rank, " is for shared memory", "the window is one of flavor " + flavor, "Make it with Win.FLAVOR_SHARED");
        }
        Member member = rank == LcoSlots.PROC_NULL ? firstWithBytes() : Member.of(members, "sharedQuery", rank, failures);
        MemorySegment whole = member.data().memory();
        if (whole == null) {
            throw failures.of(ErrorClass.RMA_SHARED, "sharedQuery", rank, " has found no memory", "it cannot be touched here any more", "Ask while the window is in use");
        }
        return whole.asSlice(member.dataAt(0), member.sizeBytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    private Member firstWithBytes() {
        for (Member each : members) {
            if (each.sizeBytes > 0) {
                return each;
            }
        }
        return members[0];
    }

    /** How it is accessed. */
    public WindowAccesses accesses() {
        return accesses;
    }

    /**
     * The memory that is attached to it.
     *
     * @param call what asks for it
     * @throws MpiFailure RMA_FLAVOR if it is not dynamic
     */
    public AttachedMemory attached(String call) {
        if (flavor != Flavor.DYNAMIC) {
            throw failures.of(ErrorClass.RMA_FLAVOR, call, NO_TARGET, " is for dynamic windows", "the window is one of flavor " + flavor, "Make it by Win(info, comm)");
        }
        return new AttachedMemory(exposure.attachments, windows.context.progress(), failures);
    }

    // ---- fences

    /**
     * Ends the epoch that the last fence has opened, and opens the next one (MPI 4.1, section 12.5.1). Collective.
     *
     * @param last whether the program asserts that no access follows
     * @param first whether it asserts that none came before
     * @throws MpiFailure ASSERT if one came before
     */
    public void fence(boolean first, boolean last) {
        EpochCall call = last ? EpochCall.LAST_FENCE : EpochCall.FENCE;
        String why = epochs.whyNot(call, NO_TARGET);
        if (why != null) {
            throw failures.epoch("fence", NO_TARGET, why);
        }
        if (first && epochs.isFenced()) {
            throw failures.of(ErrorClass.ASSERT, "fence", NO_TARGET, " asserts too much", "MPI.MODE_NOPRECEDE says that no access came since the last fence, and one came", "Leave that assertion out");
        }
        BraidException failure = flushThose("fence", members);
        ranks.run(ranks.call(Operation.BARRIER).purpose(Purpose.FENCE));
        enter("fence", call, NO_TARGET);
        throwIf(failure);
    }

    private void enter(String call, EpochCall epoch, int target) {
        String why = epochs.call(epoch, target);
        if (why != null) {
            throw failures.epoch(call, target, why);
        }
    }

    private static void throwIf(@Nullable BraidException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    /** Waits until all accesses to these are over; why one has failed, or null. */
    private @Nullable BraidException flushThose(String call, Member... targets) {
        MpiFailure first = null;
        for (Member each : targets) {
            BraidException failed = each.pending.await(windows.completions);
            first = first == null && failed != null ? failures.access(call, each.rank, failed) : first;
        }
        VarHandle.fullFence(); // stores of direct accesses are there before whatever follows, also before another put
        return first;
    }

    // ---- post, start, complete, wait

    /**
     * Exposes this rank's memory to some (MPI 4.1, section 12.5.2).
     *
     * @param checked whether those wait for it; false if the program asserts that they need not, and says so to start, too
     */
    public void post(int[] origins, boolean checked) {
        enter("post", EpochCall.POST, NO_TARGET);
        boolean done = false;
        try {
            starts.post(origins, checked);
            done = true;
        } finally {
            undoUnless(done, EpochCall.POST, NO_TARGET);
        }
    }

    /** Opens an epoch for accesses to some, and waits until all of them have posted, unless the program asserts that they have, and says so to post, too. */
    public void start(int[] targets, boolean checked) {
        String why = epochs.start(targets);
        if (why != null) {
            throw failures.epoch("start", NO_TARGET, why);
        }
        boolean done = false;
        try {
            starts.start(epochs.started(), checked);
            done = true;
        } finally {
            undoUnless(done, EpochCall.START, NO_TARGET);
        }
    }

    private void undoUnless(boolean done, EpochCall call, int target) {
        if (!done) {
            epochs.undo(call, target);
        }
    }

    /**
     * Ends the epoch that start has opened: all accesses of it are over, at their targets, too.
     *
     * @throws MpiFailure ASSERT if one side has asserted that nothing needs to be waited for, and the other one has not; the epoch has ended at both all the same
     */
    public void complete() {
        int[] targets = epochs.started();
        String why = epochs.whyNot(EpochCall.COMPLETE, NO_TARGET);
        if (why != null) {
            throw failures.epoch("complete", NO_TARGET, why);
        }
        Member[] started = new Member[targets.length];
        for (int i = 0; i < targets.length; i++) {
            started[i] = members[targets[i]];
        }
        BraidException failure = flushThose("complete", started);
        enter("complete", EpochCall.COMPLETE, NO_TARGET);
        int differing = starts.complete(targets);
        throwIf(failure);
        if (differing >= 0) {
            throw failures.of(ErrorClass.ASSERT, "complete", differing, " ends an epoch that the two sides have opened differently", "one of post and start was given MPI.MODE_NOCHECK, and the other one was not", "Give it to both, or to neither");
        }
    }

    /** Waits until all origins that the memory was posted to have completed. */
    public void await() {
        enter("waitFor", EpochCall.WAIT, NO_TARGET);
        starts.await();
    }

    /** One look; true if the exposure is over. */
    public boolean test() {
        String why = epochs.whyNot(EpochCall.WAIT, NO_TARGET);
        if (why != null) {
            throw failures.epoch("test", NO_TARGET, why);
        }
        boolean over = starts.haveCompleted();
        if (over) {
            await();
        }
        return over;
    }

    // ---- locks

    /**
     * Locks a rank's part (MPI 4.1, section 12.5.3); waits for it.
     *
     * @param checked false if the program asserts that nobody else holds a lock that does not go with it
     */
    public void lock(int target, boolean exclusive, boolean checked) {
        Member member = Member.of(members, "lock", target, failures);
        enter("lock", EpochCall.LOCK, target);
        boolean done = false;
        try {
            if (checked) {
                locks.lock(member, exclusive);
            }
            done = true;
        } catch (BraidException failed) {
            throw failures.access("lock", target, failed);
        } finally {
            undoUnless(done, EpochCall.LOCK, target);
        }
    }

    /** Ends the epoch of a lock: all accesses of it are over, at the target, too. */
    public void unlock(int target) {
        Member member = Member.of(members, "unlock", target, failures);
        String why = epochs.whyNot(EpochCall.UNLOCK, target);
        if (why != null) {
            throw failures.epoch("unlock", target, why);
        }
        BraidException failure = flushThose("unlock", member);
        enter("unlock", EpochCall.UNLOCK, target);
        BraidException lost = giveBack("unlock", member);
        throwIf(failure == null ? lost : failure);
    }

    private @Nullable BraidException giveBack(String call, Member member) {
        try {
            locks.unlock(member);
            return null;
        } catch (BraidException ended) {
            return failures.access(call, member.rank, ended);
        }
    }

    /** Shares the locks of all ranks. */
    public void lockAll(boolean checked) {
        enter("lockAll", EpochCall.LOCK_ALL, NO_TARGET);
        int locked = 0;
        try {
            while (checked && locked < members.length) {
                locks.lock(members[locked], false);
                locked++;
            }
            locked = members.length;
        } catch (BraidException failed) {
            throw failures.access("lockAll", locked, failed);
        } finally {
            if (locked < members.length) {
                unlockThose(locked);
                epochs.undo(EpochCall.LOCK_ALL, NO_TARGET);
            }
        }
    }

    private @Nullable BraidException unlockThose(int count) {
        BraidException first = null;
        for (int rank = 0; rank < count; rank++) {
            BraidException lost = giveBack("unlockAll", members[rank]);
            first = first == null ? lost : first;
        }
        return first;
    }

    /** Ends the epoch of {@link #lockAll}. */
    public void unlockAll() {
        String why = epochs.whyNot(EpochCall.UNLOCK_ALL, NO_TARGET);
        if (why != null) {
            throw failures.epoch("unlockAll", NO_TARGET, why);
        }
        BraidException failure = flushThose("unlockAll", members);
        enter("unlockAll", EpochCall.UNLOCK_ALL, NO_TARGET);
        BraidException lost = unlockThose(members.length);
        throwIf(failure == null ? lost : failure);
    }

    /** Waits until all accesses to a target are over, here and there (MPI 4.1, section 12.5.4). */
    public void flush(String call, int target) {
        Member member = Member.of(members, call, target, failures);
        enter(call, EpochCall.FLUSH, target);
        throwIf(flushThose(call, member));
    }

    /** The same, to all targets. */
    public void flushAll(String call) {
        enter(call, EpochCall.FLUSH_ALL, NO_TARGET);
        throwIf(flushThose(call, members));
    }

    /** What this rank has stored is stored, and what it loads from now on is what others have. */
    public void sync() {
        VarHandle.fullFence();
    }

    // ---- the end

    /** Throws if an epoch is open. */
    void throwIfInside() {
        String why = epochs.whyNot(EpochCall.FREE, NO_TARGET);
        if (why != null) {
            throw failures.epoch("MPI.Finalize", NO_TARGET, why);
        }
    }

    /**
     * Frees the window (MPI 4.1, section 12.2.5); collective. When it returns nobody touches its memory any more.
     *
     * @throws MpiFailure RMA_SYNC while an epoch is open; it is not freed then
     */
    public void free() {
        enter("free", EpochCall.FREE, NO_TARGET);
        try {
            ranks.run(ranks.call(Operation.BARRIER).purpose(Purpose.WIN_FREE));
        } finally {
            if (windows.remove(this) && !direct) {
                windows.serving.end();
            }
            owned.release();
        }
    }
}
