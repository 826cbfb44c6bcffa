package mpi;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collective operations whose arguments are given once and which are started any number of times (MPI 4.1, sections 6.13 and 8.8), in the spelling that Open MPI's bindings would have given them. Making one
 * is collective: all members make the same ones in one order, and are told if they do not. They may start them in any order; each must be over before it is started again. Arrays and buffers that were
 * given belong to it until it is freed. Hints are ignored.
 */
abstract class PersistentCollectives extends LargeCollectiveCalls {
  PersistentCollectives() {}

  /** Makes a persistent call. */
  final Prequest persistent(String name, Info info, Consumer<CollectiveCalls> call) {
    return PersistentCollective.of(name, (Comm) this, info, call);
  }

  /** A persistent {@link #barrier}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.1). */
  public Prequest barrierInit(Info info) {
    return persistent("barrierInit", info, calls -> calls.barrier());
  }

  /** A persistent {@link #bcast}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.2). */
  public Prequest bcastInit(@Nullable Object buf, int count, Datatype type, int root, Info info) {
    Datatype keptType = Datatype.kept(type);
    return persistent("bcastInit", info, calls -> calls.bcast(buf, 0, count, keptType, root));
  }

  /** A persistent {@link #scatter}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.4). */
  public Prequest scatterInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("scatterInit", info, calls -> calls.scatter(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcount, keptRecvtype, root));
  }

  /** A persistent scatter in place: at the root {@code buf} holds all blocks and its own stays there; elsewhere it receives one (MPI 4.1, section 6.13.4). */
  public Prequest scatterInit(@Nullable Object buf, int count, Datatype type, int root, Info info) {
    Datatype keptType = Datatype.kept(type);
    return persistent("scatterInit", info, calls -> calls.scatterInPlace(buf, count, keptType, root));
  }

  /** A persistent {@link #scatterv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.4). */
  public Prequest scattervInit(@Nullable Object sendbuf, int[] sendcounts, int[] displs, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("scattervInit", info, calls -> calls.tables.scatterv(sendbuf, 0, sendcounts, displs, keptSendtype, recvbuf, 0, recvcount, keptRecvtype, root));
  }

  /** A persistent scatterv at the root, whose own block stays where it is (MPI 4.1, section 6.13.4). */
  public Prequest scattervInit(@Nullable Object sendbuf, int[] sendcounts, int[] displs, Datatype sendtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    return persistent("scattervInit", info, calls -> calls.tables.scatterv(sendbuf, 0, sendcounts, displs, keptSendtype, CollectiveCalls.IN_PLACE, 0, 0, keptSendtype, root));
  }

  /** A persistent scatterv at a rank that is not the root (MPI 4.1, section 6.13.4). */
  public Prequest scattervInit(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root, Info info) {
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("scattervInit", info, calls -> calls.tables.scatterv(null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, keptRecvtype, recvbuf, 0, recvcount, keptRecvtype, root));
  }

  /** A persistent {@link #gather}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.3). */
  public Prequest gatherInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("gatherInit", info, calls -> calls.gather(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcount, keptRecvtype, root));
  }

  /** A persistent gather in place: at the root {@code buf} takes all blocks and has its own already; elsewhere it is sent (MPI 4.1, section 6.13.3). */
  public Prequest gatherInit(@Nullable Object buf, int count, Datatype type, int root, Info info) {
    Datatype keptType = Datatype.kept(type);
    return persistent("gatherInit", info, calls -> calls.gatherInPlace(buf, count, keptType, root));
  }

  /** A persistent {@link #gatherv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.3). */
  public Prequest gathervInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("gathervInit", info, calls -> calls.tables.gatherv(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcounts, displs, keptRecvtype, root));
  }

  /** A persistent gatherv at the root, whose own block lies in place already (MPI 4.1, section 6.13.3). */
  public Prequest gathervInit(@Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, int root, Info info) {
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("gathervInit", info, calls -> calls.tables.gatherv(CollectiveCalls.IN_PLACE, 0, 0, keptRecvtype, recvbuf, 0, recvcounts, displs, keptRecvtype, root));
  }

  /** A persistent gatherv at a rank that is not the root (MPI 4.1, section 6.13.3). */
  public Prequest gathervInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    return persistent("gathervInit", info, calls -> calls.tables.gatherv(sendbuf, 0, sendcount, keptSendtype, null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, keptSendtype, root));
  }

  /** A persistent {@link #allGather}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.5). */
  public Prequest allGatherInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("allGatherInit", info, calls -> calls.allGather(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcount, keptRecvtype));
  }

  /** A persistent allgather in place: {@code buf} takes all blocks and has this rank's own already (MPI 4.1, section 6.13.5). */
  public Prequest allGatherInit(@Nullable Object buf, int count, Datatype type, Info info) {
    Datatype keptType = Datatype.kept(type);
    return persistent("allGatherInit", info, calls -> calls.allGather(CollectiveCalls.IN_PLACE, 0, 0, keptType, buf, 0, count, keptType));
  }

  /** A persistent {@link #allGatherv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.5). */
  public Prequest allGathervInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("allGathervInit", info, calls -> calls.tables.allGatherv(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcounts, displs, keptRecvtype));
  }

  /** A persistent allgatherv in place: {@code buf} takes all blocks and has this rank's own already (MPI 4.1, section 6.13.5). */
  public Prequest allGathervInit(@Nullable Object buf, int[] counts, int[] displs, Datatype type, Info info) {
    Datatype keptType = Datatype.kept(type);
    return persistent("allGathervInit", info, calls -> calls.tables.allGatherv(CollectiveCalls.IN_PLACE, 0, 0, keptType, buf, 0, counts, displs, keptType));
  }

  /** A persistent {@link #allToAll}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.6). */
  public Prequest allToAllInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("allToAllInit", info, calls -> calls.allToAll(sendbuf, 0, sendcount, keptSendtype, recvbuf, 0, recvcount, keptRecvtype));
  }

  /** A persistent {@link #allToAllv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.6). */
  public Prequest allToAllvInit(@Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] rdispls, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("allToAllvInit", info, calls -> calls.tables.allToAllv(sendbuf, 0, sendcounts, sdispls, keptSendtype, recvbuf, 0, recvcounts, rdispls, keptRecvtype));
  }

  /** A persistent {@link #allToAllw}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.6). */
  public Prequest allToAllwInit(@Nullable Object sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes, @Nullable Object recvBuf, int[] recvCount, int[] rDispls, Datatype[] recvTypes, Info info) {
    Datatype[] keptSendTypes = Datatype.kept(sendTypes);
    Datatype[] keptRecvTypes = Datatype.kept(recvTypes);
    return persistent("allToAllwInit", info, calls -> calls.tables.allToAllw(sendBuf, BlockTable.of(sendCount, sDispls), keptSendTypes, recvBuf, BlockTable.of(recvCount, rDispls), keptRecvTypes));
  }

  /** A persistent {@link #neighborAllGather}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 8.8.1). */
  public Prequest neighborAllGatherInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("neighborAllGatherInit", info, calls -> calls.neighbors().allGather(sendbuf, sendcount, keptSendtype, recvbuf, recvcount, keptRecvtype));
  }

  /** A persistent {@link #neighborAllGatherv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 8.8.1). */
  public Prequest neighborAllGathervInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("neighborAllGathervInit", info, calls -> calls.neighbors().allGatherv(sendbuf, sendcount, keptSendtype, recvbuf, recvcounts, displs, keptRecvtype));
  }

  /** A persistent {@link #neighborAllToAll}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 8.8.2). */
  public Prequest neighborAllToAllInit(@Nullable Object sendbuf, int sendcount, Datatype sendtype, @Nullable Object recvbuf, int recvcount, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("neighborAllToAllInit", info, calls -> calls.neighbors().allToAll(sendbuf, sendcount, keptSendtype, recvbuf, recvcount, keptRecvtype));
  }

  /** A persistent {@link #neighborAllToAllv}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 8.8.2). */
  public Prequest neighborAllToAllvInit(@Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype, @Nullable Object recvbuf, int[] recvcounts, int[] rdispls, Datatype recvtype, Info info) {
    Datatype keptSendtype = Datatype.kept(sendtype);
    Datatype keptRecvtype = Datatype.kept(recvtype);
    return persistent("neighborAllToAllvInit", info, calls -> calls.neighbors().allToAllv(sendbuf, sendcounts, sdispls, keptSendtype, recvbuf, recvcounts, rdispls, keptRecvtype));
  }

  /** A persistent {@link #reduce}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.7). */
  public Prequest reduceInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceInit", info, calls -> calls.reductions.reduce(sendbuf, 0, recvbuf, 0, count, keptType, keptOp, root));
  }

  /** A persistent reduce in place: at the root {@code buf} holds its operand and takes the result; elsewhere it is only read (MPI 4.1, section 6.13.7). */
  public Prequest reduceInit(@Nullable Object buf, int count, Datatype type, Op op, int root, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceInit", info, calls -> calls.reductions.reduceInPlace(buf, count, keptType, keptOp, root));
  }

  /** A persistent {@link #allReduce}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.8). */
  public Prequest allReduceInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("allReduceInit", info, calls -> calls.reductions.allReduce(sendbuf, 0, recvbuf, 0, count, keptType, keptOp));
  }

  /** A persistent allreduce in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.13.8). */
  public Prequest allReduceInit(@Nullable Object buf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("allReduceInit", info, calls -> calls.reductions.allReduce(CollectiveCalls.IN_PLACE, 0, buf, 0, count, keptType, keptOp));
  }

  /** A persistent {@link #scan}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.11). */
  public Prequest scanInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("scanInit", info, calls -> calls.reductions.scan(sendbuf, 0, recvbuf, 0, count, keptType, keptOp));
  }

  /** A persistent scan in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.13.11). */
  public Prequest scanInit(@Nullable Object buf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("scanInit", info, calls -> calls.reductions.scan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, keptType, keptOp));
  }

  /** A persistent {@link #exScan}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.12). */
  public Prequest exScanInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("exScanInit", info, calls -> calls.reductions.exScan(sendbuf, 0, recvbuf, 0, count, keptType, keptOp));
  }

  /** A persistent exclusive scan in place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.13.12). */
  public Prequest exScanInit(@Nullable Object buf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("exScanInit", info, calls -> calls.reductions.exScan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, keptType, keptOp));
  }

  /** A persistent {@link #reduceScatter}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.10). */
  public Prequest reduceScatterInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int[] recvcounts, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceScatterInit", info, calls -> calls.reductions.reduceScatter(sendbuf, 0, recvbuf, 0, recvcounts, keptType, keptOp));
  }

  /** A persistent reduce-scatter in place: {@code buf} holds the operands of all parts and takes this rank's part at its start (MPI 4.1, section 6.13.10). */
  public Prequest reduceScatterInit(@Nullable Object buf, int[] counts, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceScatterInit", info, calls -> calls.reductions.reduceScatter(CollectiveCalls.IN_PLACE, 0, buf, 0, counts, keptType, keptOp));
  }

  /** A persistent {@link #reduceScatterBlock}: each {@link Prequest#start} carries it out once more (MPI 4.1, section 6.13.9). */
  public Prequest reduceScatterBlockInit(@Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceScatterBlockInit", info, calls -> calls.reductions.reduceScatterBlock(sendbuf, recvbuf, recvcount, keptType, keptOp));
  }

  /** A persistent reduce-scatter of equal parts in place: {@code buf} holds the operands of all parts and takes this rank's part at its start (MPI 4.1, section 6.13.9). */
  public Prequest reduceScatterBlockInit(@Nullable Object buf, int count, Datatype type, Op op, Info info) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return persistent("reduceScatterBlockInit", info, calls -> calls.reductions.reduceScatterBlock(CollectiveCalls.IN_PLACE, buf, count, keptType, keptOp));
  }
}
