package mpi;

import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.file.collective.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The handle of a communication that was started. It is null (inactive) once it was waited for or tested successfully. The buffer
 * stays reachable until then. Families of calls over several requests accept null elements.
 */
public class Request extends RequestHandle implements Freeable {
  /** Of a receive: the unit of {@code Status.count}. */
  private final @Nullable Datatype type;

  Request(org.braid.mpi.p2p.@Nullable Request request, @Nullable Datatype type) {
    super(request);
    this.type = type;
  }

  /** Of a communication that was over as it was started: whoever waits is told of it once, as of any other (MPI 4.1, section 3.7.3). */
  static Request over() {
    Completions completions = World.completions();
    org.braid.mpi.p2p.Request done = completions.begin();
    completions.end(done, null);
    return new Request(done, null);
  }

  // ---- one request

  /** Waits until the communication is done. */
  public void waitFor() {
    final org.braid.mpi.p2p.Request r = request();
    if (r != null) {
      await(r);
      finish(r);
    }
  }

  /** As {@link #waitStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.3). */
  public Status Wait() {
    return waitStatus();
  }

  /** Waits until the communication is done, and says what came; an empty status if the handle is null (MPI 4.1, section 3.7.3). */
  public Status waitStatus() {
    final org.braid.mpi.p2p.Request r = request();
    if (r == null) {
      return new Status();
    }
    await(r);
    return finishWithStatus(r);
  }

  /** True if the communication is done; the handle is null then. */
  public boolean test() {
    final org.braid.mpi.p2p.Request r = request();
    if (r == null) {
      return true;
    }
    if (!test(r)) {
      return false;
    }
    finish(r);
    return true;
  }

  /** As {@link #testStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.3). */
  public @Nullable Status Test() {
    return testStatus();
  }

  /** Null if the communication is not done. */
  public @Nullable Status testStatus() {
    final org.braid.mpi.p2p.Request r = request();
    if (r == null) {
      return new Status();
    }
    return test(r) ? finishWithStatus(r) : null;
  }

  /** As {@link #testStatus}, but the request stays as it is. */
  public @Nullable Status getStatus() {
    final org.braid.mpi.p2p.Request r = request();
    if (r == null) {
      return new Status();
    }
    return test(r) ? statusOf(r) : null;
  }

