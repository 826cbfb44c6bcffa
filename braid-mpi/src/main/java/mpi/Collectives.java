package mpi;

import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/**
 * Collective operations (MPI 4.1, chapter 6) in both spellings, blocking. All members call the same operations in the same order;
 * forms without a send buffer work in place: the operand lies where the result will be.
 */
abstract class Collectives extends PackedBytes {
  private @Nullable CollectiveCalls calls; // made at the first call: many communicators are made for messages alone

  Collectives() {}

  /** The same calls, once for all spellings. */
  final CollectiveCalls calls() {
    CollectiveCalls known = calls;
    if (known == null) {
      known = new CollectiveCalls(this); // by two threads at once: neither differs from the other
      calls = known;
    }
    return known;
  }

  /** Returns when every member has called it. */
  public void barrier() {
    calls().barrier();
  }

  /** As {@link #barrier}, in mpiJava's spelling (MPI 4.1, section 6.3). */
  public void Barrier() {
    calls().barrier();
  }

  /** The barrier of Finalize; a member that calls something else instead is told so. */
  final void lastBarrier() {
    calls().lastBarrier();
  }

  /** The same where {@code all} says that everybody has come. */
  final void lastBarrierOutside(Completion all) {
    calls().lastBarrierOutside(all);
  }

  // ---- one to all

  /** The elements of {@code root} come to all. */
  public void bcast(@Nullable Object buf, int count, Datatype type, int root) {
    calls().bcast(buf, 0, count, type, root);
  }

