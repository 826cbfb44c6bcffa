package mpi;

import org.braid.boot.Job;

/**
 * Told of what the program's threads throw and nobody catches, where it has named nobody for that. An MPIException ends the job, whichever thread has thrown it, as MPI has it of errors that nobody handles (MPI_ERRORS_ARE_FATAL, MPI 4.1, section 9.3). Of
 * anything else the same is printed as without this, and of all in a process that nobody has launched: it may be a test runner's, or a server, whose end is not MPI's to say.
 */
record UncaughtFailure(Job job) implements Thread.UncaughtExceptionHandler {
  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    if (thrown instanceof MPIException && job.isLaunched()) {
      throw job.fail(thrown);
    }
    System.err.print("Exception in thread \"" + thread.getName() + "\" ");
    thrown.printStackTrace();
  }
}
