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
    this(new PersistentMessage("Prequest", lco, mode, buf, offset, count, type, peer, tag));
  }

  Prequest(PersistentMessage message) {
    this(message, message.type());
  }

  Prequest(PersistentStart start, @Nullable Datatype type) {
    super(null, type);
    this.start = start;
    World.made(this);
  }

  /** Starts the communication once more; the last one must have been waited for. */
  public void start() {
    checkInactive();
    hold(start.begin().request());
  }

  private void checkInactive() {
    if (freed || request() != null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "Prequest.start: the request " + (freed ? "was freed" : "is still active"));
    }
  }

  /** As {@link #start}, in mpiJava's spelling (MPI 4.1, section 3.9). */
  public void Start() {
    start();
  }

  /**
   * Of a partitioned send that was started: this partition holds what is to be sent, and may leave. Any thread may say so (MPI 4.1, section 4.2.2).
   *
   * @throws MPIException ERR_ARG if there is no such partition, or if it is ready already; ERR_REQUEST if the request is none of a partitioned send, or was not started
   */
  public void pready(int partition) {
    alive().ready(partition);
  }

  /** As {@link #pready}, of the partitions from {@code low} to {@code high}, both included (MPI 4.1, section 4.2.2); none is marked if one is refused. */
  public void preadyRange(int low, int high) {
    if (low <= high) {
      alive().readyRange(low, high);
    }
  }

  /** As {@link #pready}, of these partitions (MPI 4.1, section 4.2.2); none is marked if one is refused. */
  public void preadyList(int[] partitions) {
    int[] given = Arguments.given(partitions, ErrorClasses.ERR_ARG, "preadyList: the array of partitions");
    if (given.length > 0) {
      alive().ready(given.clone());
    }
  }

  /**
   * Of a partitioned receive: whether this partition has come since the request was started; true if it is over, or was never started (MPI 4.1, section 4.2.3).
   *
   * @throws MPIException ERR_ARG if there is no such partition; ERR_REQUEST if the request is none of a partitioned receive; as {@link #waitFor}, once the message has failed
   */
  public boolean parrived(int partition) {
    return alive().hasArrived(partition);
  }

  private PersistentStart alive() {
    if (freed) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "the request was freed");
    }
    return start;
  }

  /** Frees the request; a communication that is under way goes on, but a collective or a partitioned one must be over (MPI 4.1, section 3.9). */
  @Override
  public void free() {
    PersistentStart ended = alive();
    if (!ended.mayBeFreedWhileActive() && request() != null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "Prequest.free: the request is still active; wait for it first");
    }
    if (request() != null) {
      super.free();
    }
    freed = true;
    World.freed(this);
    ended.end();
  }

  /** Only a freed persistent request is null. */
  @Override
  public boolean isNull() {
    return freed;
  }

  /** Starts them one after the other (MPI 4.1, section 3.9); none if one of them is null, active or freed. */
  public static void startAll(Prequest[] requests) {
    for (Prequest request : Arguments.requests(requests, "startAll")) {
      Arguments.given(request, ErrorClasses.ERR_REQUEST, "startAll: a request").checkInactive();
    }
    for (Prequest request : requests) {
      request.start();
    }
  }

  /** As {@link #startAll}, in mpiJava's spelling (MPI 4.1, section 3.9). */
  public static void Startall(Prequest[] requests) {
    startAll(requests);
  }
}
