package org.braid.mpi.window;

import org.braid.mpi.failure.ErrorClass;

/** An access that its target does not apply; why travels back to its origin. */
final class RefusedAccess extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Nothing is wrong. */
    static final int NONE = 0;

    /** It reaches outside of the target's memory. */
    static final int RANGE = 1;

    /** The target's memory cannot be touched. */
    static final int MEMORY = 2;

    /** Its description cannot be read, or names what there is not. */
    static final int UNREADABLE = 3;

    final int reason;

    RefusedAccess(int reason, String why) {
        super(why);
        this.reason = reason;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this; // it is an answer, whose place nobody asks for
    }

    ErrorClass errorClass() {
        return errorClass(reason);
    }

    static ErrorClass errorClass(int reason) {
        return reason == RANGE ? ErrorClass.RMA_RANGE : ErrorClass.WINDOW;
    }

    static String text(int reason) {
        return switch (reason) {
            case RANGE -> "it reaches outside of the memory that the target has given to the window, or attached";
            case MEMORY -> "the target's memory cannot be touched: it was closed, or is read-only";
            default -> "the target could not read its description";
        };
    }
}
