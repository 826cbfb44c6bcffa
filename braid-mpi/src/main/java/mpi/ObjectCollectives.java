package mpi;

import java.util.Arrays;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.engine.Call;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * Collectives on objects: the lengths of the serialized blocks first, then the bytes, both by the collectives on plain memory; of those that are longer than a piece, piece after piece ({@link ObjectBroadcast} and its kin). Reductions gather the operands and fold them in the order of ranks, each when it is read.
 */
final class ObjectCollectives {
  private static final int[] NO_COUNTS = CollectiveCalls.NO_COUNTS;

  private final CollectiveCalls calls;

  ObjectCollectives(CollectiveCalls calls) {
    this.calls = calls;
  }

  void bcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    ObjectBroadcast broadcast = new ObjectBroadcast(calls, root);
    if (calls.rank() == root) {
      checkBlock(calls, "bcast", buf, offset, count, type);
      broadcast.send((Object[]) buf, offset, count, type);
    } else {
      broadcast.receive(buf, offset, count, type);
    }
  }

  // ---- to one

  void gather(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
    boolean receives = calls.rank() == root;
    gatherv(
        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset,
        receives ? equalCounts(recvcount) : NO_COUNTS, receives ? equalStarts(recvcount) : NO_COUNTS, recvtype, root);
  }

  void gatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] displs, Datatype recvtype, int root) {
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    ObjectGather gather = new ObjectGather(calls, null, root);
    if (calls.rank() != root) {
      checkBlock(calls, "gather", sendbuf, sendoffset, sendcount, sendtype);
      gather.send((Object[]) sendbuf, sendoffset, sendcount, sendtype);
      return;
    }
    BlockTable.of(recvcounts, displs).check(calls, "gather", calls.size());
    if (!inPlace) {
      checkBlock(calls, "gather", sendbuf, sendoffset, sendcount, sendtype);
    }
    gather.receive(
        !inPlace, inPlace ? null : (Object[]) sendbuf, sendoffset, sendcount, sendtype,
        (r, block) -> decode(calls, "gather", block, recvbuf, place(recvoffset, displs[r], recvtype), recvcounts[r], recvtype));
  }

  // ---- from one

  void scatter(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
    boolean sends = calls.rank() == root;
    scatterv(
        sendbuf, sendoffset, sends ? equalCounts(sendcount) : NO_COUNTS, sends ? equalStarts(sendcount) : NO_COUNTS, sendtype,
        recvbuf, recvoffset, recvcount, recvtype, root);
  }

  void scatterv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] displs, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
    boolean inPlace = recvbuf == CollectiveCalls.IN_PLACE || sendbuf == CollectiveCalls.IN_PLACE;
    ObjectScatter scatter = new ObjectScatter(calls, root, !inPlace, () -> {});
    if (calls.rank() != root) {
      scatter.receive(block -> ObjectBlocks.read(block, received -> decode(calls, "scatter", received, recvbuf, recvoffset, recvcount, recvtype)));
      return;
    }
    BlockTable.of(sendcounts, displs).check(calls, "scatter", calls.size());
    scatter.send(r -> block(calls, "scatter", sendbuf, sendoffset, sendcounts[r], displs[r], sendtype));
    Received mine = scatter.own();
    if (mine != null) {
      decode(calls, "scatter", mine, recvbuf, recvoffset, recvcount, recvtype);
    }
  }

  // ---- all to all

  void allGather(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
    allGatherv(
        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, equalCounts(recvcount), equalStarts(recvcount), recvtype);
  }

  void allGatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] displs, Datatype recvtype) {
    BlockTable.of(recvcounts, displs).check(calls, "allGather", calls.size());
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    int rank = calls.rank();
    Object given = inPlace ? recvbuf : sendbuf;
    int from = inPlace ? place(recvoffset, displs[rank], recvtype) : sendoffset;
    int number = inPlace ? recvcounts[rank] : sendcount;
    Datatype type = inPlace ? recvtype : sendtype;
    checkBlock(calls, "allGather", given, from, number, type);
    ObjectAllGather all = new ObjectAllGather(calls, null, calls.size(), (r, block) -> decode(calls, "allGather", block, recvbuf, place(recvoffset, displs[r], recvtype), recvcounts[r], recvtype));
    all.exchange((Object[]) apart(given, recvbuf), from, number, type, !inPlace);
  }

  void allToAll(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
    allToAllv(
        sendbuf, sendoffset, equalCounts(sendcount), equalStarts(sendcount), sendtype,
        recvbuf, recvoffset, equalCounts(recvcount), equalStarts(recvcount), recvtype);
  }

  void allToAllv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] sdispls, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    BlockTable.of(recvcounts, rdispls).check(calls, "allToAll", calls.size());
    BlockTable.of(sendcounts, sdispls).check(calls, "allToAll", calls.size());
    Object given = apart(sendbuf, recvbuf);
    ObjectAllToAll all = new ObjectAllToAll(calls, (r, block) -> decode(calls, "allToAll", block, recvbuf, place(recvoffset, rdispls[r], recvtype), recvcounts[r], recvtype));
    all.exchange(r -> block(calls, "allToAll", given, sendoffset, sendcounts[r], sdispls[r], sendtype));
  }

  private static GivenObjects block(Titled on, String call, @Nullable Object buf, int offset, int count, int displacement, Datatype type) {
    return block(on, call, buf, place(offset, displacement, type), count, type);
  }

  /** Objects that are to be written, once it is sure that there are some. */
  static GivenObjects block(Titled on, String call, @Nullable Object buf, int offset, int count, Datatype type) {
    checkBlock(on, call, buf, offset, count, type);
    return new GivenObjects((Object[]) buf, offset, count, type);
  }

  /** What is sent while something comes: in an array of its own, if both are one. */
  private static @Nullable Object apart(@Nullable Object sent, @Nullable Object received) {
    return sent == received && sent instanceof Object[] array ? array.clone() : sent;
  }

  // ---- reductions

  void reduce(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op, int root) {
    GivenObjects mine = operand(calls, "reduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
    ObjectGather gather = new ObjectGather(calls, Purpose.REDUCE_OBJECTS, root);
    if (calls.rank() != root) {
      gather.send(mine.array(), mine.offset(), count, type);
      return;
    }
    ObjectFold fold = new ObjectFold(count, type, op);
    gather.receive(true, mine.array(), mine.offset(), count, type, (r, operand) -> fold.add(operand));
    fold.store(calls, "reduce", 0, recvbuf, recvoffset, count);
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    fold(Purpose.ALLREDUCE_OBJECTS, operand(calls, "allReduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op), op, calls.size()).store(calls, "allReduce", 0, recvbuf, recvoffset, count);
  }

  void scan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    fold(Purpose.SCAN_OBJECTS, operand(calls, "scan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op), op, calls.rank() + 1).store(calls, "scan", 0, recvbuf, recvoffset, count);
  }

  void exScan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    ObjectFold before = fold(Purpose.EXSCAN_OBJECTS, operand(calls, "exScan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op), op, calls.rank());
    if (calls.rank() > 0) {
      before.store(calls, "exScan", 0, recvbuf, recvoffset, count);
    }
  }

  /** @param called REDUCE_SCATTER_OBJECTS, or REDUCE_SCATTER_BLOCK_OBJECTS: then all counts are the same */
  void reduceScatter(
      Purpose called, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] counts, int[] starts, Datatype type, Op op) {
    int total = starts[calls.size()];
    GivenObjects mine = operand(calls, called.text(), sendbuf, sendoffset, recvbuf, recvoffset, total, type, op);
    fold(called, mine, op, calls.size()).store(calls, called.text(), starts[calls.rank()], recvbuf, recvoffset, counts[calls.rank()]);
  }

  /** Checks before anything is sent, so that a mistake is one of every rank that makes it. */
  private static GivenObjects operand(
      Titled on, String call, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    Op.checkForObjects(on, call, op);
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    return inPlace ? block(on, call, recvbuf, recvoffset, count, type) : block(on, call, sendbuf, sendoffset, count, type);
  }

  /** The combination of the operands of the first {@code ranks} members. All members exchange their operands, and each combines what it needs. */
  private ObjectFold fold(Purpose called, GivenObjects mine, Op op, int ranks) {
    ObjectFold fold = new ObjectFold(mine.count(), mine.type(), op);
    ObjectAllGather all = new ObjectAllGather(calls, called, ranks, (r, operand) -> fold.add(operand));
    all.exchange(mine.array(), mine.offset(), mine.count(), mine.type(), true);
    return fold;
  }

  /** A call that carries out a part of what the program calls by another name. */
  static Call named(Call part, @Nullable Purpose called) {
    return called == null ? part : part.purpose(called);
  }

  // ---- blocks of bytes

  static void decode(Titled on, String call, byte[] bytes, @Nullable Object buf, int offset, int count, Datatype type) {
    decode(on, call, new Received(bytes, bytes.length, null), buf, offset, count, type);
  }

  static void decode(Titled on, String call, Received message, @Nullable Object buf, int offset, int count, Datatype type) {
    checkBlock(on, call, buf, offset, count, type);
    if (buf != null) {
      int ignored = Objects.decode(message, (Object[]) buf, offset, count, type);
    }
  }

  private static void checkBlock(Titled on, String call, @Nullable Object buf, int offset, int count, Datatype type) {
    Buffers.check(on, call, buf, offset, count, type);
    if (!type.isObject()) {
      throw CollectiveCalls.objectsOnOneSide(on, call);
    }
  }

  static int place(int offset, int displacement, Datatype type) {
    long place = offset + displacement * Arguments.type(type, "a collective").map.extentBytes();
    if (place != (int) place) {
      throw new MPIException(ErrorClasses.ERR_ARG, "a collective: displacement " + displacement + " lies outside of any array of objects");
    }
    return (int) place;
  }

  private int[] equalCounts(int count) {
    int[] counts = new int[calls.size()];
    Arrays.fill(counts, count);
    return counts;
  }

  private int[] equalStarts(int count) {
    return starts(equalCounts(count));
  }

  static int[] lengths(byte[][] blocks) {
    int[] lengths = new int[blocks.length];
    for (int r = 0; r < blocks.length; r++) {
      lengths[r] = blocks[r].length;
    }
    return lengths;
  }

  /** Where each block begins when they follow each other, and behind them the total. */
  static int[] starts(int[] lengths) {
    int[] starts = new int[lengths.length + 1];
    for (int r = 0; r < lengths.length; r++) {
      starts[r + 1] = Outgoing.lengthOf((long) starts[r] + lengths[r]);
    }
    return starts;
  }

  static byte[] join(byte[][] blocks) {
    int[] starts = starts(lengths(blocks));
    byte[] all = new byte[starts[blocks.length]];
    for (int r = 0; r < blocks.length; r++) {
      System.arraycopy(blocks[r], 0, all, starts[r], blocks[r].length);
    }
    return all;
  }

  static byte[][] cut(byte[] all, int[] lengths, int[] starts) {
    byte[][] blocks = new byte[lengths.length][];
    for (int r = 0; r < blocks.length; r++) {
      blocks[r] = Arrays.copyOfRange(all, starts[r], starts[r] + lengths[r]);
    }
    return blocks;
  }
}
