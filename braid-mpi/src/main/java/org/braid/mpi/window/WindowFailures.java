package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** The sentences for calls of one rank on one window that are refused or fail: each names the call, the target, the rank and the window. */
final class WindowFailures {
    /** Of a call that is for no one rank. */
    static final int NO_TARGET = -1;

    private final int self;
    private volatile String title;

    WindowFailures(int self, String title) {
        this.self = self;
        this.title = title;
    }

    String title() {
        return title;
    }

    void entitle(String newTitle) {
        title = newTitle;
    }

    private String what(String call, int target) {
        return call + (target == NO_TARGET ? "" : "(target=" + target + ")") + " at rank " + self + " on " + title;
    }

    /** Any other one; the words follow what names the call. */
    MpiFailure of(ErrorClass errorClass, String call, int target, String words, String why, String whatToDo) {
        return new MpiFailure(errorClass, what(call, target) + words, why, whatToDo);
    }

    MpiFailure epoch(String call, int target, String why) {
        return of(ErrorClass.RMA_SYNC, call, target, " does not fit the epoch", why, "Open an epoch before accesses, and end it before the next one is opened");
    }

    MpiFailure rank(String call, int rank, int size) {
        return of(ErrorClass.RANK, call, rank, " names a rank that there is not", "rank " + rank + " is not in 0.." + (size - 1), "Use a rank of the window's group");
    }

    MpiFailure range(String call, long displacement, long at, long first, long end, Member target) {
        return of(
                ErrorClass.RMA_RANGE,
                call,
                target.rank,
                " with displacement " + displacement + " reaches outside of the window",
                "it would touch the bytes " + (at + first) + " to " + (at + end - 1) + " of rank " + target.rank + ", whose part has " + target.sizeBytes,
                "Displacements count units of " + target.displacementUnit + " bytes there");
    }

    MpiFailure beyond(String call, int target, long displacement) {
        return of(ErrorClass.RMA_RANGE, call, target, " with displacement " + displacement + " reaches outside of the window", "no window has so many units", "Displacements count units of the target");
    }

    MpiFailure displacement(String call, int target, long displacement) {
        return of(ErrorClass.DISPLACEMENT, call, target, " has a negative displacement", "the displacement is " + displacement, "Displacements start at 0");
    }

    /** What the layers below say of an access. */
    MpiFailure access(String call, int target, BraidException why) {
        String what = what(call, target);
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
            case REGION_LIMIT, DIRECT_MEMORY_FULL -> ErrorClass.NO_MEMORY;
            default -> ErrorClass.PEER_FAILED;
        };
    }
}
