package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.MpiFailure;

/** Turns failures of the layers below into the exception that MPI programs expect. */
final class Errors {
  private Errors() {}

  static MPIException of(BraidException failure) {
    int errorClass = failure instanceof MpiFailure mpi ? mpi.errorClass().value() : ErrorClasses.ERR_OTHER;
    return new MPIException(errorClass, String.valueOf(failure.getMessage()), failure);
  }
}