  /**
   * Takes back a receive that has met no message, or a send whose message has met no receive; it still has to be waited for, which does not depend on what others call, and the status says whether it was cancelled (MPI 4.1, section 3.8.4). Of
   * a send that is known when the receiver's process has looked at what has come: where it calls nothing and has no thread that does, a wait takes as long.
   *
   * @throws MPIException ERR_REQUEST for a collective, an access of a file or a window, and a partitioned message
   */
  public void cancel() {
    final org.braid.mpi.p2p.Request r = request();
    if (r == null) {
      return;
    }
    checkNoCollective(r, "cancel");
    if (r.attachment() instanceof Outcome) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "cancel: the request is one of an access of a file; wait for it");
    }
    if (r.attachment() instanceof Whole whole) {
      whole.cancel(r.isDone());
    } else {
      World.completions().takeBack(r);
    }
  }

  /** As {@link #cancel}, in mpiJava's spelling (MPI 4.1, section 3.8.4). */
  public void Cancel() {
    cancel();
  }

  /**
   * Forgets the request; the communication goes on.
   *
   * @throws MPIException ERR_REQUEST for a collective, of files too, and an access of a window
   */
  @Override
  public void free() {
    forget();
  }

  /** What kinds of requests do differently, they do here: reflection cannot call a public method that a class of the package overrides. */
  void forget() {
    final org.braid.mpi.p2p.Request r = request();
    if (r != null) {
      checkNoCollective(r, "free");
      Object standsFor = r.attachment();
      hold(null);
      World.completions().releaseWhenDone(r);
      if (standsFor instanceof Whole whole) {
        whole.free();
      }
    }
  }

  /** Collectives, of files too, and accesses of windows are neither taken back nor forgotten (MPI 4.1, sections 6.12, 12.3.5, 14.4.5). What is known of one that is something else is attached to it. */
  private static void checkNoCollective(org.braid.mpi.p2p.Request r, String call) {
    Object standsFor = r.attachment();
    boolean isOther = standsFor instanceof Whole whole && !whole.isCollective() || standsFor instanceof Outcome access && !access.isOfAll();
    if (r.kind() == org.braid.mpi.p2p.Request.Kind.COLLECTIVE && !isOther) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, call + ": the request is one of a collective, or of an access of a window; wait for it");
    }
  }

  /** As {@link #free()}, in mpiJava's spelling (MPI 4.1, section 3.7.3). */
  public void Free() {
    free();
  }

  /** Whether nothing is pending under this handle: it was waited for, tested successfully, or freed. */
  public boolean isNull() {
    return request() == null;
  }

  /** As {@link #isNull}, in mpiJava's spelling. */
  public boolean Is_null() {
    return isNull();
  }

  // ---- of the program's own

  /**
   * A generalized request (MPI 4.1, section 13.2): the program carries the operation out, by a thread of its own perhaps, and says by {@link #grequestComplete} when it is done. It is waited for, tested,
   * cancelled and freed as any other. What the three throw is the cause of an exception of ERR_OTHER that the call throws which has run them, unless it is an MPIException.
   *
   * @param query fills the status in, each time somebody asks for it once the request is complete
   * @param free called once, when the request is complete and was waited for, tested or freed
   * @param cancel called by {@link #cancel}; it is told whether the request is complete
   */
  public static Request grequestStart(Consumer<Status> query, Runnable free, Consumer<Boolean> cancel) {
    return GeneralizedRequest.start(query, free, cancel);
  }

  /**
   * The operation of this generalized request is done; from whatever thread (MPI 4.1, section 13.2).
   *
   * @throws MPIException ERR_REQUEST if this is no generalized request, or if it is complete already
   */
  public void grequestComplete() {
    complete();
  }

  /** As {@link #forget}, of what the program completes. */
  void complete() {
    throw new MPIException(ErrorClasses.ERR_REQUEST, "grequestComplete: the request was not made by grequestStart");
  }

  // ---- completion

  /** What ends the wait itself, and no request, reaches the program as its own exception, too. */
  private static void await(org.braid.mpi.p2p.Request r) {
    try {
      World.completions().await(r);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static boolean test(org.braid.mpi.p2p.Request r) {
    try {
      return World.completions().test(r);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Reads the result of a done request and makes the handle null. */
  final void finish(org.braid.mpi.p2p.Request r) {
    if (r.error() != null || r.attachment() != null) {
      finishWithStatus(r);
    } else {
      release(World.completions());
    }
  }

  final Status finishWithStatus(org.braid.mpi.p2p.Request r) {
    try {
      r.check();
      if (r.attachment() instanceof Whole whole) {
        return whole.finish();
      }
      if (r.attachment() instanceof Runnable unpacking) {
        unpacking.run();
      }
      return r.attachment() instanceof Incoming incoming && !r.isCancelled() ? incoming.deliver(r) : statusOf(r);
    } catch (BraidException e) {
      throw Errors.of(e);
    } finally {
      release(World.completions());
    }
  }

  private Status statusOf(org.braid.mpi.p2p.Request r) {
    if (r.isCancelled()) {
      return Status.cancelledRequest();
    }
    if (r.attachment() instanceof Whole whole) {
      return whole.look();
    }
    if (r.attachment() instanceof Incoming incoming && incoming.hasReadAside()) {
      return incoming.deliver(r);
    }
    if (r.attachment() instanceof Outcome access) {
      return FileAccesses.status(access.bytes(), type);
    }
    return r.isReceive() ? new Status(r.source(), r.tag(), r.bytes(), type == null ? 1 : type.unitBytes) : new Status();
  }

  // ---- several requests

  /**
   * Waits for all.
   *
   * @throws MPIException ERR_IN_STATUS, with a status for each, if some have failed; so do the other calls over several requests (MPI 4.1, section 3.7.5)
   */
  public static void waitAll(Request[] requests) {
    if (!World.several().finishAll(Arguments.requests(requests, "waitAll"))) {
      Requests.waitAll(requests);
    }
  }

  /** Waits for all; a status for each, in their order, empty for those that are null (MPI 4.1, section 3.7.5). */
  public static Status[] waitAllStatus(Request[] requests) {
    return Requests.waitAll(requests);
  }

  /** As {@link #waitAllStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.5). */
  public static Status[] Waitall(Request[] requests) {
    return Requests.waitAll(requests);
  }

  /** True if all are done; else none of them is touched. */
  public static boolean testAll(Request[] requests) {
    return Requests.testAll(requests) != null;
  }

  /** A status for each if all are done; else null, and none of them is touched (MPI 4.1, section 3.7.5). */
  public static Status @Nullable [] testAllStatus(Request[] requests) {
    return Requests.testAll(requests);
  }

  /** As {@link #testAllStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.5). */
  public static Status @Nullable [] Testall(Request[] requests) {
    return Requests.testAll(requests);
  }

  /** As {@link #getStatus}, of all: a status for each if all are done, which they stay; else null (MPI 4.1, section 3.7.6). */
  public static Status @Nullable [] getStatusAll(Request[] requests) {
    return Requests.lookAtAll(requests);
  }

  /** As {@link #getStatus}, of the first that is done: the status has its position, UNDEFINED if no request is active; null if none is done (MPI 4.1, section 3.7.6). */
  public static @Nullable Status getStatusAny(Request[] requests) {
    return Requests.lookAtAny(requests);
  }

  /** As {@link #getStatus}, of those that are done, possibly none; null if no request is active (MPI 4.1, section 3.7.6). */
  public static Status @Nullable [] getStatusSome(Request[] requests) {
    return Requests.lookAtSome(requests);
  }

  /** Waits for one; its position, or UNDEFINED if no request is active. */
  public static int waitAny(Request[] requests) {
    return Requests.waitAny(requests).index;
  }

  /** Waits for one; the status has its position. */
  public static Status waitAnyStatus(Request[] requests) {
    return Requests.waitAny(requests);
  }

  /** As {@link #waitAnyStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.5). */
  public static Status Waitany(Request[] requests) {
    return Requests.waitAny(requests);
  }

  /** The position of one that is done, or UNDEFINED. */
  public static int testAny(Request[] requests) {
    Status status = Requests.testAny(requests);
    return status == null ? Constants.UNDEFINED : status.index;
  }

  /** Null if none is done. */
  public static @Nullable Status testAnyStatus(Request[] requests) {
    return Requests.testAny(requests);
  }

  /** As {@link #testAnyStatus}, in mpiJava's spelling (MPI 4.1, section 3.7.5). */
  public static @Nullable Status Testany(Request[] requests) {
    return Requests.testAny(requests);
  }

  /** Waits until at least one is done; the positions of all that are, or null if no request is active. */
  public static int @Nullable [] waitSome(Request[] requests) {
    return Requests.positions(Requests.waitSome(requests));
  }

  /** Waits until at least one is done; a status with its position for each that is, or null if no request is active (MPI 4.1, section 3.7.5). */
  public static Status @Nullable [] waitSomeStatus(Request[] requests) {
    return Requests.waitSome(requests);
  }

  /** As {@link #waitSomeStatus}, in mpiJava's spelling, whose answer is empty if no request is active (MPI 4.1, section 3.7.5). */
  public static Status[] Waitsome(Request[] requests) {
    return Requests.orNone(Requests.waitSome(requests));
  }

  /** The positions of all that are done, possibly none; null if no request is active. */
  public static int @Nullable [] testSome(Request[] requests) {
    return Requests.positions(Requests.testSome(requests));
  }

  /** A status with its position for each that is done, possibly none; null if no request is active (MPI 4.1, section 3.7.5). */
  public static Status @Nullable [] testSomeStatus(Request[] requests) {
    return Requests.testSome(requests);
  }

  /** As {@link #testSomeStatus}, in mpiJava's spelling, whose answer is empty if no request is active (MPI 4.1, section 3.7.5). */
  public static Status[] Testsome(Request[] requests) {
    return Requests.orNone(Requests.testSome(requests));
  }
}
