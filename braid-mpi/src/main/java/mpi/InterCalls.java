package mpi;

import java.util.function.UnaryOperator;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.comm.AcrossNeighbours;
import org.braid.mpi.comm.Intercommunicator;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of an intercommunicator (MPI 4.1, section 6.2.3), as exchanges among the members of both groups of which each has the other group, or one member of it, as its neighbours. What each
 * member receives comes from the other group alone.
 *
 * <pre>
 *   root group     MPI.ROOT at the root, MPI.PROC_NULL at the others, which take no part
 *   other group    the root's rank in the root group
 * </pre>
 */
final class InterCalls {
  private final CollectiveCalls calls;
  private final Intercomm comm;

  /** Those that combine what they move. */
  final InterReductions reductions = new InterReductions(this);

  InterCalls(CollectiveCalls calls, Intercomm comm) {
    this.calls = calls;
    this.comm = comm;
  }

  CollectiveCalls plain() {
    return calls;
  }

  Intercomm comm() {
    return comm;
  }

  // ---- one root

  void bcast(@Nullable Object buf, int offset, long count, Datatype type, int root) {
    Neighbours those = fromRoot("bcast", root);
    if (those != neighbours().nobody() && !calls.isObject(type)) {
      bcastAmong(those, buf, offset, count, type, rootSaid(root));
      return;
    }
    rooted("bcast", Operation.BCAST, root, those, count, type).oneToAll(buf, offset, count, type, buf, offset, BlockTable.equal(1, count), type);
  }

  /** The root and the other group do what one group does; nobody else knows of it. */
  private void bcastAmong(Neighbours those, @Nullable Object buf, int offset, long count, Datatype type, int root) {
    boolean sends = those.outDegree() > 0;
    Operand data = sends ? Operand.sent(calls, "bcast", buf, offset, count, type, 1) : Operand.received(calls, "bcast", buf, offset, count, type, 1);
    Call call = CollectiveCalls.sized(calls.call(Operation.BCAST), data.blockBytes, type).root(root);
    calls.run(call.neighbours(those).standsFor(Operation.BCAST, root, data.blockBytes).out(data.base, data.offset));
  }

