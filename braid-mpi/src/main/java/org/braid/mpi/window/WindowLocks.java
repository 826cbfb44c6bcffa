package org.braid.mpi.window;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.region.RemoteRegion;
import org.braid.mpi.completion.Backoff;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.liveness.LockWaits;
import org.braid.mpi.window.state.ControlWords;
import org.braid.mpi.window.state.LockWord;

/**
 * The locks that this rank has on parts of a window (MPI 4.1, section 12.5.3), by compare-and-swap on the lock word of each part; the same by memory and by frames. The part's own rank does nothing for it.
 *
 * <p>Whoever shares a lock says so before it tries, and takes that back when it does no more. So whoever waits for a lock learns that a rank has died with it, or waits for this one: the call fails then.
 */
final class WindowLocks {
    private enum Held {
        NOTHING,
        SHARED,
        EXCLUSIVE
    }

    private final Member[] members;
    private final int self;
    private final Completions completions;
    private final LockWaits waits;
    private final Held[] held;

    WindowLocks(Member[] members, int self, Completions completions, LockWaits waits) {
        this.members = members;
        this.self = self;
        this.completions = completions;
        this.waits = waits;
        this.held = new Held[members.length];
        Arrays.fill(held, Held.NOTHING);
    }

    /** Waits for the lock. Two threads do not lock one target at the same time: its epoch is open once. */
    void lock(Member target, boolean exclusive) {
        Backoff backoff = new Backoff(completions);
        try {
            lock(target, exclusive, backoff);
        } finally {
            if (backoff.isLong()) {
                waits.over();
            }
        }
        held[target.rank] = exclusive ? Held.EXCLUSIVE : Held.SHARED;
    }

    private void lock(Member target, boolean exclusive, Backoff backoff) {
        if (exclusive) {
            lockExclusive(target, backoff);
        } else {
            lockShared(target, backoff);
        }
    }

    private void lockExclusive(Member target, Backoff backoff) {
        long word = LockWord.FREE;
        while (true) {
            long next = LockWord.exclusive(word, self);
            boolean busy = next == LockWord.BUSY;
            long wanted = busy ? LockWord.wanted(word) : next;
            long found = target.control.compareAndSwap(ControlWords.LOCK, word, wanted);
            if (found == word && !busy) {
                return;
            }
            if (found == word || LockWord.exclusive(found, self) == LockWord.BUSY) {
                pause(backoff, target, found);
            }
            word = found == word ? wanted : found;
        }
    }

    private void lockShared(Member target, Backoff backoff) {
        RemoteRegion words = target.control;
        long ignored = words.compareAndSwap(ControlWords.sharer(self), 0, 1);
        boolean done = false;
        try {
            share(target, backoff);
            done = true;
        } finally {
            if (!done) {
                sharesNoMore(words);
            }
        }
    }

    private void share(Member target, Backoff backoff) {
        long word = LockWord.FREE;
        while (true) {
            long next = LockWord.shared(word, !backoff.isLong());
            boolean busy = next == LockWord.BUSY;
            long found = target.control.compareAndSwap(ControlWords.LOCK, word, busy ? word : next);
            if (found == word && !busy) {
                return;
            }
            if (LockWord.shared(found, !backoff.isLong()) == LockWord.BUSY) {
                pause(backoff, target, found);
            }
            word = found;
        }
    }

    /** @param word what the last look has found */
    private void pause(Backoff backoff, Member target, long word) {
        if (backoff.isLong()) {
            throwIfLeftBehind(target, word);
            throwIfInACircle(target, word);
        }
        backoff.pause();
        if (backoff.isLong()) {
            waits.lookBegins();
        }
    }

    private void throwIfInACircle(Member target, long word) {
        if (waits.isDue()) {
            waits.isHeldBy(holders(target, word));
        }
    }

    /** Those of whom one has to give the lock back first; some who share it may only be trying to. */
    private Set<ContextId> holders(Member target, long word) {
        Set<ContextId> ids = new LinkedHashSet<>();
        int holder = LockWord.holder(word);
        if (holder >= 0 && holder < members.length) {
            ids.add(members[holder].id());
        }
        for (Member each : members) {
            if (LockWord.sharers(word) > 0 && each.rank != self && target.control.compareAndSwap(ControlWords.sharer(each.rank), 0, 0) != 0) {
                ids.add(each.id());
            }
        }
        return ids;
    }

    /** Whether the lock is held by a rank that has ended. */
    private void throwIfLeftBehind(Member target, long word) {
        int holder = LockWord.holder(word);
        if (holder >= 0 && holder < members.length && members[holder].failure() instanceof BraidException ended) {
            throw leftBehind(target, holder, ended);
        }
        for (Member each : members) {
            BraidException ended = LockWord.sharers(word) > 0 ? each.failure() : null;
            if (ended != null && target.control.compareAndSwap(ControlWords.sharer(each.rank), 0, 0) != 0) {
                throw leftBehind(target, each.rank, ended);
            }
        }
    }

    private static MpiFailure leftBehind(Member target, int holder, BraidException ended) {
        return new MpiFailure(
                ErrorClass.PEER_FAILED, "the lock of rank " + target.rank + " will never be free", "rank " + holder + " has ended while it held it: " + ended.why(), "See why rank " + holder + " has ended", ended);
    }

    /** Gives a lock back. */
    void unlock(Member target) {
        Held was = held[target.rank];
        held[target.rank] = Held.NOTHING;
        switch (was) {
            case EXCLUSIVE -> change(target.control, true);
            case SHARED -> {
                change(target.control, false);
                sharesNoMore(target.control);
            }
            case NOTHING -> {} // the program has said that nobody else would lock it
        }
    }

    private static void change(RemoteRegion words, boolean exclusive) {
        long word = LockWord.FREE + 1;
        while (true) {
            long next = exclusive ? LockWord.withoutHolder(word) : LockWord.withoutSharer(word);
            long found = words.compareAndSwap(ControlWords.LOCK, word, next);
            if (found == word) {
                return;
            }
            word = found;
        }
    }

    private void sharesNoMore(RemoteRegion words) {
        long ignored = words.compareAndSwap(ControlWords.sharer(self), 1, 0);
    }
}
