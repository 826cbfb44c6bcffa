package mpi;

import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * An MPI call failed. Unchecked, as in MPJ Express, so programs with and without {@code throws MPIException} compile.
 *
 * <p>The class is one of the {@code MPI.ERR_} constants and says what kind of mistake it was; the message says
 * which call, which argument and which value, what to do, and the code that {@code braid explain} knows.
 */
public class MPIException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int errorClass;
  private final int errorCode;
  private transient Status @Nullable [] statuses;

  /** A failure of class ERR_OTHER without words, thrown by a program itself. */
  public MPIException() {
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  /** A failure of class ERR_OTHER, thrown by a program itself. */
  public MPIException(String message) {
    super(message);
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  /** A failure of class ERR_OTHER that something else has caused, thrown by a program itself. */
  public MPIException(Throwable cause) {
    super(cause);
    this.errorClass = ErrorClasses.ERR_OTHER;
    this.errorCode = ErrorClasses.ERR_OTHER;
  }

  /**
   * @param whatAndWhy a clause without its final full stop; what to do and the code are added
   */
  MPIException(int errorClass, String whatAndWhy) {
    this(errorClass, Errors.codeOf(errorClass), whatAndWhy);
  }

  MPIException(int errorClass, ErrorCode code, String whatAndWhy) {
    super(Errors.sentence(code, whatAndWhy));
    this.errorClass = errorClass;
    this.errorCode = errorClass;
  }

  /** With an advice of its own, where the code's is about others. */
  MPIException(int errorClass, ErrorCode code, String whatAndWhy, String whatToDo) {
    super(Errors.sentence(code, whatAndWhy, whatToDo));
    this.errorClass = errorClass;
    this.errorCode = errorClass;
  }

  MPIException(int errorClass, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass;
    this.errorCode = errorClass;
  }

  /** Some of several requests have failed: ERR_IN_STATUS. */
  MPIException(String message, Throwable cause, Status[] statuses) {
    this(ErrorClasses.ERR_IN_STATUS, message, cause);
    this.statuses = statuses;
  }

  /** A failure that the program itself has named. */
  MPIException(int errorClass, int errorCode, String message) {
    super(message);
    this.errorClass = errorClass;
    this.errorCode = errorCode;
  }

  /**
   * Of ERR_IN_STATUS: a status for each request that the call was to complete, with its position and its {@link Status#getError}; else none (MPI 4.1, section 3.7.5).
   *
   * @return those of all requests in their order for waitAll and testAll; of those that are done for waitSome and testSome
   */
  public Status[] getStatuses() {
    Status[] known = statuses;
    return known == null ? new Status[0] : known.clone();
  }

  /** One of the {@code MPI.ERR_} constants, or a class that the program has added. */
  public int getErrorClass() {
    return errorClass;
  }

  /** The code that the program has added and reported; else the class itself: Braid names its own code in the message. */
  public int getErrorCode() {
    return errorCode;
  }
}