  /** As {@link #bcast}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.4). */
  public void Bcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    calls().bcast(buf, offset, count, type, root);
  }

  /** Block r of {@code root} goes to rank r; counts are those of one block. */
  public void scatter(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** In place: at the root {@code buf} holds all blocks and its own stays there; elsewhere it receives one. */
  public void scatter(@Nullable Object buf, int count, Datatype type, int root) {
    calls().scatterInPlace(buf, count, type, root);
  }

  /** As {@link #scatter}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.6). */
  public void Scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().scatter(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
  }

  /** As scatter, with {@code sendcounts[r]} elements from element {@code displs[r]} for rank r. */
  public void scatterv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().tables.scatterv(sendbuf, 0, sendcounts, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** At the root, whose own block stays where it is. */
  public void scatterv(@Nullable Object sendbuf, int[] sendcounts, int[] displs, Datatype sendtype, int root) {
    calls().tables.scatterv(sendbuf, 0, sendcounts, displs, sendtype, CollectiveCalls.IN_PLACE, 0, 0, sendtype, root);
  }

  /** At the other ranks. */
  public void scatterv(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
    calls().tables.scatterv(null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, recvtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** As {@link #scatterv}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.6). */
  public void Scatterv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().tables.scatterv(sendbuf, sendoffset, sendcounts, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
  }

  // ---- all to one

  /** The block of rank r becomes block r at {@code root}; counts are those of one block. */
  public void gather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** In place: at the root {@code buf} takes all blocks and has its own already; elsewhere it is sent. */
  public void gather(@Nullable Object buf, int count, Datatype type, int root) {
    calls().gatherInPlace(buf, count, type, root);
  }

  /** As {@link #gather}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.5). */
  public void Gather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    calls().gather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
  }

  /** As gather, with {@code recvcounts[r]} elements from rank r at element {@code displs[r]}. */
  public void gatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype,
      int root) {
    calls().tables.gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcounts, displs, recvtype, root);
  }

  /** At the root, whose own block lies in place already. */
  public void gatherv(@Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype, int root) {
    calls().tables.gatherv(CollectiveCalls.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcounts, displs, recvtype, root);
  }

  /** At the other ranks. */
  public void gatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) {
    calls().tables.gatherv(sendbuf, 0, sendcount, sendtype, null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, sendtype, root);
  }

  /** As {@link #gatherv}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.5). */
  public void Gatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype,
      int root) {
    calls().tables.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype, root);
  }

  // ---- all to all

  /** Gather with the result at every rank. */
  public void allGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    calls().allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** In place: {@code buf} takes all blocks, {@code count} elements each, and has this rank's own already (MPI 4.1, section 6.7). */
  public void allGather(@Nullable Object buf, int count, Datatype type) {
    calls().allGather(CollectiveCalls.IN_PLACE, 0, 0, type, buf, 0, count, type);
  }

  /** As {@link #allGather}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.7). */
  public void Allgather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    calls().allGather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /** As {@link #allGather}, with {@code recvcounts[r]} elements from rank r at element {@code displs[r]} (MPI 4.1, section 6.7). */
  public void allGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype) {
    calls().tables.allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcounts, displs, recvtype);
  }

  /** In place: {@code buf} takes {@code counts[r]} elements of rank r at element {@code displs[r]} and has this rank's own already (MPI 4.1, section 6.7). */
  public void allGatherv(@Nullable Object buf, int[] counts, int[] displs, Datatype type) {
    calls().tables.allGatherv(CollectiveCalls.IN_PLACE, 0, 0, type, buf, 0, counts, displs, type);
  }

  /** As {@link #allGatherv}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.7). */
  public void Allgatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype) {
    calls().tables.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype);
  }

  /** Block s of rank r becomes block r of rank s; counts are those of one block. */
  public void allToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    calls().allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** As {@link #allToAll}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.8). */
  public void Alltoall(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    calls().allToAll(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /**
   * As {@link #allToAll}, with blocks of {@code sendcounts[r]} elements at element {@code sdispls[r]} for rank r, and of {@code recvcounts[r]} at {@code rdispls[r]} from it
   * (MPI 4.1, section 6.8).
   */
  public void allToAllv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    calls().tables.allToAllv(sendbuf, 0, sendcounts, sdispls, sendtype, recvbuf, 0, recvcounts, rdispls, recvtype);
  }

  /** As {@link #allToAllv}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.8). */
  public void Alltoallv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    calls().tables.allToAllv(sendbuf, sendoffset, sendcounts, sdispls, sendtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
  }

  /** As {@link #allToAllv}, where every block has its own datatype; displacements count bytes. */
  public void allToAllw(
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sDispls,
      Datatype[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] rDispls,
      Datatype[] recvTypes) {
    calls().tables.allToAllw(sendBuf, BlockTable.of(sendCount, sDispls), sendTypes, recvBuf, BlockTable.of(recvCount, rDispls), recvTypes);
  }

  // ---- neighbours of a topology

  /**
   * Sends one block to each neighbour and receives one of each, in the order of neighbours; counts are those of one block. Beyond the edge of a grid there is nobody, whose block is left alone (MPI 4.1,
   * section 8.6.1).
   *
   * @throws MPIException ERR_TOPOLOGY if the communicator has no topology
   */
  public void neighborAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    calls().neighbors().allGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** As {@link #neighborAllGather}, with {@code recvcounts[i]} elements from neighbour i at element {@code displs[i]} (MPI 4.1, section 8.6.1). */
  public void neighborAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype) {
    calls().neighbors().allGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype);
  }

  /**
   * Sends block i to neighbour i and receives its block for this process as block i; in a grid, what goes in one direction comes from the opposite one. Counts are those of one block (MPI 4.1,
   * section 8.6.2).
   *
   * @throws MPIException ERR_TOPOLOGY if the communicator has no topology
   */
  public void neighborAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    calls().neighbors().allToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** As {@link #neighborAllToAll}, with {@code sendcounts[i]} elements at element {@code sdispls[i]} for neighbour i, and {@code recvcounts[i]} at {@code rdispls[i]} from it (MPI 4.1, section 8.6.2). */
  public void neighborAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    calls().neighbors().allToAllv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype);
  }

  // ---- reductions

  /** Combines the elements of all ranks, in the order of ranks, at {@code root}. */
  public void reduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root) {
    calls().reductions.reduce(sendbuf, 0, recvbuf, 0, count, type, op, root);
  }

  /** In place: at the root {@code buf} holds its operand and takes the result; elsewhere it is only read (MPI 4.1, section 6.9.1). */
  public void reduce(@Nullable Object buf, int count, Datatype type, Op op, int root) {
    calls().reductions.reduceInPlace(buf, count, type, op, root);
  }

  /** As {@link #reduce}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.9.1). */
  public void Reduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op,
      int root) {
    calls().reductions.reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root);
  }

  /** Reduce with the result at every rank. */
  public void allReduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    calls().reductions.allReduce(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** In place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.9.6). */
  public void allReduce(@Nullable Object buf, int count, Datatype type, Op op) {
    calls().reductions.allReduce(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** As {@link #allReduce}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.9.6). */
  public void Allreduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    calls().reductions.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  /** Rank r gets the combination of ranks 0 to r. */
  public void scan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    calls().reductions.scan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** In place: {@code buf} holds the operand and takes the result (MPI 4.1, section 6.11.1). */
  public void scan(@Nullable Object buf, int count, Datatype type, Op op) {
    calls().reductions.scan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** As {@link #scan}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.11.1). */
  public void Scan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    calls().reductions.scan(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  /** Rank r gets the combination of ranks 0 to r - 1; the result of rank 0 is left alone. */
  public void exScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    calls().reductions.exScan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** In place: {@code buf} holds the operand and takes the result; that of rank 0 is left alone (MPI 4.1, section 6.11.2). */
  public void exScan(@Nullable Object buf, int count, Datatype type, Op op) {
    calls().reductions.exScan(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Combines and gives rank r its part of {@code recvcounts[r]} elements. */
  public void reduceScatter(@Nullable Object sendbuf, @Nullable Object recvbuf, int[] recvcounts, Datatype type, Op op) {
    calls().reductions.reduceScatter(sendbuf, 0, recvbuf, 0, recvcounts, type, op);
  }

  /** In place: {@code buf} holds the operands of all parts and takes this rank's part at its start (MPI 4.1, section 6.10.2). */
  public void reduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op) {
    calls().reductions.reduceScatter(CollectiveCalls.IN_PLACE, 0, buf, 0, counts, type, op);
  }

  /** As {@link #reduceScatter}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 6.10.2). */
  public void Reduce_scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      Datatype type,
      Op op) {
    calls().reductions.reduceScatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, type, op);
  }

  /** As {@link #reduceScatter}, with parts of {@code recvcount} elements for every rank (MPI 4.1, section 6.10.1). */
  public void reduceScatterBlock(@Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op) {
    calls().reductions.reduceScatterBlock(sendbuf, recvbuf, recvcount, type, op);
  }

  /** In place: {@code buf} holds the operands of all parts, {@code count} elements each, and takes this rank's part at its start (MPI 4.1, section 6.10.1). */
  public void reduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op) {
    calls().reductions.reduceScatterBlock(CollectiveCalls.IN_PLACE, buf, count, type, op);
  }
}
