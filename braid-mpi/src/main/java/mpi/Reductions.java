package mpi;

import java.util.Arrays;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.Reduction;
import org.jspecify.annotations.Nullable;

/** The collectives that combine what they move by an operator (MPI 4.1, sections 6.9 to 6.11). Elements with gaps are {@link WholeElements} here. */
final class Reductions {
  /** The longest vector that goes at once: longer ones need partial results that no array holds. */
  private static final long WHOLE_BYTES = Integer.MAX_VALUE - 8L;

  /** How much of a longer one goes at once: the engine keeps as much memory for partial results from call to call. */
  private static final long PIECE_BYTES = 32L << 20;

  /** No memory is larger. */
  static final long MOST_BYTES = 1L << 60;

  private final CollectiveCalls calls;

  Reductions(CollectiveCalls calls) {
    this.calls = calls;
  }

  void reduce(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op, int root) {
    if (calls.between != null) {
      calls.between.reductions.reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root);
      return;
    }
    calls.checkRoot("reduce", root);
    if (calls.isObject(type)) {
      calls.objects.reduce(sendbuf, sendoffset, recvbuf, recvoffset, (int) count, type, op, root);
      return;
    }
    boolean receives = calls.rank() == root;
    runReduction(Operation.REDUCE, root, "reduce", sendbuf, sendoffset, receives ? recvbuf : null, recvoffset, count, type, op, receives);
  }

  void reduceInPlace(@Nullable Object buf, long count, Datatype type, Op op, int root) {
    if (calls.isRoot(root)) {
      reduce(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op, root);
    } else {
      reduce(buf, 0, null, 0, count, type, op, root);
    }
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    if (calls.between != null) {
      calls.between.reductions.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
      return;
    }
    if (calls.isObject(type)) {
      calls.objects.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, (int) count, type, op);
      return;
    }
    runReduction(Operation.ALLREDUCE, 0, "allReduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  void scan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    refuseBetweenGroups("scan");
    if (calls.isObject(type)) {
      calls.objects.scan(sendbuf, sendoffset, recvbuf, recvoffset, (int) count, type, op);
      return;
    }
    runReduction(Operation.SCAN, 0, "scan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  void exScan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    refuseBetweenGroups("exScan");
    if (calls.isObject(type)) {
      calls.objects.exScan(sendbuf, sendoffset, recvbuf, recvoffset, (int) count, type, op);
      return;
    }
    runReduction(Operation.EXSCAN, 0, "exScan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  private void refuseBetweenGroups(String name) {
    if (calls.between != null) {
      throw calls.refused(ErrorClasses.ERR_COMM, name, "two groups have no common order of ranks; merge makes one group of both");
    }
  }

  private void runReduction(
      Operation operation, int root, String name, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset,
      long count, Datatype type, Op op, boolean receives) {
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    Reduction reduction = Op.reduction(calls, name, op, type);
    Object operand = inPlace ? null : sendbuf;
    Object result = receives ? recvbuf : null;
    long operands = inPlace ? 0 : count;
    long results = receives ? count : 0;
    if (type.plainBytes < 0) {
      WholeElements in = WholeElements.of(calls, name, operand, sendoffset, operands, type, reduction, true);
      WholeElements out = WholeElements.received(calls, name, result, recvoffset, results, type, reduction, inPlace || operation == Operation.EXSCAN); // rank 0 gets nothing of an exscan
      combine(operation, root, reduction, type, op, inPlace, in.base(), in.offset(), out.base(), out.offset(), count);
      if (out.isAside()) {
        calls.whenDone(out::putBack);
      }
    } else {
      Buffers.check(calls, name, operand, sendoffset, operands, type);
      Buffers.checkWritable(calls, name, result, recvoffset, results, type);
      combine(operation, root, reduction, type, op, inPlace, operand, Buffers.offsetBytes(operand, sendoffset), result, Buffers.offsetBytes(result, recvoffset), count);
    }
  }

  /**
   * Where the elements lie is where they are combined: a small reduction leaves no garbage. An operand that lies where the result goes works in place, and of one that overlaps the result a copy is taken. Vectors
   * that no array could hold are combined piece by piece, so that partial results need no more memory than for one piece.
   */
  private void combine(
      Operation operation, int root, Reduction reduction, Datatype type, Op op, boolean inPlace, @Nullable Object operand, long from, @Nullable Object result, long to, long count) {
    long bytes = count * reduction.elementBytes();
    startWholeOrAside(bytes);
    boolean overlaps = operand != null && result != null && Overlap.isBetween(operand, from, bytes, result, to, bytes);
    boolean isSame = operand != null && result != null && overlaps && Overlap.isSamePlace(operand, from, result, to);
    boolean copies = overlaps && !isSame;
    Object sent = isSame ? null : copies && operand != null ? copyOf(operand, from, bytes) : operand;
    long sentFrom = copies ? 0 : from;
    long piece = pieceOf(count, reduction.elementBytes());
    for (long done = 0; done == 0 || done < count; done += piece) {
      long at = done * reduction.elementBytes();
      Call call = calls.call(operation).root(root).count(Math.min(piece, count - done), reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
      call = inPlace || isSame ? call.inPlace() : call;
      call = sent == null ? call : call.in(sent, sentFrom + at);
      calls.run(result == null ? call : call.out(result, to + at));
    }
  }

  /** How many elements go at once. */
  static long pieceOf(long count, int elementBytes) {
    boolean isWhole = count <= Integer.MAX_VALUE && count * elementBytes <= WHOLE_BYTES;
    return Math.max(1, isWhole ? count : PIECE_BYTES / Math.max(1, elementBytes));
  }

  /** A call that is only started goes whole, or beside the program, piece by piece. */
  void startWholeOrAside(long bytes) {
    if (bytes > WHOLE_BYTES && calls.onlyStarts()) {
      throw calls.aside("combines more than " + WHOLE_BYTES + " bytes");
    }
  }

  private static Object copyOf(Object operand, long from, long bytes) {
    Object copy = Outgoing.room(bytes);
    UserMemory.copy(operand, from, copy, 0, bytes);
    return copy;
  }

  void reduceScatter(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] recvcounts, Datatype type, Op op) {
    int[] starts = starts("reduceScatter", recvcounts);
    int total = starts[calls.size()];
    if (calls.between != null) {
      calls.between.reductions.reduceScatter(Operation.REDUCE_SCATTER, sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, starts, type, op);
      return;
    }
    if (calls.isObject(type)) {
      calls.objects.reduceScatter(Purpose.REDUCE_SCATTER_OBJECTS, sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, starts, type, op);
      return;
    }
    Reduction reduction = Op.reduction(calls, "reduceScatter", op, type);
    WholeElements in = operand("reduceScatter", sendbuf, sendoffset, recvbuf, recvoffset, total, type, reduction);
    WholeElements out = WholeElements.received(calls, "reduceScatter", recvbuf, recvoffset, recvcounts[calls.rank()], type, reduction, false);
    in = apart(in, (long) total * reduction.elementBytes(), out, (long) recvcounts[calls.rank()] * reduction.elementBytes());
    Object sent = in.base();
    Object result = out.base();
    Call call = calls.call(Operation.REDUCE_SCATTER).count(0, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    call.in(sent == null ? new byte[0] : sent, in.offset()).inTable(recvcounts, starts).outTable(recvcounts, new int[calls.size()]);
    calls.run(result == null ? call : call.out(result, out.offset()));
    if (out.isAside()) {
      calls.whenDone(out::putBack);
    }
  }

  /** Operands that the result overlaps are copied before it is written. */
  private static WholeElements apart(WholeElements in, long inBytes, WholeElements out, long outBytes) {
    Object operands = in.base();
    Object result = out.base();
    boolean overlap = operands != null && result != null && Overlap.isBetween(operands, in.offset(), inBytes, result, out.offset(), outBytes);
    return overlap ? in.copy(inBytes) : in;
  }

  /** As {@link #reduceScatter}, of as many elements as longs count, in memory that the result does not overlap; what no array could hold goes piece by piece. */
  void reduceScatter(boolean isBlock, @Nullable Object sendbuf, @Nullable Object recvbuf, long[] recvcounts, Datatype type, Op op) {
    Operation called = isBlock ? Operation.REDUCE_SCATTER_BLOCK : Operation.REDUCE_SCATTER;
    String name = called.text();
    long[] starts = largeStarts(name, recvcounts);
    if (calls.between != null) {
      int self = calls.between.comm().getRank();
      calls.between.reductions.reduceScatter(called, sendbuf, 0, recvbuf, 0, starts[calls.size()], starts[self], recvcounts[self], type, op);
      return;
    }
    Reduction reduction = Op.reduction(calls, name, op, type);
    int rank = calls.rank();
    long total = starts[calls.size()];
    WholeElements in = WholeElements.of(calls, name, sendbuf, 0, total, type, reduction, true);
    WholeElements out = WholeElements.received(calls, name, recvbuf, 0, recvcounts[rank], type, reduction, false);
    Object operand = in.base();
    Object result = out.base();
    long elementBytes = reduction.elementBytes();
    if (operand != null && result != null && Overlap.isBetween(operand, in.offset(), total * elementBytes, result, out.offset(), recvcounts[rank] * elementBytes)) {
      throw calls.refused(ErrorClasses.ERR_BUFFER, name, "the result overlaps what is sent; give it memory of its own");
    }
    startWholeOrAside(total * elementBytes);
    long piece = pieceOf(total, reduction.elementBytes());
    for (long from = 0; from == 0 || from < total; from += piece) {
      BlockTable part = part(recvcounts, starts, from, from + piece);
      Call call = calls.call(Operation.REDUCE_SCATTER).count(0, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
      call = part.in(part.alone().out(call));
      call = operand == null ? call : call.in(operand, in.offset() + from * elementBytes);
      calls.run(result == null ? call : call.out(result, out.offset() + Math.max(0, from - starts[rank]) * elementBytes));
    }
    if (out.isAside()) {
      calls.whenDone(out::putBack);
    }
  }

  /** What of each block lies in the elements {@code [from, to)}; places count from there. */
  private BlockTable part(long[] counts, long[] starts, long from, long to) {
    long[] partCounts = new long[calls.size()];
    long[] partStarts = new long[calls.size()];
    for (int r = 0; r < partCounts.length; r++) {
      long first = Math.clamp(starts[r], from, to);
      partStarts[r] = first - from;
      partCounts[r] = Math.clamp(starts[r] + counts[r], from, to) - first;
    }
    return BlockTable.of(partCounts, partStarts);
  }

  private long[] largeStarts(String name, long @Nullable [] counts) {
    BlockTable.of(counts, counts).check(calls, name, calls.size());
    long[] starts = new long[calls.size() + 1];
    for (int r = 0; r < calls.size() && counts != null; r++) {
      if (counts[r] < 0 || starts[r] > Long.MAX_VALUE - counts[r]) {
        throw calls.refused(ErrorClasses.ERR_COUNT, name, "the count of rank " + r + " is " + counts[r]);
      }
      starts[r + 1] = starts[r] + counts[r];
    }
    return starts;
  }

  /** Blocks of one length need no table, and go over shared memory in parts. */
  void reduceScatterBlock(@Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op) {
    if (calls.between != null || calls.isObject(type) || recvcount < 0 || recvcount > Integer.MAX_VALUE / calls.size()) {
      int[] counts = new int[calls.size()];
      Arrays.fill(counts, recvcount);
      reduceScatterBlocks(sendbuf, recvbuf, counts, starts("reduceScatterBlock", counts), type, op);
      return;
    }
    int total = recvcount * calls.size();
    Reduction reduction = Op.reduction(calls, "reduceScatterBlock", op, type);
    WholeElements in = operand("reduceScatterBlock", sendbuf, 0, recvbuf, 0, total, type, reduction);
    WholeElements out = WholeElements.received(calls, "reduceScatterBlock", recvbuf, 0, recvcount, type, reduction, false);
    long blockBytes = (long) recvcount * reduction.elementBytes();
    in = apart(in, calls.size() * blockBytes, out, blockBytes);
    Object sent = in.base();
    Object result = out.base();
    Call call = calls.call(Operation.REDUCE_SCATTER_BLOCK).count(recvcount, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    call = sent == null ? call : call.in(sent, in.offset());
    calls.run(result == null ? call : call.out(result, out.offset() - calls.rank() * blockBytes)); // of all blocks of the result there is its own alone
    if (out.isAside()) {
      calls.whenDone(out::putBack);
    }
  }

  /** Between two groups, or of objects. */
  private void reduceScatterBlocks(@Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, int[] starts, Datatype type, Op op) {
    if (calls.between != null) {
      calls.between.reductions.reduceScatter(Operation.REDUCE_SCATTER_BLOCK, sendbuf, 0, recvbuf, 0, counts, starts, type, op);
    } else if (calls.isObject(type)) {
      calls.objects.reduceScatter(Purpose.REDUCE_SCATTER_BLOCK_OBJECTS, sendbuf, 0, recvbuf, 0, counts, starts, type, op);
    }
  }

  /** The send buffer, or for an operand in place a copy of it, since the result overwrites its beginning. */
  private WholeElements operand(
      String name, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int total, Datatype type, Reduction reduction) {
    if (sendbuf != CollectiveCalls.IN_PLACE) {
      return WholeElements.of(calls, name, sendbuf, sendoffset, total, type, reduction, true);
    }
    return WholeElements.of(calls, name, recvbuf, recvoffset, total, type, reduction, true).copy((long) total * reduction.elementBytes());
  }

  /** Starts of blocks that follow each other, and behind them the total. */
  private int[] starts(String name, int[] counts) {
    if (Refusal.given(calls, counts, ErrorClasses.ERR_ARG, name, "the array of counts").length < calls.size()) {
      throw calls.refused(ErrorClasses.ERR_ARG, name, counts.length + " counts were given for " + calls.size() + " ranks");
    }
    int[] starts = new int[calls.size() + 1];
    for (int r = 0; r < calls.size(); r++) {
      if (counts[r] < 0 || starts[r] > Integer.MAX_VALUE - counts[r]) {
        throw calls.refused(ErrorClasses.ERR_COUNT, name, "the count of rank " + r + " is " + counts[r]);
      }
      starts[r + 1] = starts[r] + counts[r];
    }
    return starts;
  }
}