  void gather(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    Neighbours those = toRoot("gather", root);
    boolean receives = those.inDegree() > 0;
    rooted("gather", Operation.GATHER, root, those, receives ? recvcount : sendcount, receives ? recvtype : sendtype)
        .oneToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, BlockTable.equal(those.inDegree(), recvcount), recvtype);
  }

  void gatherv(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype, int root) {
    Neighbours those = toRoot("gatherv", root);
    if (those.outDegree() > 0) {
      refuseInPlace("gatherv", sendbuf);
    }
    rooted("gatherv", Operation.GATHERV, root, those, 0, null)
        .oneToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvs, recvtype);
  }

  void scatter(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    Neighbours those = fromRoot("scatter", root);
    boolean receives = those.inDegree() > 0;
    rooted("scatter", Operation.SCATTER, root, those, receives ? recvcount : sendcount, receives ? recvtype : sendtype)
        .oneToEach(sendbuf, sendoffset, BlockTable.equal(those.outDegree(), sendcount), sendtype, recvbuf, recvoffset, BlockTable.equal(1, recvcount), recvtype);
  }

  void scatterv(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    Neighbours those = fromRoot("scatterv", root);
    if (those.inDegree() > 0) {
      refuseInPlace("scatterv", recvbuf);
    }
    rooted("scatterv", Operation.SCATTERV, root, those, 0, null)
        .oneToEach(sendbuf, sendoffset, sends, sendtype, recvbuf, recvoffset, BlockTable.equal(1, recvcount), recvtype);
  }

  // ---- all to all

  void allGather(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype) {
    refuseInPlace("allGather", sendbuf);
    int size = remoteSize();
    both("allGather", Operation.ALLGATHER, sendcount, sendtype, recvcount, recvtype)
        .oneToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, BlockTable.equal(size, recvcount), recvtype);
  }

  void allGatherv(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    refuseInPlace("allGatherv", sendbuf);
    both("allGatherv", Operation.ALLGATHERV, 0, null, 0, null).oneToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvs, recvtype);
  }

  void allToAll(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype) {
    int size = remoteSize();
    both("allToAll", Operation.ALLTOALL, sendcount, sendtype, recvcount, recvtype)
        .oneToEach(sendbuf, sendoffset, BlockTable.equal(size, sendcount), sendtype, recvbuf, recvoffset, BlockTable.equal(size, recvcount), recvtype);
  }

  void allToAllv(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    both("allToAllv", Operation.ALLTOALLV, 0, null, 0, null)
        .oneToEach(sendbuf, sendoffset, sends, sendtype, recvbuf, recvoffset, recvs, recvtype);
  }

  void allToAllw(
      @Nullable Object sendbuf, BlockTable sends, Datatype[] sendtypes,
      @Nullable Object recvbuf, BlockTable recvs, Datatype[] recvtypes) {
    both("allToAllw", Operation.ALLTOALLV, 0, null, 0, null).typed(sendbuf, sends, sendtypes, recvbuf, recvs, recvtypes);
  }

  // ---- common

  /** Members compare the length of a block, as far as all of them know it. */
  private BlockExchange rooted(String name, Operation called, int root, Neighbours those, long count, @Nullable Datatype type) {
    int said = rootSaid(root);
    long bytes = bytes(count, type);
    int code = bytes == 0 || type == null ? 0 : type.code;
    return exchange(name, those, call -> call.root(Math.max(0, said)).standsFor(called, said, bytes).type(code)); // schedules are kept by it
  }

  /** The two directions may carry blocks of different lengths and types: members compare the sum, and the type if there is one. */
  private BlockExchange both(String name, Operation called, long sendcount, @Nullable Datatype sendtype, long recvcount, @Nullable Datatype recvtype) {
    long bytes = bytes(sendcount, sendtype) + bytes(recvcount, recvtype);
    int code = bytes == 0 || sendtype == null || recvtype == null || sendtype.code != recvtype.code ? 0 : sendtype.code;
    return exchange(name, neighbours().everybody(), call -> call.standsFor(called, 0, bytes).type(code));
  }

  BlockExchange exchange(String name, Neighbours those, UnaryOperator<Call> described) {
    return new BlockExchange(calls, name, -1, those, described);
  }

  /** Of objects nobody knows the length before. */
  private static long bytes(long count, @Nullable Datatype type) {
    if (type == null || type.isObject() || count <= 0) {
      return 0;
    }
    long each = type.alive().map.sizeBytes();
    return each > 0 && count > Long.MAX_VALUE / each ? Long.MAX_VALUE : count * each; // which no memory has
  }

  /** By a number that all members have for it; one in the root's group that is not the root knows none. */
  int rootSaid(int root) {
    Intercommunicator parts = comm.parts();
    return root == Constants.PROC_NULL ? Call.NO_ROOT : root == Constants.ROOT ? parts.rankOfOwn(comm.getRank()) : parts.rankOfRemote(root);
  }

  Neighbours fromRoot(String name, int root) {
    AcrossNeighbours across = neighbours();
    return root == Constants.ROOT ? across.toAll() : root == Constants.PROC_NULL ? across.nobody() : across.from(checked(name, root));
  }

  Neighbours toRoot(String name, int root) {
    AcrossNeighbours across = neighbours();
    return root == Constants.ROOT ? across.fromAll() : root == Constants.PROC_NULL ? across.nobody() : across.to(checked(name, root));
  }

  AcrossNeighbours neighbours() {
    return comm.parts().neighbours();
  }

  int remoteSize() {
    return comm.getRemoteSize();
  }

  private int checked(String name, int root) {
    if (root < 0 || root >= remoteSize()) {
      throw comm.refused(
          ErrorClasses.ERR_ROOT, name, "root " + root + " is no rank of the other group, which has 0.." + (remoteSize() - 1) + "; the root itself gives MPI.ROOT, and the rest of its group MPI.PROC_NULL");
    }
    return root;
  }

  void refuseInPlace(String name, @Nullable Object buf) {
    if (buf == CollectiveCalls.IN_PLACE) {
      throw comm.refused(ErrorClasses.ERR_BUFFER, name, "an intercommunicator has no form in place, since all that comes is the other group's; give both buffers");
    }
  }
}
