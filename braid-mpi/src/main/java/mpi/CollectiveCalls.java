package mpi;

import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.link.progress.Completion;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.title.Titled;
import org.braid.mpi.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of one communicator, once for all spellings: checks roots, counts and buffers, turns them into plain memory, and
 * runs a schedule. Those that move equal blocks are here; {@link TableCalls} move others, {@link Reductions} combine, objects leave for {@link ObjectCollectives}.
 */
final class CollectiveCalls implements Titled {
  /** In place of a send buffer: the operand lies in the receive buffer. */
  static final Object IN_PLACE = new Object();

  static final int[] NO_COUNTS = {};

  private static final int WORD = 8;

  /** What is done with a call. */
  private enum Use {
    RUN, START, CHECK, PREPARE
  }

  private final CommState comm;
  private final Use use;

  /** Where its calls are numbered; null: where the others of the communicator are. */
  private final @Nullable CollectiveRuns own;

  /** Those of a communicator between two groups; null in one of one group. */
  final @Nullable InterCalls between;

  private org.braid.mpi.p2p.@Nullable Request underWay;
  private long said;
  final ObjectCollectives objects = new ObjectCollectives(this);

  /** Those whose blocks differ in length. */
  final TableCalls tables = new TableCalls(this);

  /** Those that combine what they move. */
  final Reductions reductions = new Reductions(this);

  CollectiveCalls(CommState comm) {
    this(comm, Use.RUN, null);
  }

  private CollectiveCalls(CommState comm, Use use, @Nullable CollectiveRuns own) {
    this.comm = comm;
    this.use = use;
    this.own = own;
    this.between = comm.betweenGroups(this);
  }

  /** For one call, which is only started; {@link #request} finishes it. */
  static CollectiveCalls started(CommState comm) {
    return new CollectiveCalls(comm, Use.START, null);
  }

  /** As {@link #started}, of one whose calls are numbered there. */
  static CollectiveCalls startedIn(CollectiveRuns own, CommState comm) {
    return new CollectiveCalls(comm, Use.START, own);
  }

  /** For one blocking call that is numbered there. */
  static CollectiveCalls in(CollectiveRuns own, CommState comm) {
    return new CollectiveCalls(comm, Use.RUN, own);
  }

  /** For one call whose arguments are looked at, as if it were started, and which is not carried out. */
  static CollectiveCalls checked(CommState comm) {
    return new CollectiveCalls(comm, Use.CHECK, null);
  }

  /** For one call that will be started there many times: the members make ready for it, and it is not carried out. */
  static CollectiveCalls prepared(CollectiveRuns own, CommState comm) {
    return new CollectiveCalls(comm, Use.PREPARE, own);
  }

  private CollectiveRuns runs() {
    return own == null ? comm.collective() : own;
  }

  /** Whether calls are started, or looked at, and not waited for. */
  boolean onlyStarts() {
    return use != Use.RUN;
  }

  /** The handle of the call that was started. */
  Request request() {
    return new Request(underWay, null);
  }

  /** What all members say alike of a call whose arguments were looked at; 0 of one that takes several steps, and of a member that has no neighbours, which knows no length. */
  long said() {
    return said;
  }

  /** Those that only neighbours take part in. */
  NeighborCalls neighbors() {
    return new NeighborCalls(this);
  }

  @Nullable Topology topology() {
    return comm.topology();
  }

  MPIException refused(int errorClass, String call, String why) {
    return comm.refused(errorClass, call, why);
  }

  @Override
  public String title() {
    return members().title();
  }

  /** The communicator's object, whose slots lead to its members. */
  Lco members() {
    return comm.lco();
  }

  /** The object whose slots lead to all who take part in calls: of a communicator between two groups, both. */
  Lco space() {
    return runs().lco();
  }

  int size() {
    return comm.memberCount();
  }

  @Override
  public int rank() {
    return comm.member();
  }

  void barrier() {
    run(call(Operation.BARRIER));
  }

  void lastBarrier() {
    run(call(Operation.BARRIER).purpose(Purpose.FINALIZE));
  }

