package mpi;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of lengths and places of their own between this process and its neighbours: what collectives of a topology and of an intercommunicator have in common. Of a rank that only sends, or only
 * receives, the other side is not looked at. Objects go by an {@link ObjectExchange}.
 *
 * @param name of the call, as users of MPI write it
 * @param self this process, as the list of neighbours numbers ranks
 * @param those whom this process exchanges blocks with
 * @param described adds what the members are to compare
 */
record BlockExchange(CollectiveCalls calls, String name, int self, Neighbours those, UnaryOperator<Call> described) {
  boolean sends() {
    return those.outDegree() > 0;
  }

  boolean receives() {
    return those.inDegree() > 0;
  }

  /** By which type both sides are judged. */
  private Datatype type(Datatype sendtype, Datatype recvtype) {
    return receives() ? recvtype : sendtype;
  }

  /** One that takes no part makes as many calls as the others, by whichever type it gives. */
  private boolean areObjects(Datatype sendtype, Datatype recvtype) {
    return sends() || receives() ? calls.isObject(type(sendtype, recvtype)) : calls.isObject(sendtype) || calls.isObject(recvtype);
  }

  private Call call(Operation operation) {
    return described.apply(calls.call(operation).neighbours(those));
  }

  /** One block goes to all destinations; block i of the table comes from source i. */
  void oneToAll(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    if (areObjects(sendtype, recvtype)) {
      checkTable(recvs, those.inDegree());
      GivenObjects mine = sends() ? ObjectCollectives.block(calls, name, sendbuf, sendoffset, (int) sendcount, sendtype) : null;
      new ObjectExchange(this).oneToAll(mine, reading(recvbuf, recvoffset, recvs, recvtype));
      return;
    }
    Operand in = sends() ? Operand.sent(calls, name, sendbuf, sendoffset, sendcount, sendtype, 1) : Operand.NONE;
    Operand table = receivedTable(recvbuf, recvoffset, recvs, recvtype);
    Operand out = in.blockBytes % table.unitBytes == 0 ? table : table.inBytes();
    for (int j = 0; j < those.outDegree(); j++) {
      checkOwnBlock(j, in.blockBytes, out);
    }
    Operand sent = in.apartFrom(out);
    calls.run(out.out(call(Operation.NEIGHBOR_ALLGATHERV).count(in.blockBytes / out.unitBytes, out.unitBytes).in(sent.base, sent.offset)));
  }

  /** GivenObjects j of the one table goes to destination j, block i of the other comes from source i. */
  void oneToEach(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    if (areObjects(sendtype, recvtype)) {
      exchangeObjects(sendbuf, sendoffset, sends, sendtype, recvbuf, recvoffset, recvs, recvtype);
      return;
    }
    Operand in = sends() ? Operand.sentTable(calls, name, sendbuf, sendoffset, sends, sendtype, those.outDegree()) : Operand.NONE;
    Operand out = receivedTable(recvbuf, recvoffset, recvs, recvtype);
    for (int j = 0; j < those.outDegree(); j++) {
      checkOwnBlock(j, in.tableBytes(j), out);
    }
    in = in.apartFrom(out);
    if (in.unitBytes != out.unitBytes) {
      in = in.inBytes();
      out = out.inBytes();
    }
    calls.run(out.out(in.in(call(Operation.NEIGHBOR_ALLTOALLV).count(0, in.unitBytes))));
  }

  /** As {@link #oneToEach}, where every block has its own datatype; displacements count bytes. */
  void typed(
      @Nullable Object sendbuf, BlockTable sends, Datatype @Nullable [] sendtypes,
      @Nullable Object recvbuf, BlockTable recvs, Datatype @Nullable [] recvtypes) {
    TypedBlocks in = sends() ? new TypedBlocks(calls, name, sendbuf, sends, sendtypes, those.outDegree()) : TypedBlocks.none(calls, name);
    TypedBlocks out = receives() ? new TypedBlocks(calls, name, recvbuf, recvs, recvtypes, those.inDegree()).checkWritable(calls, name) : TypedBlocks.none(calls, name);
    for (int j = 0; j < those.outDegree(); j++) {
      int own = those.ownBlock(self, j);
      CollectiveCalls.checkOwnBlock(calls, name, in.lengths[j], own < 0 ? in.lengths[j] : out.lengths[own]);
    }
    calls.run(out.out(in.apartFrom(out).in(call(Operation.NEIGHBOR_ALLTOALLV).count(0, 1))));
  }

  private Operand receivedTable(@Nullable Object buf, int offset, BlockTable blocks, Datatype type) {
    return receives() ? Operand.receivedTable(calls, name, buf, offset, blocks, type, those.inDegree()) : Operand.NONE;
  }

  private void checkOwnBlock(int sent, long bytes, Operand received) {
    int own = those.ownBlock(self, sent);
    if (own >= 0) {
      CollectiveCalls.checkOwnBlock(calls, name, bytes, received.tableBytes(own));
    }
  }

  // ---- objects

  private void exchangeObjects(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    checkTable(sends, those.outDegree());
    checkTable(recvs, those.inDegree());
    GivenObjects[] each = new GivenObjects[those.outDegree()];
    for (int j = 0; j < each.length; j++) {
      each[j] = ObjectCollectives.block(calls, name, sendbuf, ObjectCollectives.place(sendoffset, (int) sends.start(j), sendtype), (int) sends.count(j), sendtype);
    }
    new ObjectExchange(this).oneToEach(each, reading(recvbuf, recvoffset, recvs, recvtype));
  }

  private void checkTable(BlockTable table, int blocks) {
    if (blocks > 0) {
      table.check(calls, name, blocks);
    }
  }

  private ObjectBlocks.Reading reading(@Nullable Object buf, int offset, BlockTable table, Datatype type) {
    return (i, block) -> ObjectCollectives.decode(calls, name, block, buf, ObjectCollectives.place(offset, (int) table.start(i), type), (int) table.count(i), type);
  }

  static int[] equal(int blocks, int count) {
    int[] counts = new int[blocks];
    Arrays.fill(counts, count);
    return counts;
  }

  /** Where blocks of {@code count} elements begin that follow each other, and behind them the total. */
  static int[] equalStarts(int blocks, int count) {
    int[] starts = new int[blocks + 1];
    for (int r = 0; r < blocks; r++) {
      long next = (long) starts[r] + count;
      if (next > Integer.MAX_VALUE) {
        throw new MPIException(ErrorClasses.ERR_COUNT, blocks + " blocks of " + count + " elements are more than 2147483647 elements");
      }
      starts[r + 1] = (int) Math.max(0, next); // a negative count is refused by whoever looks at it
    }
    return starts;
  }
}
