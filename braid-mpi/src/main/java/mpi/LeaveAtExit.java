package mpi;

import org.braid.boot.Job;
import org.braid.link.Context;

/**
 * What a program for MPJ Express does that calls {@code System.exit} between Init and Finalize, which that library allows: its rank leaves once others have what it had sent, and waits for nobody else. Where they do not take that in time it has not left, which
 * the launcher takes for a failure, as it does of programs for other libraries (docs/decisions/old-launchers.md).
 *
 * @param rank the one whose program exits
 */
record LeaveAtExit(Rank rank) implements Runnable {
  /** Of a process that exits with an error others hear so much later at most. */
  private static final long PATIENCE_NS = 5_000_000_000L;

  private static final long REST_MS = 1_000;

  @Override
  public void run() {
    Membership here = rank.running();
    Job job = here == null ? null : here.job;
    if (here != null && job != null) {
      leave(here.process.context(), job);
    }
  }

  /** By a thread that nobody waits for for ever: where the one that exits stands inside of MPI, as in a user's operator, nobody else gets in any more. */
  private static void leave(Context context, Job job) {
    Thread drain = new Thread(() -> drain(context, job));
    drain.setDaemon(true);
    drain.start();
    try {
      drain.join(PATIENCE_NS / 1_000_000 + REST_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void drain(Context context, Job job) {
    if (context.drain(PATIENCE_NS)) {
      job.finished();
    }
  }
}
