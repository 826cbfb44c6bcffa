package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collectives on objects: the lengths of the serialized blocks first, then the bytes, both by the collectives on plain memory; of those that are longer than a piece, piece after piece ({@link ObjectBroadcast} and its kin). Reductions gather the operands and fold them in the order of ranks.
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
      checkBlock("bcast", buf, offset, count, type);
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
    if (calls.rank() != root) {
      checkBlock("gather", sendbuf, sendoffset, sendcount, sendtype);
      new ObjectGather(this, root).send((Object[]) sendbuf, sendoffset, sendcount, sendtype, calls.members());
      return;
    }
    BlockTable.of(recvcounts, displs).check("gather", calls.size());
    byte[] mine = inPlace ? new byte[0] : encode("gather", sendbuf, sendoffset, sendcount, sendtype);
    decodeAll("gather", gatherBytes(mine, root), recvbuf, recvoffset, recvcounts, displs, recvtype, inPlace);
  }

  byte[][] gatherBytes(byte[] mine, int root) {
    int size = calls.size();
    boolean receives = calls.rank() == root;
    int[] lengths = new int[receives ? size : 0];
    calls.gather(new int[] {mine.length}, 0, 1, Predefined.INT, lengths, 0, 1, Predefined.INT, root);
    int[] starts = starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    calls.tables.gatherv(mine, 0, mine.length, Predefined.BYTE, all, 0, lengths, starts, Predefined.BYTE, root);
    return cut(all, lengths, starts);
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
    ObjectScatter scatter = new ObjectScatter(calls, root, () -> {});
    if (calls.rank() != root) {
      scatter.receive(block -> ObjectGather.decode("scatter", block, recvbuf, recvoffset, 0, recvcount, recvtype));
      return;
    }
    BlockTable.of(sendcounts, displs).check("scatter", calls.size());
    byte[] mine = scatter.send(r -> block("scatter", sendbuf, sendoffset, sendcounts[r], displs[r], sendtype));
    if (recvbuf != CollectiveCalls.IN_PLACE && sendbuf != CollectiveCalls.IN_PLACE) {
      decode("scatter", mine, recvbuf, recvoffset, recvcount, recvtype);
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
    BlockTable.of(recvcounts, displs).check("allGather", calls.size());
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    int rank = calls.rank();
    Object given = inPlace ? recvbuf : sendbuf;
    int from = inPlace ? place(recvoffset, displs[rank], recvtype) : sendoffset;
    int number = inPlace ? recvcounts[rank] : sendcount;
    Datatype type = inPlace ? recvtype : sendtype;
    checkBlock("allGather", given, from, number, type);
    ObjectAllGather all = new ObjectAllGather(calls, (r, block) -> decode("allGather", block, recvbuf, place(recvoffset, displs[r], recvtype), recvcounts[r], recvtype));
    all.exchange((Object[]) apart(given, recvbuf), from, number, type, !inPlace);
  }

  private byte[][] allGatherBytes(byte[] mine) {
    int[] lengths = new int[calls.size()];
    calls.allGather(new int[] {mine.length}, 0, 1, Predefined.INT, lengths, 0, 1, Predefined.INT);
    int[] starts = starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    calls.tables.allGatherv(mine, 0, mine.length, Predefined.BYTE, all, 0, lengths, starts, Predefined.BYTE);
    return cut(all, lengths, starts);
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
    BlockTable.of(recvcounts, rdispls).check("allToAll", calls.size());
    BlockTable.of(sendcounts, sdispls).check("allToAll", calls.size());
    Object given = apart(sendbuf, recvbuf);
    ObjectAllToAll all = new ObjectAllToAll(calls, (r, block) -> ObjectGather.decode("allToAll", block, recvbuf, recvoffset, rdispls[r], recvcounts[r], recvtype));
    all.exchange(r -> block("allToAll", given, sendoffset, sendcounts[r], sdispls[r], sendtype));
  }

  private static ObjectScatter.Block block(String call, @Nullable Object buf, int offset, int count, int displacement, Datatype type) {
    int at = place(offset, displacement, type);
    checkBlock(call, buf, at, count, type);
    return new ObjectScatter.Block((Object[]) buf, at, count, type);
  }

  /** What is sent while something comes: in an array of its own, if both are one. */
  private static @Nullable Object apart(@Nullable Object sent, @Nullable Object received) {
    return sent == received && sent instanceof Object[] array ? array.clone() : sent;
  }

  // ---- reductions

  void reduce(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op, int root) {
    byte[] mine = operand("reduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
    byte[][] operands = gatherBytes(mine, root);
    if (calls.rank() == root) {
      store(fold(operands, operands.length, count, type, op), 0, recvbuf, recvoffset, count);
    }
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    byte[][] operands = allGatherBytes(operand("allReduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op));
    store(fold(operands, operands.length, count, type, op), 0, recvbuf, recvoffset, count);
  }

  void scan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    byte[][] operands = allGatherBytes(operand("scan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op));
    store(fold(operands, calls.rank() + 1, count, type, op), 0, recvbuf, recvoffset, count);
  }

  void exScan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    byte[][] operands = allGatherBytes(operand("exScan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op));
    if (calls.rank() > 0) {
      store(fold(operands, calls.rank(), count, type, op), 0, recvbuf, recvoffset, count);
    }
  }

  void reduceScatter(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] counts, int[] starts, Datatype type, Op op) {
    int total = starts[calls.size()];
    byte[][] operands = allGatherBytes(operand("reduceScatter", sendbuf, sendoffset, recvbuf, recvoffset, total, type, op));
    store(fold(operands, operands.length, total, type, op), starts[calls.rank()], recvbuf, recvoffset, counts[calls.rank()]);
  }

  /** Checks before anything is sent, so that a mistake is one of every rank that makes it. */
  private static byte[] operand(
      String call, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    Op.checkForObjects(op);
    return sendbuf == CollectiveCalls.IN_PLACE
        ? encode(call, recvbuf, recvoffset, count, type)
        : encode(call, sendbuf, sendoffset, count, type);
  }

  /** The combination of the first {@code ranks} operands; the lower rank is the left operand. */
  static Object[] fold(byte[][] operands, int ranks, int count, Datatype type, Op op) {
    Object[] result = objects(operands[ranks - 1], count);
    for (int r = ranks - 2; r >= 0; r--) {
      op.callUser(objects(operands[r], count), result, count, type);
    }
    return result;
  }

  private static Object[] objects(byte[] bytes, int count) {
    Object[] objects = new Object[count];
    ObjectCodec.decode(bytes, bytes.length, objects, 0, count);
    return objects;
  }

  static void store(Object[] result, int from, @Nullable Object recvbuf, int recvoffset, int count) {
    Buffers.check("reduce", recvbuf, recvoffset, count, Predefined.OBJECT);
    if (recvbuf instanceof Object[] array) {
      System.arraycopy(result, from, array, recvoffset, count);
    }
  }

  // ---- blocks of bytes

  static byte[] encode(String call, @Nullable Object buf, int offset, int count, Datatype type) {
    checkBlock(call, buf, offset, count, type);
    return buf == null ? ObjectCodec.encode(new Object[0], 0, 0) : Objects.message((Object[]) buf, offset, count, type).joined();
  }

  static void decode(String call, byte[] bytes, @Nullable Object buf, int offset, int count, Datatype type) {
    decode(call, new Received(bytes, bytes.length, null), buf, offset, count, type);
  }

  static void decode(String call, Received message, @Nullable Object buf, int offset, int count, Datatype type) {
    checkBlock(call, buf, offset, count, type);
    if (buf != null) {
      int ignored = Objects.decode(message, (Object[]) buf, offset, count, type);
    }
  }

  private static void checkBlock(String call, @Nullable Object buf, int offset, int count, Datatype type) {
    Buffers.check(call, buf, offset, count, type);
    if (!type.isObject()) {
      throw CollectiveCalls.objectsOnOneSide(call);
    }
  }

  private void decodeAll(
      String call, byte[][] blocks, @Nullable Object buf, int offset, int[] counts, int[] displs, Datatype type, boolean inPlace) {
    int next = 0;
    try {
      while (next < blocks.length) {
        int r = next++;
        if (!inPlace || r != calls.rank()) {
          ObjectGather.decode(call, blocks[r], buf, offset, displs[r], counts[r], type);
        }
      }
    } catch (RuntimeException | Error thrown) {
      ObjectGather.refuse(blocks, next, thrown);
      throw thrown;
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
