package org.braid.mpi.file;

import java.util.Arrays;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.collective.CallQueue;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.collective.Outcome;
import org.braid.mpi.file.disk.Disk;
import org.braid.mpi.file.disk.StagingPool;
import org.braid.mpi.file.disk.Transfer;
import org.braid.mpi.file.shared.SharedWords;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.file.view.View;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** What the calls on one open file share at this rank: the disk, the other ranks, the view. */
final class Shared {
    private final FileSystem system;
    private final Lco lco;
    private final CallQueue calls;
    private final AccessMode mode;
    private final Disk disk;
    private final SharedWords words;
    private final Transfer transfer;
    private final boolean isOnOneHost;
    private volatile View view = Views.plain();
    private volatile boolean atomic;
    private volatile boolean closed;

    Shared(FileSystem system, Lco lco, CallQueue calls, AccessMode mode, Disk disk, SharedWords words, boolean isOnOneHost) {
        this.system = system;
        this.lco = lco;
        this.calls = calls;
        this.mode = mode;
        this.disk = disk;
        this.words = words;
        this.isOnOneHost = isOnOneHost;
        this.transfer = new Transfer(disk, new StagingPool());
    }

    /** This, unless the file was closed. */
    Shared alive(String call) {
        if (closed) {
            throw Refusals.closed(at(call));
        }
        return this;
    }

    /** This process's rank among those of the file. */
    int rank() {
        return lco.rank();
    }

    /** Where a mistake in this call happens, for messages about it. */
    String at(String call) {
        return calls.at(call);
    }

    boolean isClosed() {
        return closed;
    }

    FileSystem system() {
        return system;
    }

    CallQueue calls() {
        return calls;
    }

    AccessMode mode() {
        return mode;
    }

    Disk disk() {
        return disk;
    }

    SharedWords words() {
        return words;
    }

    Transfer transfer() {
        return transfer;
    }

    View view() {
        return view;
    }

    boolean isAtomic() {
        return atomic;
    }

    boolean isOnOneHost() {
        return isOnOneHost;
    }

    boolean isFirst() {
        return lco.rank() == 0;
    }

    int[] members() {
        int[] members = new int[lco.size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = (int) lco.nameOf(rank).context().number();
        }
        return members;
    }

    /** What is wrong if the file has lost its name, which it may if it is to go when it is closed. */
    void throwIfGone(String call) {
        if (!mode.is(AccessMode.DELETE_ON_CLOSE)) {
            disk.throwIfGone(call);
        }
    }

    /** As {@link #throwIfGone}, for a call that is one of many. */
    void throwIfGoneForLong(String call) {
        if (!mode.is(AccessMode.DELETE_ON_CLOSE)) {
            disk.throwIfGoneForLong(call);
        }
    }

    /** Rank 0 does to the file what all ask for. */
    void change(Operation operation, long bytes, Runnable change) {
        alive(operation.text());
        agreeOn(operation, "sizes", changeRefused(operation, bytes), bytes);
        agreeAfter(operation, () -> {
            throwIfGone(operation.text());
            if (isFirst()) {
                change.run();
            }
        });
    }

    private @Nullable MpiFailure changeRefused(Operation operation, long bytes) {
        if (bytes < 0) {
            return Refusals.argument(at(operation.text()), "the size is " + bytes);
        }
        if (!mode.writes()) {
            return Refusals.notWritable(at(operation.text()));
        }
        return mode.is(AccessMode.SEQUENTIAL) ? Refusals.sequential(at(operation.text())) : null;
    }

    /** All ranks give the same words, or all fail. */
    void agreeOn(Operation operation, String what, @Nullable MpiFailure own, long... given) {
        for (long[] theirs : calls.agree(operation, own, given)) {
            if (!Arrays.equals(theirs, given)) {
                throw Refusals.differs(at(operation.text()), what);
            }
        }
    }

    /** Does this rank's part, and fails if any rank's has failed. */
    void agreeAfter(Operation operation, Runnable part) {
        MpiFailure failure = null;
        try {
            part.run();
        } catch (RuntimeException | Error failed) {
            failure = Outcome.failureOf(failed);
        }
        long[][] ignored = calls.agree(operation, failure);
    }

    void sync() {
        agreeAfter(Operation.SYNC, () -> {
            disk.sync();
            throwIfGone("sync");
        });
    }

    void atomic(boolean whether) {
        agreeOn(Operation.SET_ATOMICITY, "flags", null, whether ? 1 : 0);
        atomic = whether;
    }

    /** Nobody goes by the new view before the shared pointer is at its start. */
    void view(View next, @Nullable MpiFailure own) {
        agreeOn(Operation.SET_VIEW, "etypes or data representations", own, next.etypeBytes(), next.isBigEndian() ? 1 : 0);
        agreeAfter(Operation.SET_VIEW, () -> {
            if (isFirst()) {
                words.seek(0);
            }
        });
        view = next;
    }

    void close() {
        alive("close");
        try {
            long[][] everybodyIsHere = calls.agree(Operation.CLOSE, null);
        } catch (MpiFailure failed) {
            if (failed.errorClass() == ErrorClass.PEER_FAILED) {
                closeAlone();
            }
            throw failed;
        }
        closed = true;
        MpiFailure failure = null;
        try (disk) {
            throwIfGone("close");
        } catch (MpiFailure failed) {
            failure = failed;
        }
        try {
            if (!isFirst()) {
                words.close();
            }
            long[][] nobodyUsesIt = calls.agree(Operation.CLOSE, failure);
            agreeAfter(Operation.CLOSE, this::deleteIfAsked);
        } finally {
            if (isFirst()) {
                words.close();
            }
            lco.close();
        }
    }

    /** The ranks will never come together any more. Its words stay, if this rank supplies them: others may be in a call that looks there. */
    private void closeAlone() {
        closed = true;
        try (disk) {
            if (!isFirst()) {
                words.close();
            }
        } finally {
            lco.close();
        }
    }

    private void deleteIfAsked() {
        if (isFirst() && mode.is(AccessMode.DELETE_ON_CLOSE)) {
            try {
                Disk.delete(disk.path());
            } catch (MpiFailure failed) {
                if (failed.errorClass() != ErrorClass.NO_SUCH_FILE) {
                    throw failed; // somebody else has done it
                }
            }
        }
    }
}
