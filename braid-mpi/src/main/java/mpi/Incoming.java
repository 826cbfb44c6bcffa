package mpi;

import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.HeadTaker;
import org.jspecify.annotations.Nullable;

/**
 * Where received objects belong: how many bytes they take only their message tells, which lands in an array of its own. Of a message that goes on behind its head, the rest is read by whoever has waited, or by a thread of its own that begins with the
 * head, so that a receive that was only started goes on, and no test of it waits.
 */
final class Incoming implements HeadTaker {
  private final Lco process;
  private final Object[] buf;
  private final int offset;
  private final int count;
  private final Datatype type;
  private final @Nullable Thread aside;

  // Of a message that is read aside.
  private org.braid.mpi.p2p.@Nullable Request receive;
  private org.braid.mpi.p2p.@Nullable Request head;
  private @Nullable Status outcome;
  private @Nullable RuntimeException failure;
  private @Nullable Error error;

  /** @param readsAside whether the program does other things until it waits; in a program of one thread it reads all the same when it waits */
  Incoming(Lco process, Object[] buf, int offset, int count, Datatype type, boolean readsAside) {
    this.process = process;
    this.buf = buf;
    this.offset = offset;
    this.count = count;
    this.type = type;
    this.aside = readsAside ? Aside.thread(this::readAside) : null;
  }

  Datatype type() {
    return type;
  }

  /** Whether its message went on behind its head, and the rest was read; once the receive is done. */
  boolean hasReadAside() {
    return receive != null;
  }

  /** Puts the objects where the user wants them and tells what came, once the receive is done. */
  Status deliver(org.braid.mpi.p2p.Request r) {
    if (receive != null) {
      return outcome();
    }
    return r.base() instanceof byte[] bytes ? decoded(bytes, (int) r.bytes(), r.source(), r.tag()) : new Status(r.source(), r.tag(), 0, 1); // from PROC_NULL
  }

  private Status decoded(byte[] bytes, int length, int source, int tag) {
    return Status.ofObjects(source, tag, Objects.decode(new Received(bytes, length, process), buf, offset, count, type));
  }

  // ---- read aside

  @Override
  public boolean readsAside() {
    return aside != null;
  }

  @Override
  public void take(org.braid.mpi.p2p.Request pending, org.braid.mpi.p2p.Request itsHead) {
    receive = pending;
    head = itsHead;
    Arguments.given(aside, ErrorClasses.ERR_INTERN, "the thread").start();
  }

  private void readAside() {
    Completions completions = process.completions();
    org.braid.mpi.p2p.Request came = Arguments.given(head, ErrorClasses.ERR_INTERN, "the head");
    try {
      completions.await(came);
      outcome = received(completions, came);
    } catch (RuntimeException failed) {
      failure = failed;
    } catch (Error failed) {
      error = failed;
    }
    completions.end(Arguments.given(receive, ErrorClasses.ERR_INTERN, "the receive"), null);
  }

  private Status received(Completions completions, org.braid.mpi.p2p.Request came) {
    MpiFailure lost = came.error();
    Object bytes = came.base();
    int length = (int) came.bytes();
    int source = came.source();
    int tag = came.tag();
    completions.release(came);
    if (lost != null || !(bytes instanceof byte[] array)) {
      throw lost == null ? new MPIException(ErrorClasses.ERR_INTERN, "the head of a message has no bytes") : Errors.of(lost);
    }
    return decoded(array, length, source, tag);
  }

  private Status outcome() {
    if (failure != null) {
      throw failure;
    }
    if (error != null) {
      throw error;
    }
    return Arguments.given(outcome, ErrorClasses.ERR_INTERN, "the outcome");
  }
}
