package mpi;

import java.nio.Buffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collective operations that are started now and finished by a {@link Request} (MPI 4.1, section 6.12), on arrays, direct and heap
 * buffers: in Open MPI's spelling, and in that of MPJ Express's branch for them, with offsets. Each does what its blocking
 * counterpart in {@link Collectives} does; its buffers and tables belong to Braid until the request is done. Elements of MPI.OBJECT
 * are serialized, and restored, by a thread of Braid's.
 */
abstract class StartedCollectives extends Collectives {
  private @Nullable ObjectsAside aside;

  StartedCollectives() {}

  /** Starts a call; one of several steps is carried out beside the program. */
  final Request started(Consumer<CollectiveCalls> call) {
    CollectiveCalls calls = CollectiveCalls.started(this);
    try {
      call.accept(calls);
    } catch (ObjectsAside.Needed severalSteps) {
      return aside().start(call);
    }
    return calls.request();
  }

  private synchronized ObjectsAside aside() {
    ObjectsAside known = aside;
    if (known == null) {
      known = new ObjectsAside((Comm) this);
      aside = known;
    }
    return known;
  }

  /** {@inheritDoc} */
  @Override
  final synchronized void closeBeside() {
    ObjectsAside known = aside;
    aside = null;
    if (known != null) {
      known.close();
    }
  }

  /** Starts a {@link #barrier}: the request is done when every member has started it (MPI 4.1, section 6.12.1). */
  public Request iBarrier() {
    return started(calls -> calls.barrier());
  }

  /** Starts a {@link #bcast}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.2). */
  public Request iBcast(@Nullable Object buf, int count, Datatype type, int root) {
    return started(calls -> calls.bcast(buf, 0, count, type, root));
  }

