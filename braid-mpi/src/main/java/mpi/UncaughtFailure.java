package mpi;

import org.braid.boot.Job;

/**
 * Told of what the program's threads throw and nobody catches, where it has named nobody for that. An MPIException ends the job, whichever thread has thrown it, as MPI has it of errors that nobody handles (MPI_ERRORS_ARE_FATAL, MPI 4.1, section 9.3); of
 * anything else the same is printed as without this.
 */
record UncaughtFailure(Job job) implements Thread.UncaughtExceptionHandler {
  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    if (thrown instanceof MPIException) {
      throw job.fail(thrown);
    }
    System.err.print("Exception in thread \"" + thread.getName() + "\" ");
    thrown.printStackTrace();
  }
}
