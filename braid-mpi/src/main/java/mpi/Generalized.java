package mpi;

import java.util.function.Consumer;
import org.braid.base.ErrorCode;

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
    called("the query", () -> query.accept(status));
    return status;
  }

  /** What the program's own code throws there is told as of any call that runs some; an exception of MPI's it may throw itself. */
  private static void called(String what, Runnable turn) {
    try {
      turn.run();
    } catch (MPIException own) {
      throw own;
    } catch (Throwable thrown) { // the code of other languages may throw what Java would have declared
      throw new MPIException(ErrorClasses.ERR_OTHER, Errors.sentence(ErrorCode.MPI_CALLBACK, what + " that grequestStart was given threw " + thrown, "See the cause"), thrown);
    }
  }

  private void freed() {
    called("the code to free it by", free);
  }

  @Override
  public Status finish() {
    try {
      return look();
    } finally {
      freed();
    }
  }

  @Override
  public void cancel(boolean isDone) {
    called("the code to cancel it by", () -> cancel.accept(isDone));
  }

  /** {@inheritDoc} One that goes on is freed when it is complete. */
  @Override
  public void free() {
    if (isOverAfter(false)) {
      freed();
    }
  }

  /** The program says that it is done. */
  void complete() {
    boolean isOver = isOverAfter(true);
    World.completions().end(request, null);
    if (isOver) {
      freed();
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
