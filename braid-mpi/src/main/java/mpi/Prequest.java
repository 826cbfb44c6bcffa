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

  private final Lco lco;
  private final Mode mode;
  private final @Nullable Object buf;
  private final int offset;
  private final int count;
  private final Datatype type;
  private final int peer;
  private final int tag;
  private boolean freed;

  Prequest(Lco lco, Mode mode, @Nullable Object buf, int offset, int count, Datatype type, int peer, int tag) {
    super(null, type);
    Buffers.check("Prequest", buf, offset, count, type);
    if (mode == Mode.RECEIVE) {
      Buffers.checkWritable("Prequest", buf, offset, count, type);
    }
    this.lco = lco;
    this.mode = mode;
    this.buf = buf;
    this.offset = offset;
    this.count = count;
    this.type = type;
    this.peer = peer;
    this.tag = tag;
  }

  /** Starts the communication once more; the last one must have been waited for. */
  public void start() {
    if (freed || request() != null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "Prequest.start: the request " + (freed ? "was freed" : "is still active"));
    }
    hold(begin().request());
  }

  /** As {@link #start}, in mpiJava's spelling (MPI 4.1, section 3.9). */
  public void Start() {
    start();
  }

  private Request begin() {
    return switch (mode) {
      case STANDARD -> NonBlocking.send(lco, buf, offset, count, type, peer, tag);
      case SYNCHRONOUS -> NonBlocking.synchronousSend(lco, buf, offset, count, type, peer, tag);
      case BUFFERED -> bufferedSend();
      case RECEIVE -> NonBlocking.receive(lco, buf, offset, count, type, peer, tag);
    };
  }

  private Request bufferedSend() {
    World.buffered().send(lco, Outgoing.of("bSendInit", buf, offset, count, type), type.code, peer, tag);
    return new Request(null, null);
  }

  @Override
  public void free() {
    super.free();
    freed = true;
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
