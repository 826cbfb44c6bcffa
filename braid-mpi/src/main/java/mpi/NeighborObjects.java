package mpi;

import java.util.Arrays;
import org.braid.coll.schedule.Neighbours;
import org.jspecify.annotations.Nullable;

/** Collectives of neighbours on objects: the lengths of the serialized blocks first, then the bytes, both by the collectives on plain memory. */
final class NeighborObjects {
  private static final byte[] NOTHING = {};

  private final NeighborCalls plain;

  NeighborObjects(NeighborCalls plain) {
    this.plain = plain;
  }

  void allGather(
      String name, Neighbours those, @Nullable Object sendbuf, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int[] recvcounts, int[] displs, Datatype recvtype) {
    checkTable(name, recvcounts, displs, those.inDegree());
    byte[] mine = those.outDegree() == 0 ? NOTHING : ObjectCollectives.encode(name, sendbuf, 0, sendcount, sendtype);
    int[] lengths = new int[those.inDegree()];
    plain.allGather(new int[] {mine.length}, 1, MPI.INT, lengths, 1, MPI.INT);
    int[] starts = ObjectCollectives.starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    plain.allGatherv(mine, mine.length, MPI.BYTE, all, lengths, starts, MPI.BYTE);
    decode(name, those, ObjectCollectives.cut(all, lengths, starts), recvbuf, recvcounts, displs, recvtype);
  }

  void allToAll(
      String name, Neighbours those, @Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype sendtype,
      @Nullable Object recvbuf, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    checkTable(name, sendcounts, sdispls, those.outDegree());
    checkTable(name, recvcounts, rdispls, those.inDegree());
    byte[][] blocks = new byte[those.outDegree()][];
    for (int j = 0; j < blocks.length; j++) {
      blocks[j] = ObjectCollectives.encode(name, sendbuf, ObjectCollectives.place(0, sdispls[j], sendtype), sendcounts[j], sendtype);
    }
    int[] sent = ObjectCollectives.lengths(blocks);
    int[] lengths = new int[those.inDegree()];
    plain.allToAll(sent, 1, MPI.INT, lengths, 1, MPI.INT);
    int[] starts = ObjectCollectives.starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    plain.allToAllv(ObjectCollectives.join(blocks), sent, ObjectCollectives.starts(sent), MPI.BYTE, all, lengths, starts, MPI.BYTE);
    decode(name, those, ObjectCollectives.cut(all, lengths, starts), recvbuf, recvcounts, rdispls, recvtype);
  }

  private static void checkTable(String name, int[] counts, int[] displs, int blocks) {
    if (blocks > 0) {
      Operand.checkTable(name, counts, displs, blocks);
    }
  }

  private static void decode(
      String name, Neighbours those, byte[][] blocks, @Nullable Object buf, int[] counts, int[] displs, Datatype type) {
    for (int i = 0; i < blocks.length; i++) {
      if (those.source(i) != Neighbours.NOBODY) {
        ObjectCollectives.decode(name, blocks[i], buf, ObjectCollectives.place(0, displs[i], type), counts[i], type);
      }
    }
  }

  static int[] equal(int blocks, int count) {
    int[] counts = new int[blocks];
    Arrays.fill(counts, count);
    return counts;
  }

  static int[] equalStarts(int blocks, int count) {
    return ObjectCollectives.starts(equal(blocks, count));
  }
}
