package org.braid.mpi;

import org.braid.base.BraidException;

/** A call that MPI forbids, or a failure that MPI reports. The façade turns it into its own exception; it has the class, the code and the sentence. */
public final class MpiFailure extends BraidException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;

    public MpiFailure(ErrorClass errorClass, String what, String why, String whatToDo) {
        super(errorClass.code(), what, why, whatToDo);
        this.errorClass = errorClass;
    }

    MpiFailure(ErrorClass errorClass, BraidException cause) {
        super(errorClass.code(), cause.what(), cause.why(), cause.whatToDo(), cause);
        this.errorClass = errorClass;
    }

    public ErrorClass errorClass() {
        return errorClass;
    }
}
