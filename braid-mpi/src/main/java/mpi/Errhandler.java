package mpi;

/**
 * What a program wants to happen after an error. Braid always throws {@link MPIException}: an exception that nobody catches ends
 * the job, which is ERRORS_ARE_FATAL, and one that is caught is ERRORS_RETURN. The handler is kept, compared and reported.
 */
public class Errhandler {
  /** Number of {@code MPI.ERRORS_ARE_FATAL} in mpiJava. */
  public static final int FATAL = 1;

  /** Number of {@code MPI.ERRORS_RETURN} in mpiJava. */
  public static final int RETURN = 0;

  static final int ABORT = 2;

  private final int kind;

  /** The handler with this number: {@link #FATAL} or {@link #RETURN}, as in mpiJava. */
  public Errhandler(int code) {
    this.kind = code;
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object other) {
    return other instanceof Errhandler that && that.kind == kind;
  }

  @Override
  public int hashCode() {
    return kind;
  }

  @Override
  public String toString() {
    return kind == RETURN ? "ERRORS_RETURN" : kind == ABORT ? "ERRORS_ABORT" : "ERRORS_ARE_FATAL";
  }
}