  /** The last barrier where {@code all} says that everybody has come to it. */
  void lastBarrierOutside(Completion all) {
    try {
      comm.collective().agreeOutside(call(Operation.BARRIER).purpose(Purpose.FINALIZE), all);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  void bcast(@Nullable Object buf, int offset, long count, Datatype type, int root) {
    if (between != null) {
      between.bcast(buf, offset, count, type, root);
      return;
    }
    checkRoot("bcast", root);
    boolean sends = rank() == root;
    int quick = (int) Math.min(count, Integer.MAX_VALUE);
    int plainBytes = sends ? Buffers.plainBytes(buf, offset, quick, type) : Buffers.writablePlainBytes(buf, offset, quick, type);
    if (plainBytes >= 0 && buf != null && quick == count) {
      run(sized(call(Operation.BCAST), plainBytes, type).root(root).out(buf, Buffers.offsetBytes(buf, offset)));
      return;
    }
    if (isObject(type)) {
      objects.bcast(buf, offset, (int) count, type, root);
      return;
    }
    Operand data = sends ? Operand.sent(this, "bcast", buf, offset, count, type, 1) : Operand.received(this, "bcast", buf, offset, count, type, 1);
    run(sized(call(Operation.BCAST), data.blockBytes, type).root(root).out(data.base, data.offset));
  }

  // ---- equal blocks

  void gather(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    if (between != null) {
      between.gather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
      return;
    }
    checkRoot("gather", root);
    if (isObject(sendtype)) {
      objects.gather(sendbuf, sendoffset, (int) sendcount, sendtype, recvbuf, recvoffset, (int) recvcount, recvtype, root);
      return;
    }
    boolean inPlace = sendbuf == IN_PLACE;
    boolean receives = rank() == root;
    Operand in = inPlace ? Operand.NONE : Operand.sent(this, "gather", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out = receives ? Operand.received(this, "gather", recvbuf, recvoffset, recvcount, recvtype, size()) : Operand.NONE;
    runBlocks(call(Operation.GATHER).root(root), "gather", receives ? recvtype : sendtype, in, out, inPlace || receives && in.isSame(out.block(root)), receives);
  }

  void gatherInPlace(@Nullable Object buf, long count, Datatype type, int root) {
    if (isRoot(root)) {
      gather(IN_PLACE, 0, 0, type, buf, 0, count, type, root);
    } else {
      gather(buf, 0, count, type, null, 0, 0, type, root);
    }
  }

  void scatter(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    if (between != null) {
      between.scatter(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
      return;
    }
    checkRoot("scatter", root);
    if (isObject(recvtype)) {
      objects.scatter(sendbuf, sendoffset, (int) sendcount, sendtype, recvbuf, recvoffset, (int) recvcount, recvtype, root);
      return;
    }
    boolean inPlace = recvbuf == IN_PLACE;
    boolean sends = rank() == root;
    Operand in = sends ? Operand.sent(this, "scatter", sendbuf, sendoffset, sendcount, sendtype, size()) : Operand.NONE;
    Operand out = inPlace ? ownBlock(in) : Operand.received(this, "scatter", recvbuf, recvoffset, recvcount, recvtype, 1);
    if (sends && in.blockBytes != out.blockBytes) {
      throw unequal(this, "scatter", in.blockBytes, out.blockBytes);
    }
    if (sends && !inPlace && !out.isSame(ownBlock(in)) && out.overlaps(in)) {
      out = Operand.receivedAside(recvcount, recvtype, 1);
    }
    Call call = sized(call(Operation.SCATTER).root(root), out.blockBytes, sends ? sendtype : recvtype).in(in.base, in.offset).out(out.base, out.offset);
    run(inPlace ? call.inPlace() : call);
    putBack(out, recvbuf, recvoffset, recvtype);
  }

  /** The root's own block of its send buffer, which is only read in place. */
  private Operand ownBlock(Operand all) {
    return all.block(rank());
  }

  void scatterInPlace(@Nullable Object buf, long count, Datatype type, int root) {
    if (isRoot(root)) {
      scatter(buf, 0, count, type, IN_PLACE, 0, 0, type, root);
    } else {
      scatter(null, 0, 0, type, buf, 0, count, type, root);
    }
  }

  void allGather(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype) {
    if (between != null) {
      between.allGather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
      return;
    }
    if (isObject(recvtype)) {
      objects.allGather(sendbuf, sendoffset, (int) sendcount, sendtype, recvbuf, recvoffset, (int) recvcount, recvtype);
      return;
    }
    boolean inPlace = sendbuf == IN_PLACE;
    Operand in = inPlace ? Operand.NONE : Operand.sent(this, "allGather", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out = Operand.received(this, "allGather", recvbuf, recvoffset, recvcount, recvtype, size());
    runBlocks(call(Operation.ALLGATHER), "allGather", recvtype, in, out, inPlace || in.isSame(out.block(rank())), true);
  }

  void allToAll(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype) {
    if (between != null) {
      between.allToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
      return;
    }
    if (isObject(recvtype)) {
      objects.allToAll(sendbuf, sendoffset, (int) sendcount, sendtype, recvbuf, recvoffset, (int) recvcount, recvtype);
      return;
    }
    Operand in = Operand.sent(this, "allToAll", sendbuf, sendoffset, sendcount, sendtype, size());
    Operand out = Operand.received(this, "allToAll", recvbuf, recvoffset, recvcount, recvtype, size());
    runBlocks(call(Operation.ALLTOALL), "allToAll", recvtype, in, out, false, true);
  }

  private void runBlocks(Call call, String name, Datatype type, Operand in, Operand out, boolean inPlace, boolean receives) {
    if (!inPlace && receives && in.blockBytes != out.blockBytes) {
      throw unequal(this, name, in.blockBytes, out.blockBytes);
    }
    Operand sent = inPlace ? Operand.NONE : in.apartFrom(out);
    sized(call, inPlace ? out.blockBytes : in.blockBytes, type).in(sent.base, sent.offset).out(out.base, out.offset);
    run(inPlace ? call.inPlace() : call);
  }

  // ---- common

  /** Whatever can be moved in words is: schedules cut messages at elements. Nothing is of every type. */
  static Call sized(Call call, long bytes, Datatype type) {
    call.type(bytes == 0 ? 0 : type.code);
    return bytes % WORD == 0 ? call.count(bytes / WORD, WORD) : call.count(bytes, 1);
  }

  Call call(Operation operation) {
    return runs().call(operation);
  }

  void run(Call call) {
    try {
      switch (use) {
        case RUN -> runs().run(call);
        case START -> underWay = runs().start(call);
        case PREPARE -> runs().prepareToStart(call);
        case CHECK -> said = call.reachesNobody() ? 0 : runs().said(call);
      }
    } catch (BraidException e) {
      throw comm.failed(e);
    }
  }

  /** Puts a block that is received aside where the user wants it, when it has come. */
  void putBack(Operand from, @Nullable Object buf, int offset, Datatype type) {
    if (buf != null && from.isAside) {
      whenDone(() -> from.putBack(buf, offset, type));
    }
  }

  void whenDone(Runnable unpacking) {
    if (use == Use.RUN) {
      unpacking.run();
    } else if (underWay != null) {
      underWay.attach(unpacking);
    }
  }

  boolean isObject(Datatype type) {
    boolean isObject = type != null && type.isObject();
    if (isObject && use != Use.RUN) {
      throw aside("has elements of MPI.OBJECT");
    }
    return isObject;
  }

  /** To be thrown by a call that is started and takes several steps, before the first of them. */
  RuntimeException aside(String why) {
    if (World.threadLevel() != Constants.THREAD_MULTIPLE) {
      return new MPIException(ErrorClasses.ERR_TYPE, "a collective that is only started " + why + ", which a thread of its own carries out, and the program has promised by InitThread to call from one; call the blocking form, or begin with MPI.Init");
    }
    return new ObjectsAside.Needed();
  }

  static MPIException objectsOnOneSide(@Nullable Titled on, String name) {
    return Refusal.of(on, ErrorClasses.ERR_TYPE, name, "one datatype of this call is MPI.OBJECT and the other is not; objects go to objects");
  }

  boolean isRoot(int root) {
    return root == (between == null ? rank() : Constants.ROOT);
  }

  void checkRoot(String name, int root) {
    if (root < 0 || root >= size()) {
      throw refused(ErrorClasses.ERR_ROOT, name, "root " + root + " is not in 0.." + (size() - 1));
    }
  }

  /** A rank's block for itself has one length on both sides. */
  static void checkOwnBlock(Titled on, String name, long sent, long received) {
    if (sent != received) {
      throw unequal(on, name, sent, received);
    }
  }

  static MPIException unequal(Titled on, String name, long sent, long received) {
    return Refusal.of(on, ErrorClasses.ERR_COUNT, name, "this rank sends itself " + sent + " bytes but has room for " + received + "; counts must agree");
  }
}