  /** Starts a {@link #scatter}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.4). */
  public Request iScatter(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
    return started(calls -> calls.scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root));
  }

  /** Starts the scatter in place: at the root {@code buf} holds all blocks and its own stays there; elsewhere it receives one (MPI 4.1, section 6.12.4). */
  public Request iScatter(@Nullable Object buf, int count, Datatype type, int root) {
    return started(calls -> calls.scatterInPlace(buf, count, type, root));
  }

  /** Starts a {@link #scatterv}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.4). */
  public Request iScatterv(
      @Nullable Object sendbuf, int[] sendcounts, int[] displs, Datatype sendtype, @Nullable Object recvbuf, int recvcount,
      Datatype recvtype, int root) {
    return started(calls -> calls.tables.scatterv(sendbuf, 0, sendcounts, displs, sendtype, recvbuf, 0, recvcount, recvtype, root));
  }

  /** Starts the scatterv at the root, whose own block stays where it is (MPI 4.1, section 6.12.4). */
  public Request iScatterv(@Nullable Object sendbuf, int[] sendcounts, int[] displs, Datatype sendtype, int root) {
    return started(calls -> calls.tables.scatterv(sendbuf, 0, sendcounts, displs, sendtype, CollectiveCalls.IN_PLACE, 0, 0, sendtype, root));
  }

  /** Starts the scatterv at a rank that is not the root (MPI 4.1, section 6.12.4). */
  public Request iScatterv(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
    return started(
        calls -> calls.tables.scatterv(null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, recvtype, recvbuf, 0, recvcount, recvtype, root));
  }

  /** Starts a {@link #gather}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.3). */
  public Request iGather(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
    return started(calls -> calls.gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root));
  }

  /** Starts the gather in place: at the root {@code buf} takes all blocks and has its own already; elsewhere it is sent (MPI 4.1, section 6.12.3). */
  public Request iGather(@Nullable Object buf, int count, Datatype type, int root) {
    return started(calls -> calls.gatherInPlace(buf, count, type, root));
  }

  /** Starts a {@link #gatherv}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.3). */
  public Request iGatherv(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs,
      Datatype recvtype, int root) {
    return started(calls -> calls.tables.gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcounts, displs, recvtype, root));
  }

  /** Starts the gatherv at the root, whose own block lies in place already (MPI 4.1, section 6.12.3). */
  public Request iGatherv(@Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, int root) {
    return started(calls -> calls.tables.gatherv(CollectiveCalls.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcounts, displs, recvtype, root));
  }

  /** Starts the gatherv at a rank that is not the root (MPI 4.1, section 6.12.3). */
  public Request iGatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) {
    return started(
        calls -> calls.tables.gatherv(sendbuf, 0, sendcount, sendtype, null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, sendtype, root));
  }

  /** Starts a {@link #allGather}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.5). */
  public Request iAllGather(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype) {
    return started(calls -> calls.allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype));
  }

  /** Starts the allgather in place: {@code buf} takes all blocks and has this rank's own already (MPI 4.1, section 6.12.5). */
  public Request iAllGather(@Nullable Object buf, int count, Datatype type) {
    return started(calls -> calls.allGather(CollectiveCalls.IN_PLACE, 0, 0, type, buf, 0, count, type));
  }

  /** Starts a {@link #allGatherv}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.5). */
  public Request iAllGatherv(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs,
      Datatype recvtype) {
    return started(calls -> calls.tables.allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcounts, displs, recvtype));
  }

  /** Starts the allgatherv in place: {@code buf} takes all blocks and has this rank's own already (MPI 4.1, section 6.12.5). */
  public Request iAllGatherv(@Nullable Object buf, int[] counts, int[] displs, Datatype type) {
    return started(calls -> calls.tables.allGatherv(CollectiveCalls.IN_PLACE, 0, 0, type, buf, 0, counts, displs, type));
  }

  /** Starts a {@link #allToAll}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.6). */
  public Request iAllToAll(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype) {
    return started(calls -> calls.allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype));
  }

  /** Starts a {@link #allToAllv}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.6). */
  public Request iAllToAllv(
      @Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts,
      int[] rdispls, Datatype recvtype) {
    return started(calls -> calls.tables.allToAllv(sendbuf, 0, sendcounts, sdispls, sendtype, recvbuf, 0, recvcounts, rdispls, recvtype));
  }

  /** Starts a {@link #allToAllw}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.6). */
  public Request iAllToAllw(
      Buffer sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes, Buffer recvBuf, int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
    return iAllToAllw((Object) sendBuf, sendCount, sDispls, sendTypes, (Object) recvBuf, recvCount, rDispls, recvTypes);
  }

  /** As {@link #iAllToAllw(Buffer, int[], int[], Datatype[], Buffer, int[], int[], Datatype[])}, of arrays or memory segments, too. */
  public Request iAllToAllw(
      @Nullable Object sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes, @Nullable Object recvBuf, int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
    return started(calls -> calls.tables.allToAllw(sendBuf, BlockTable.of(sendCount, sDispls), sendTypes, recvBuf, BlockTable.of(recvCount, rDispls), recvTypes));
  }

  /** Starts a {@link #neighborAllGather}; its buffers belong to Braid until the request is done (MPI 4.1, section 8.7.1). */
  public Request iNeighborAllGather(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype) {
    return started(calls -> calls.neighbors().allGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /** Starts a {@link #neighborAllGatherv}; its buffers belong to Braid until the request is done (MPI 4.1, section 8.7.1). */
  public Request iNeighborAllGatherv(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype) {
    return started(calls -> calls.neighbors().allGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype));
  }

  /** Starts a {@link #neighborAllToAll}; its buffers belong to Braid until the request is done (MPI 4.1, section 8.7.2). */
  public Request iNeighborAllToAll(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype) {
    return started(calls -> calls.neighbors().allToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /** Starts a {@link #neighborAllToAllv}; its buffers belong to Braid until the request is done (MPI 4.1, section 8.7.2). */
  public Request iNeighborAllToAllv(
      @Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts,
      int[] rdispls, Datatype recvtype) {
    return started(calls -> calls.neighbors().allToAllv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype));
  }

  /** Starts a {@link #reduce}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.7). */
  public Request iReduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root) {
    return started(calls -> calls.reductions.reduce(sendbuf, 0, recvbuf, 0, count, type, op, root));
  }

  /** Starts the reduce in place: at the root {@code buf} holds its operand and takes the result; elsewhere it is only read (MPI 4.1, section 6.12.7). */
  public Request iReduce(@Nullable Object buf, int count, Datatype type, Op op, int root) {
    return started(calls -> calls.reductions.reduceInPlace(buf, count, type, op, root));
  }

  /** Starts a {@link #allReduce}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.8). */
  public Request iAllReduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.allReduce(sendbuf, 0, recvbuf, 0, count, type, op));
  }

  /** Starts the allreduce in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.12.8). */
  public Request iAllReduce(@Nullable Object buf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.allReduce(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op));
  }

  /** Starts a {@link #scan}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.11). */
  public Request iScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.scan(sendbuf, 0, recvbuf, 0, count, type, op));
  }

  /** Starts the scan in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.12.11). */
  public Request iScan(@Nullable Object buf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.scan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op));
  }

  /** Starts a {@link #exScan}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.12). */
  public Request iExScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.exScan(sendbuf, 0, recvbuf, 0, count, type, op));
  }

  /** Starts the exclusive scan in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.12.12). */
  public Request iExScan(@Nullable Object buf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.exScan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op));
  }

  /** Starts a {@link #reduceScatter}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.10). */
  public Request iReduceScatter(@Nullable Object sendbuf, @Nullable Object recvbuf, int[] recvcounts, Datatype type, Op op) {
    return started(calls -> calls.reductions.reduceScatter(sendbuf, 0, recvbuf, 0, recvcounts, type, op));
  }

  /** Starts the reduce-scatter in place: {@code buf} holds the operands of all parts and takes this rank's part at its start (MPI 4.1, section 6.12.10). */
  public Request iReduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op) {
    return started(calls -> calls.reductions.reduceScatter(CollectiveCalls.IN_PLACE, 0, buf, 0, counts, type, op));
  }

  /** Starts a {@link #reduceScatterBlock}; its buffers belong to Braid until the request is done (MPI 4.1, section 6.12.9). */
  public Request iReduceScatterBlock(@Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op) {
    return started(calls -> calls.reductions.reduceScatterBlock(sendbuf, recvbuf, recvcount, type, op));
  }

  /** Starts the reduce-scatter of equal parts in place: {@code buf} holds the operands of all parts and takes this rank's part at its start (MPI 4.1, section 6.12.9). */
  public Request iReduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op) {
    return started(calls -> calls.reductions.reduceScatterBlock(CollectiveCalls.IN_PLACE, buf, count, type, op));
  }

  // ---- with offsets

  /** As {@link #iBarrier}, in MPJ Express's spelling (MPI 4.1, section 6.12.1). */
  public Request Ibarrier() {
    return started(calls -> calls.barrier());
  }

  /** As {@link #iBcast}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.2). */
  public Request Ibcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    return started(calls -> calls.bcast(buf, offset, count, type, root));
  }

  /** As {@link #iScatter}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.4). */
  public Request Iscatter(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int recvcount, Datatype recvtype, int root) {
    return started(calls -> calls.scatter(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
  }

  /** As {@link #iScatterv}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.4). */
  public Request Iscatterv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] displs, Datatype sendtype, @Nullable Object recvbuf,
      int recvoffset, int recvcount, Datatype recvtype, int root) {
    return started(
        calls -> calls.tables.scatterv(sendbuf, sendoffset, sendcounts, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
  }

  /** As {@link #iGather}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.3). */
  public Request Igather(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int recvcount, Datatype recvtype, int root) {
    return started(calls -> calls.gather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
  }

  /** As {@link #iGatherv}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.3). */
  public Request Igatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int[] recvcounts, int[] displs, Datatype recvtype, int root) {
    return started(
        calls -> calls.tables.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype, root));
  }

  /** As {@link #iAllGather}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.5). */
  public Request Iallgather(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int recvcount, Datatype recvtype) {
    return started(calls -> calls.allGather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
  }

  /** As {@link #iAllGatherv}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.5). */
  public Request Iallgatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int[] recvcounts, int[] displs, Datatype recvtype) {
    return started(calls -> calls.tables.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype));
  }

  /** As {@link #iAllToAll}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.6). */
  public Request Ialltoall(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvoffset,
      int recvcount, Datatype recvtype) {
    return started(calls -> calls.allToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
  }

  /** As {@link #iAllToAllv}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.6). */
  public Request Ialltoallv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] sdispls, Datatype sendtype, @Nullable Object recvbuf,
      int recvoffset, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    return started(
        calls -> calls.tables.allToAllv(sendbuf, sendoffset, sendcounts, sdispls, sendtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype));
  }

  /** As {@link #iReduce}, in MPJ Express's spelling, with offsets in array elements (MPI 4.1, section 6.12.7). */
  public Request Ireduce(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op, int root) {
    return started(calls -> calls.reductions.reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root));
  }
}
