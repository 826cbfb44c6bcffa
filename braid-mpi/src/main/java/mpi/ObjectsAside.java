package mpi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of objects, and the longest reductions, that were started on one communicator. Lengths go before bytes, or a piece before the next, so each is several calls one after the other: a {@linkplain Aside#thread thread of its own} makes these, blocking, in a matching space of their own, which the first of them has
 * started to connect. They are carried out in the order in which they were started, which is the same at all members; between them the communicator's other collectives go on.
 */
final class ObjectsAside {
  /** Thrown before anything was sent: the call has objects, or is another one of several steps, and is to be made here. */
  static final class Needed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Needed() {
      super(null, null, false, false);
    }
  }

  /** So long its thread waits for more. */
  private static final long LINGER_NS = 100_000_000;

  private final Comm comm;
  private final Request connecting;
  private final Deque<Started> waiting = new ArrayDeque<>();
  private @Nullable Lco copy;
  private @Nullable CollectiveRuns runs;
  private @Nullable RuntimeException broken;
  private boolean hasThread;
  private boolean isAtWork; // that thread
  private boolean isClosed;

  /** Starts to connect the members; they have all begun to start collectives of objects. */
  ObjectsAside(Comm comm) {
    this.comm = comm;
    try {
      connecting = new Request(Intracommunicators.startDup(comm.collective(), made -> copy = made), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Carries the call out behind those that were started before it. */
  Request start(Consumer<CollectiveCalls> call) {
    synchronized (this) {
      if (!hasThread) {
        Aside.thread(this::carryOut).start(); // it looks for the first as soon as this lock is free
        hasThread = true;
      }
      Started started = new Started(() -> call.accept(CollectiveCalls.in(space(), comm)));
      waiting.add(started);
      notifyAll();
      return new Request(started.whole, null);
    }
  }

  /** Carries out one that has a matching space of its own. */
  static Request startAlone(Runnable blocking) {
    Started started = new Started(blocking);
    Aside.thread(started).start();
    return new Request(started.whole, null);
  }

  private void carryOut() {
    for (Started next = next(); next != null; next = next()) {
      next.run();
    }
  }

  private synchronized @Nullable Started next() {
    isAtWork = false;
    awaitMore();
    Started next = waiting.poll();
    isAtWork = next != null;
    hasThread = isAtWork;
    if (isClosed && !isAtWork) {
      closeCopy();
    }
    return next;
  }

  /** A program that starts one after the other has each carried out by the thread that is there already. */
  private void awaitMore() {
    try {
      long endNs = System.nanoTime() + LINGER_NS;
      for (long leftNs = LINGER_NS; waiting.isEmpty() && !isClosed && leftNs > 0; leftNs = endNs - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, leftNs);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt(); // then it ends at once
    }
  }

  /** Where they match. Of the one thread that carries them out. */
  private CollectiveRuns space() {
    RuntimeException failed = broken;
    if (failed != null) {
      throw failed;
    }
    CollectiveRuns known = runs;
    if (known == null) {
      try {
        connecting.waitFor();
        known = ChosenCollectives.of(Arguments.given(copy, ErrorClasses.ERR_COMM, "the copy of the communicator"), comm.algorithms(), comm.reproducible());
      } catch (RuntimeException failure) {
        broken = failure;
        throw failure;
      }
      runs = known;
    }
    return known;
  }

  /** The communicator is freed; what was started goes on. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
    if (!isAtWork && waiting.isEmpty()) {
      closeCopy();
    }
  }

  private void closeCopy() {
    Lco made = copy;
    copy = null;
    CollectiveRuns used = runs;
    runs = null;
    if (used != null) {
      used.handOver();
    }
    if (made != null) {
      made.close();
    }
  }

  /** One call, and the request that stands for it. */
  private static final class Started extends Aside implements Runnable {
    final org.braid.mpi.p2p.Request whole = World.completions().begin();
    private final Runnable blocking;

    Started(Runnable blocking) {
      this.blocking = blocking;
      whole.attach(this);
    }

    @Override
    public boolean isCollective() {
      return true;
    }

    @Override
    public void run() {
      try {
        blocking.run();
      } catch (RuntimeException thrown) {
        failed(thrown);
      } catch (Error thrown) {
        failed(thrown);
      }
      World.completions().end(whole, null);
    }
  }
}
