package mpi;

import java.util.function.Consumer;

/** What a program does at the turns of a generalized request (MPI 4.1, section 13.2), which it completes itself, from whatever thread. */
final class Generalized implements Whole {
  private final org.braid.mpi.p2p.Request request;
  private final Consumer<Status> query;
  private final Runnable free;
  private final Consumer<Boolean> cancel;
  private boolean isComplete;
  private boolean isFreed;

  Generalized(org.braid.mpi.p2p.Request request, Consumer<Status> query, Runnable free, Consumer<Boolean> cancel) {
    this.request = request;
    this.query = query;
    this.free = free;
    this.cancel = cancel;
  }

  @Override
  public Status look() {
    Status status = new Status();
    query.accept(status);
    return status;
  }

  @Override
  public Status finish() {
    try {
      return look();
    } finally {
      free.run();
    }
  }

  @Override
  public void cancel(boolean isDone) {
    cancel.accept(isDone);
  }

  /** {@inheritDoc} One that goes on is freed when it is complete. */
  @Override
  public void free() {
    if (isOverAfter(false)) {
      free.run();
    }
  }

  /** The program says that it is done. */
  void complete() {
    boolean isOver = isOverAfter(true);
    World.completions().end(request, null);
    if (isOver) {
      free.run();
    }
  }

  private synchronized boolean isOverAfter(boolean completion) {
    if (completion && isComplete) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "grequestComplete: the request is complete already");
    }
    isComplete |= completion;
    isFreed |= !completion;
    return isComplete && isFreed;
  }
}
