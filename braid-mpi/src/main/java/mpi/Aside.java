package mpi;

import org.braid.mpi.liveness.ProgramThread;
import org.jspecify.annotations.Nullable;

/** What a thread of its own does, and a request stands for: it goes on whatever the program does with that, and whoever asks is told what was thrown. */
abstract class Aside implements Whole {
  private @Nullable RuntimeException failure; // both written before the request ends
  private @Nullable Error error;

  /**
   * Where it is done: each in a thread of its own, still to be started. Where fewer threads than calls shared the work, they might carry out one call here and another one at a fellow, and neither would end. The thread inherits what finds the program's classes from the one that makes it.
   */
  static Thread thread(Runnable work) {
    return ProgramThread.unstarted("objects", work);
  }

  /** What is told once the request has ended. */
  final void failed(RuntimeException thrown) {
    failure = thrown;
  }

  /** As {@link #failed(RuntimeException)}. */
  final void failed(Error thrown) {
    error = thrown;
  }

  @Override
  public final Status look() {
    if (failure != null) {
      throw failure;
    }
    if (error != null) {
      throw error;
    }
    return new Status();
  }

  @Override
  public final Status finish() {
    return look();
  }

  @Override
  public final void cancel(boolean isDone) {
    // neither a collective nor a send is cancelled (MPI 4.1, section 3.8.4)
  }

  @Override
  public final void free() {
    // it goes on
  }
}
