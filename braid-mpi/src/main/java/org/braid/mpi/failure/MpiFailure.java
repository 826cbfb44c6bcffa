package org.braid.mpi.failure;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A call that MPI forbids, or a failure that MPI reports. The façade turns it into its own exception; it has the class, the code and the sentence. */
public final class MpiFailure extends BraidException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;

    /**
     * @param what which call failed, with its figures
     * @param why the values that do not fit together
     * @param whatToDo a sentence without its final full stop
     */
    public MpiFailure(ErrorClass errorClass, String what, String why, String whatToDo) {
        super(errorClass.code(), what, why, whatToDo);
        this.errorClass = errorClass;
    }

    /** As above, of something that was thrown. */
    public MpiFailure(ErrorClass errorClass, String what, String why, String whatToDo, Throwable cause) {
        super(errorClass.code(), what, why, whatToDo, cause);
        this.errorClass = errorClass;
    }

    /** The same sentence with MPI's class. */
    public MpiFailure(ErrorClass errorClass, BraidException cause) {
        super(errorClass.code(), cause.what(), cause.why(), cause.whatToDo(), cause);
        this.errorClass = errorClass;
    }

    /** What MPI calls a failure of the layers below: memory of the user's that they refuse is a wrong buffer, a lack of their own is one of resources, a block that is longer than expected is truncated, and a shorter one a wrong count; who has given up a message lives. Null if MPI has no word for it. */
    public static @Nullable MpiFailure of(BraidException failure) {
        if (failure instanceof MpiFailure already) {
            return already;
        }
        ErrorClass known = classOf(failure.code());
        return known == null ? null : new MpiFailure(known, failure);
    }

    private static @Nullable ErrorClass classOf(ErrorCode code) {
        return switch (code) {
            case DIRECT_MEMORY_FULL -> ErrorClass.NO_MEMORY;
            case MEMORY_UNSUITABLE, MEMORY_RANGE, MEMORY_READ_ONLY -> ErrorClass.BUFFER;
            case MPI_TRUNCATED -> ErrorClass.TRUNCATE;
            case MPI_COUNT -> ErrorClass.COUNT;
            case BULK_VIOLATED -> ErrorClass.NOT_DELIVERED;
            case MPI_PEER_FAILED -> ErrorClass.PEER_FAILED;
            default -> null;
        };
    }

    /** As {@link #of(BraidException)}; a failure for which MPI has no word gets the class {@code otherwise}. */
    public static MpiFailure of(BraidException failure, ErrorClass otherwise) {
        MpiFailure known = of(failure);
        return known != null ? known : new MpiFailure(otherwise, failure);
    }

    /** What kind of failure MPI calls this. */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
