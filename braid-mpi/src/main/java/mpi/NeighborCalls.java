package mpi;

import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.topology.Graph;
import org.braid.mpi.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of neighbours (MPI 4.1, section 8.6), over buffers with one block for each neighbour of this process. What lies where a block of nobody would come keeps what it holds. Of a rank
 * that only sends, or only receives, the other side is not looked at.
 */
final class NeighborCalls {
  private final CollectiveCalls calls;

  NeighborCalls(CollectiveCalls calls) {
    this.calls = calls;
  }

  void allGather(@Nullable Object sendbuf, long sendcount, Datatype sendtype, @Nullable Object recvbuf, long recvcount, Datatype recvtype) {
    String name = "neighborAllGather";
    Neighbours those = neighbours(name);
    if (calls.isObject(type(those, sendtype, recvtype))) {
      int blocks = those.inDegree();
      exchange(name, those).oneToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, BlockTable.equal(blocks, recvcount), recvtype);
      return;
    }
    Operand in = sent(name, those, sendbuf, sendcount, sendtype, 1);
    Operand out = received(name, those, recvbuf, recvcount, recvtype);
    run(call(Operation.NEIGHBOR_ALLGATHER, those), name, those, in, out, type(those, sendtype, recvtype));
  }

  void allToAll(@Nullable Object sendbuf, long sendcount, Datatype sendtype, @Nullable Object recvbuf, long recvcount, Datatype recvtype) {
    String name = "neighborAllToAll";
    Neighbours those = neighbours(name);
    if (calls.isObject(type(those, sendtype, recvtype))) {
      exchange(name, those).oneToEach(
          sendbuf, 0, BlockTable.equal(those.outDegree(), sendcount), sendtype,
          recvbuf, 0, BlockTable.equal(those.inDegree(), recvcount), recvtype);
      return;
    }
    Operand in = sent(name, those, sendbuf, sendcount, sendtype, those.outDegree());
    Operand out = received(name, those, recvbuf, recvcount, recvtype);
    run(call(Operation.NEIGHBOR_ALLTOALL, those), name, those, in, out, type(those, sendtype, recvtype));
  }

  private Operand sent(String name, Neighbours those, @Nullable Object buf, long count, Datatype type, int blocks) {
    return those.outDegree() == 0 ? Operand.NONE : Operand.sent(calls, name, buf, 0, count, type, blocks);
  }

  private Operand received(String name, Neighbours those, @Nullable Object buf, long count, Datatype type) {
    return those.inDegree() == 0 ? Operand.NONE : Operand.received(calls, name, buf, 0, count, type, those.inDegree());
  }

  /** Equal blocks: all ranks send and receive as much, and a rank that only does one of both says it by that. */
  private void run(Call call, String name, Neighbours those, Operand in, Operand out, Datatype type) {
    boolean sends = those.outDegree() > 0;
    if (sends && those.inDegree() > 0 && in.blockBytes != out.blockBytes) {
      throw calls.refused(
          ErrorClasses.ERR_COUNT, name, "a block that is sent has " + in.blockBytes + " bytes, and one that is received " + out.blockBytes + "; all blocks of all ranks have one length");
    }
    Operand sent = in.apartFrom(out);
    calls.run(CollectiveCalls.sized(call, sends ? in.blockBytes : out.blockBytes, type).in(sent.base, sent.offset).out(out.base, out.offset));
  }

  void allGatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype) {
    allGatherv(sendbuf, sendcount, sendtype, recvbuf, BlockTable.of(recvcounts, displs), recvtype);
  }

  void allGatherv(@Nullable Object sendbuf, long sendcount, Datatype sendtype, @Nullable Object recvbuf, BlockTable recvs, Datatype recvtype) {
    String name = "neighborAllGatherv";
    exchange(name, neighbours(name)).oneToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvs, recvtype);
  }

  void allToAllv(
      @Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype,
      @Nullable Object recvbuf, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    allToAllv(sendbuf, BlockTable.of(sendcounts, sdispls), sendtype, recvbuf, BlockTable.of(recvcounts, rdispls), recvtype);
  }

  void allToAllv(@Nullable Object sendbuf, BlockTable sends, Datatype sendtype, @Nullable Object recvbuf, BlockTable recvs, Datatype recvtype) {
    String name = "neighborAllToAllv";
    exchange(name, neighbours(name)).oneToEach(sendbuf, 0, sends, sendtype, recvbuf, 0, recvs, recvtype);
  }

  /** Displacements count bytes. */
  void allToAllw(@Nullable Object sendbuf, BlockTable sends, Datatype @Nullable [] sendtypes, @Nullable Object recvbuf, BlockTable recvs, Datatype @Nullable [] recvtypes) {
    String name = "neighborAllToAllw";
    exchange(name, neighbours(name)).typed(sendbuf, sends, sendtypes, recvbuf, recvs, recvtypes);
  }

  private BlockExchange exchange(String name, Neighbours those) {
    return new BlockExchange(calls, name, calls.rank(), those, call -> call);
  }

  /** By which both sides are judged. */
  private static Datatype type(Neighbours those, Datatype sendtype, Datatype recvtype) {
    return those.inDegree() > 0 ? recvtype : sendtype;
  }

  private Call call(Operation operation, Neighbours those) {
    return calls.call(operation).neighbours(those);
  }

  /** Whom this process exchanges blocks with. */
  private Neighbours neighbours(String name) {
    Topology topology = calls.topology();
    if (topology == null) {
      throw calls.refused(ErrorClasses.ERR_TOPOLOGY, name, "the communicator has no topology; createCart, createGraph and createDistGraph make some that have");
    }
    int[] oneWay = topology instanceof Graph graph ? graph.oneWay() : CollectiveCalls.NO_COUNTS;
    if (oneWay.length > 0) {
      throw calls.refused(
          ErrorClasses.ERR_TOPOLOGY, name,
          "rank " + oneWay[0] + " names rank " + oneWay[1] + " as a neighbour, which does not name it as often; use createDistGraph for edges that go one way");
    }
    return topology.neighbours();
  }
}
