package org.braid.mpi.file.collective;

import org.braid.base.BraidException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** What has come of an access, for whoever waits for its request: written before that is done, read after. */
public final class Outcome {
    private final boolean isOfAll;
    private long bytes;
    private @Nullable MpiFailure failure;

    private Outcome(boolean isOfAll) {
        this.isOfAll = isOfAll;
    }

    /** Nothing has come yet of an access of this rank alone. */
    public static Outcome alone() {
        return new Outcome(false);
    }

    /** Nothing has come yet of a collective access. */
    public static Outcome together() {
        return new Outcome(true);
    }

    /** Whether it is one of a collective access. */
    public boolean isOfAll() {
        return isOfAll;
    }

    /** The bytes that went from or to the user's memory; throws what went wrong in place of that. */
    public long bytes() {
        if (failure != null) {
            throw failure;
        }
        return bytes;
    }

    /** It went well. */
    public void succeed(long moved) {
        bytes = moved;
    }

    /** It went wrong. */
    public void fail(Throwable cause) {
        failure = failureOf(cause);
    }

    /** What has befallen a message with data. The one end hears that the other one gave up, where the memory of one of them was taken away; of a death the words of the next round tell. */
    static MpiFailure ofData(MpiFailure failed) {
        return failed.errorClass() == ErrorClass.PEER_FAILED || failed.errorClass() == ErrorClass.NOT_DELIVERED ? new MpiFailure(ErrorClass.BUFFER, failed.what(), failed.why(), failed.whatToDo(), failed) : failed;
    }

    /** As MPI calls it; what no layer below knows is the program's memory, which was closed or belongs to another thread, and a lack of it. */
    public static MpiFailure failureOf(Throwable cause) {
        if (cause instanceof BraidException known) {
            return MpiFailure.of(known, ErrorClass.PEER_FAILED);
        }
        if (cause instanceof OutOfMemoryError) {
            return new MpiFailure(ErrorClass.NO_MEMORY, "a call on a file has failed in this process", "it threw " + cause, "Give the process more memory, or read and write less at once", cause);
        }
        return new MpiFailure(ErrorClass.BUFFER, "an access of a file has failed in this process", "it threw " + cause, "See the cause; keep the buffer open until the access is over", cause);
    }
}
