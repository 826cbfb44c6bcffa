package mpi;

import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** A persistent request: arguments bound once, started any number of times. Inactive between a completion and the next start. */
public class Prequest extends Request {
  enum Mode {
    STANDARD,
    SYNCHRONOUS,
    BUFFERED,
    RECEIVE
  }

  private final PersistentStart start;
  private boolean freed;

  Prequest(Lco lco, Mode mode, @Nullable Object buf, int offset, int count, Datatype type, int peer, int tag) {
    this(new PersistentMessage(lco, mode, buf, offset, count, type, peer, tag), type);
  }

  Prequest(PersistentStart start, @Nullable Datatype type) {
    super(null, type);
    this.start = start;
  }

  /** Starts the communication once more; the last one must have been waited for. */
  public void start() {
    if (freed || request() != null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "Prequest.start: the request " + (freed ? "was freed" : "is still active"));
    }
    hold(start.begin().request());
  }

  /** As {@link #start}, in mpiJava's spelling (MPI 4.1, section 3.9). */
  public void Start() {
    start();
  }

  /** Frees the request; a communication that is under way goes on, but a collective or a partitioned one must be over (MPI 4.1, section 3.9). */
  @Override
  public void free() {
    if (!start.mayBeFreedWhileActive() && request() != null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "Prequest.free: the request is still active; wait for it first");
    }
    super.free();
    if (!freed) {
      freed = true;
      start.end();
    }
  }

  /** Only a freed persistent request is null. */
  @Override
  public boolean isNull() {
    return freed;
  }

  /** Starts them one after the other (MPI 4.1, section 3.9). */
  public static void startAll(Prequest[] requests) {
    for (Prequest request : Arguments.requests(requests, "startAll")) {
      Arguments.given(request, ErrorClasses.ERR_REQUEST, "startAll: a request").start();
    }
  }

  /** As {@link #startAll}, in mpiJava's spelling (MPI 4.1, section 3.9). */
  public static void Startall(Prequest[] requests) {
    startAll(requests);
  }
}
