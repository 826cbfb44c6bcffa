package org.braid.mpi.file;

import java.util.Arrays;
import java.util.Objects;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.file.collective.CallQueue;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.disk.Disk;
import org.braid.mpi.file.shared.SharedWords;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.MpiFailure;
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
    private @Nullable SharedWords published;
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
            CallQueue calls = new CallQueue(lco, system.underWay());
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
        MpiFailure own = mistake != null ? mistake : Refusals.mode(mode);
        long[] words = given.words();
        long[][] all = calls.agree(Operation.OPEN, own, mode.flags(), words[0], words[1], words[2], words[3]);
        for (long[] theirs : all) {
            if (theirs[0] != mode.flags()) {
                throw Refusals.differs("new File", "modes");
            }
        }
        hints = Hints.of(Arrays.copyOfRange(all[0], 1, 5));
        boolean isFirst = lco.rank() == 0;
        openInTurn(calls, name, isFirst, mode.is(AccessMode.CREATE));
        openInTurn(calls, name, !isFirst, false);
        return new Shared(system, lco, calls, mode, Objects.requireNonNull(opened, "every rank has had its turn"), share(calls, isFirst), isOnOneHost);
    }

    /** Opens it here if it is this rank's turn; tells all how that went, and compares the file with that of other ranks. */
    private void openInTurn(CallQueue calls, String name, boolean isMyTurn, boolean creates) {
        MpiFailure failure = null;
        long identity = 0;
        try {
            if (isMyTurn) {
                opened = Disk.open(Disk.pathOf(name), mode, creates);
                throwIfLocked(opened);
            }
            identity = opened == null ? 0 : opened.identity();
        } catch (MpiFailure failed) {
            failure = failed;
        }
        long[][] all = calls.agree(Operation.OPEN, failure, host, identity);
        throwIfOtherFile(all);
        isOnOneHost = Arrays.stream(all).allMatch(theirs -> theirs[0] == host);
    }

    /** The ranks do not lock what they open, so for all of them one asks: while it does, it would be in the others' way. */
    private void throwIfLocked(Disk file) {
        if (ranks.lco().rank() == 0) {
            file.lock("new File", !mode.reads(), 0, Long.MAX_VALUE).close();
        }
    }

    private static void throwIfOtherFile(long[][] all) {
        for (int rank = 1; rank < all.length; rank++) {
            boolean comparable = all[rank][0] == all[0][0] && all[rank][1] != 0 && all[0][1] != 0;
            if (comparable && all[rank][1] != all[0][1]) {
                throw Refusals.otherFile(rank);
            }
        }
    }

    /** Rank 0 makes the shared words, and tells the others how to reach them. */
    private SharedWords share(CallQueue calls, boolean isFirst) {
        SharedWords words = isFirst ? SharedWords.publish(system.context(), system.memory().apply(SharedWords.BYTES)) : null;
        published = words;
        long[] capability = words == null ? new long[0] : words.capability();
        int length = (int) calls.agree(Operation.OPEN, null, capability.length)[0][0];
        long[] told = calls.agree(Operation.OPEN, null, words == null ? new long[length] : capability)[0];
        return words == null ? SharedWords.of(system.context(), told) : words;
    }

    private void giveUp(Lco lco) {
        try {
            if (published != null) {
                published.close();
            }
            if (opened != null) {
                opened.close();
            }
        } finally {
            lco.close();
        }
    }
}
