package mpi;

/**
 * An MPI call failed. Unchecked, as in MPJ Express, so programs with and without {@code throws MPIException} compile.
 *
 * <p>The class is one of the {@code MPI.ERR_} constants and says what kind of mistake it was; the message is a sentence that says
 * which call, which argument and which value.
 */
public class MPIException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int errorClass;
  private final int errorCode;

  public MPIException() {
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  public MPIException(String message) {
    super(message);
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  public MPIException(Throwable cause) {
    super(cause);
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  MPIException(int errorClass, String message) {
    super(message);
    this.errorClass = errorClass;
    this.errorCode = errorClass;
  }

  MPIException(int errorClass, String message, Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass;
    this.errorCode = errorClass;
  }

  /** One of the {@code MPI.ERR_} constants. */
  public int getErrorClass() {
    return errorClass;
  }

  /** The code of this implementation; Braid uses the class itself. */
  public int getErrorCode() {
    return errorCode;
  }
}
