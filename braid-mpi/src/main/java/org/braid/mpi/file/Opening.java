package org.braid.mpi.file;

import java.util.Arrays;
import java.util.Objects;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.collective.CallQueue;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.collective.Outcome;
import org.braid.mpi.file.disk.AdvisoryLock;
import org.braid.mpi.file.disk.Disk;
import org.braid.mpi.file.shared.SharedWords;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * How a file is opened: the ranks get a communicator of their own, compare what they were given, rank 0 opens the file and makes it if need be, then the others do, and all compare what they have. If it fails anywhere it fails at all, and nothing stays open.
 */
final class Opening {
    private final FileSystem system;
    private final CollectiveRuns ranks;
    private final int host;
    private final AccessMode mode;
    private Hints hints = Hints.none();
    private @Nullable Disk opened;
    private @Nullable SharedWords shared;
    private long[] capability = new long[0];
    private boolean isOnOneHost = true;

    Opening(FileSystem system, CollectiveRuns ranks, int host, AccessMode mode) {
        this.system = system;
        this.ranks = ranks;
        this.host = host;
        this.mode = mode;
    }

    /** Those of rank 0. */
    Hints hints() {
        return hints;
    }

    Shared open(String name, Hints given, @Nullable MpiFailure mistake) {
        Lco lco = Intracommunicators.dup(ranks);
        boolean hasSucceeded = false;
        try {
            lco.needAllMembers();
            CallQueue calls = new CallQueue(lco, OpenFile.titleOf(name), system.underWay());
            Shared shared = open(lco, calls, name, given, mistake);
            hasSucceeded = true;
            return shared;
        } finally {
            if (!hasSucceeded) {
                giveUp(lco);
            }
        }
    }

    private Shared open(Lco lco, CallQueue calls, String name, Hints given, @Nullable MpiFailure mistake) {
        MpiFailure own = mistake != null ? mistake : Refusals.mode(calls.at("new File"), mode);
        long[] words = given.words();
        long[][] all = calls.agree(Operation.OPEN, own, mode.flags(), words[0], words[1], words[2], words[3]);
        for (long[] theirs : all) {
            if (theirs[0] != mode.flags()) {
                throw Refusals.differs(calls.at("new File"), "modes");
            }
        }
        hints = Hints.of(Arrays.copyOfRange(all[0], 1, 5));
        boolean isFirst = lco.rank() == 0;
        long ignored = openInTurn(lco, calls, name, isFirst, mode.is(AccessMode.CREATE));
        long capabilityWords = openInTurn(lco, calls, name, !isFirst, false);
        return new Shared(system, lco, calls, mode, Objects.requireNonNull(opened, "every rank has had its turn"), share(lco, calls, (int) capabilityWords), isOnOneHost);
    }

    /**
     * Opens it here if it is this rank's turn, and makes the shared words, which rank 0 supplies; tells all how that went, and compares the file with that of other ranks.
     *
     * @return how many words the capability of the shared words has
     */
    private long openInTurn(Lco lco, CallQueue calls, String name, boolean isMyTurn, boolean creates) {
        MpiFailure failure = null;
        long identity = 0;
        try {
            if (isMyTurn) {
                opened = Disk.open(Disk.pathOf(name), mode, creates, lco.rank());
                throwIfLocked(opened);
                publishIfFirst(lco);
            }
            identity = opened == null ? 0 : opened.identity();
        } catch (RuntimeException | Error failed) {
            failure = Outcome.failureOf(failed);
        }
        long[][] all = calls.agree(Operation.OPEN, failure, host, identity, capability.length);
        throwIfOtherFile(calls, all);
        isOnOneHost = Arrays.stream(all).allMatch(theirs -> theirs[0] == host);
        return all[0][2];
    }

    /** The ranks do not lock what they open, so for all of them one asks: while it does, it would be in the others' way. */
    private void throwIfLocked(Disk file) {
        if (ranks.lco().rank() == 0) {
            file.lock("new File", !mode.reads(), 0, Long.MAX_VALUE, AdvisoryLock.PATIENCE_NS).close();
        }
    }

    private static void throwIfOtherFile(CallQueue calls, long[][] all) {
        for (int rank = 1; rank < all.length; rank++) {
            boolean comparable = all[rank][0] == all[0][0] && all[rank][1] != 0 && all[0][1] != 0;
            if (comparable && all[rank][1] != all[0][1]) {
                throw Refusals.otherFile(calls.at("new File"), rank);
            }
        }
    }

    private void publishIfFirst(Lco lco) {
        if (lco.rank() == 0) {
            SharedWords words = SharedWords.publish(system.context(), system.memory().apply(SharedWords.bytes(lco.size())), new FileMembers(lco));
            shared = words;
            capability = words.capability();
        }
    }

    /** Rank 0 tells the others how to reach the shared words; nobody goes on before all do. */
    private SharedWords share(Lco lco, CallQueue calls, int capabilityWords) {
        long[] told = calls.agree(Operation.OPEN, null, lco.rank() == 0 ? capability : new long[capabilityWords])[0];
        MpiFailure failure = null;
        try {
            if (lco.rank() != 0) {
                shared = SharedWords.of(system.context(), told, new FileMembers(lco));
            }
        } catch (RuntimeException | Error failed) {
            failure = Outcome.failureOf(failed);
        }
        long[][] allReachThem = calls.agree(Operation.OPEN, failure);
        return Objects.requireNonNull(shared, "every rank has them, or has been told");
    }

    private void giveUp(Lco lco) {
        try {
            if (shared != null) {
                shared.close();
            }
            if (opened != null) {
                opened.close();
            }
        } finally {
            lco.close();
        }
    }
}
