package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;

/** The sentences for calls on a window that are refused or fail. */
final class WindowFailures {
    private WindowFailures() {}

    static MpiFailure epoch(String what, String why) {
        return new MpiFailure(ErrorClass.RMA_SYNC, what + " does not fit the epoch", why, "Open an epoch before accesses, and end it before the next one is opened");
    }

    static MpiFailure rank(String what, int rank, int size) {
        return new MpiFailure(ErrorClass.RANK, what + " names a rank that there is not", "rank " + rank + " is not in 0.." + (size - 1), "Use a rank of the window's group");
    }

    static MpiFailure range(String what, long at, long first, long end, Member target) {
        return new MpiFailure(
                ErrorClass.RMA_RANGE,
                what + " reaches outside of the window",
                "it would touch the bytes " + (at + first) + " to " + (at + end - 1) + " of rank " + target.rank + ", whose part has " + target.sizeBytes,
                "Displacements count units of " + target.displacementUnit + " bytes there");
    }

    static MpiFailure displacement(String what, long displacement) {
        return new MpiFailure(ErrorClass.DISPLACEMENT, what + " has a negative displacement", "the displacement is " + displacement, "Displacements start at 0");
    }

    /** What the layers below say of an access. */
    static MpiFailure access(String what, BraidException why) {
        if (why instanceof MpiFailure known) {
            return new MpiFailure(known.errorClass(), what + " has failed: " + known.what(), known.why(), known.whatToDo(), known);
        }
        return MpiFailure.of(why) instanceof MpiFailure known
                ? new MpiFailure(known.errorClass(), what + ": " + why.what(), why.why(), why.whatToDo(), why)
                : new MpiFailure(errorClass(why.code()), what + " has failed: " + why.what(), why.why(), why.whatToDo(), why);
    }

    private static ErrorClass errorClass(ErrorCode code) {
        return switch (code) {
            case REGION_RANGE, REGION_RIGHT, REGION_ALIGNMENT -> ErrorClass.RMA_RANGE;
            case REGION_UNKNOWN, REGION_WITHDRAWN, REGION_EXPIRED, REGION_MEMORY -> ErrorClass.WINDOW;
            case REGION_LIMIT -> ErrorClass.NO_MEMORY;
            default -> ErrorClass.PEER_FAILED;
        };
    }
}
