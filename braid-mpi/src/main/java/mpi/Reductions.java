package mpi;

import java.util.Arrays;
import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.Reduction;
import org.jspecify.annotations.Nullable;

/** The collectives that combine what they move by an operator (MPI 4.1, sections 6.9 to 6.11). Elements are whole extents here, gaps and all. */
final class Reductions {
  private final CollectiveCalls calls;

  Reductions(CollectiveCalls calls) {
    this.calls = calls;
  }

  void reduce(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op, int root) {
    if (calls.between != null) {
      calls.between.reductions.reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root);
      return;
    }
    calls.checkRoot("reduce", root);
    if (calls.isObject(type)) {
      calls.objects.reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root);
      return;
    }
    boolean receives = calls.rank() == root;
    Call call = calls.call(Operation.REDUCE).root(root);
    runReduction(call, "reduce", sendbuf, sendoffset, receives ? recvbuf : null, recvoffset, count, type, op, receives);
  }

  void reduceInPlace(@Nullable Object buf, int count, Datatype type, Op op, int root) {
    if (calls.isRoot(root)) {
      reduce(CollectiveCalls.IN_PLACE, 0, buf, 0, count, type, op, root);
    } else {
      reduce(buf, 0, null, 0, count, type, op, root);
    }
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    if (calls.between != null) {
      calls.between.reductions.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
      return;
    }
    if (calls.isObject(type)) {
      calls.objects.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
      return;
    }
    runReduction(calls.call(Operation.ALLREDUCE), "allReduce", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  void scan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    refuseBetweenGroups("scan");
    if (calls.isObject(type)) {
      calls.objects.scan(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
      return;
    }
    runReduction(calls.call(Operation.SCAN), "scan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  void exScan(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    refuseBetweenGroups("exScan");
    if (calls.isObject(type)) {
      calls.objects.exScan(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
      return;
    }
    runReduction(calls.call(Operation.EXSCAN), "exScan", sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, true);
  }

  private void refuseBetweenGroups(String name) {
    if (calls.between != null) {
      throw calls.refused(ErrorClasses.ERR_COMM, name, "two groups have no common order of ranks; merge makes one group of both");
    }
  }

  private void runReduction(
      Call call, String name, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset,
      int count, Datatype type, Op op, boolean receives) {
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE;
    Reduction reduction = Op.reduction(op, type);
    call.count(count, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    if (inPlace) {
      call.inPlace();
    }
    Object operand = inPlace ? null : sendbuf;
    Object result = receives ? recvbuf : null;
    int operands = inPlace ? 0 : count;
    int results = receives ? count : 0;
    long bytes = (long) count * reduction.elementBytes();
    if (type.plainBytes < 0) {
      WholeElements in = WholeElements.of(name, operand, sendoffset, operands, type, true);
      WholeElements out = WholeElements.received(name, result, recvoffset, results, type, inPlace);
      runInto(out, describeIn(call, in.base(), in.offset(), out.base(), out.offset(), bytes));
    } else {
      Buffers.check(name, operand, sendoffset, operands, type);
      Buffers.checkWritable(name, result, recvoffset, results, type);
      runPlain(call, operand, Buffers.offsetBytes(operand, sendoffset), result, Buffers.offsetBytes(result, recvoffset), bytes);
    }
  }

  /** Where the elements lie is where they are combined: a small reduction leaves no garbage. */
  private void runPlain(Call call, @Nullable Object operand, long from, @Nullable Object result, long to, long bytes) {
    describeIn(call, operand, from, result, to, bytes);
    calls.run(result == null ? call : call.out(result, to));
  }

  /** The operand; of one that lies where the result goes it is said that it works in place, and of one that overlaps the result a copy is taken. */
  private static Call describeIn(Call call, @Nullable Object operand, long from, @Nullable Object result, long to, long bytes) {
    if (operand == null || result == null || !Overlap.isBetween(operand, from, bytes, result, to, bytes)) {
      return operand == null ? call : call.in(operand, from);
    }
    return Overlap.isSamePlace(operand, from, result, to) ? call.inPlace() : call.in(copyOf(operand, from, bytes), 0);
  }

  private static byte[] copyOf(Object operand, long from, long bytes) {
    byte[] copy = new byte[Outgoing.lengthOf(bytes)];
    UserMemory.copy(operand, from, copy, 0, copy.length);
    return copy;
  }

  private void runInto(WholeElements out, Call call) {
    Object base = out.base();
    calls.run(base == null ? call : call.out(base, out.offset()));
    if (out.isAside()) {
      calls.whenDone(out::putBack);
    }
  }

  void reduceScatter(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] recvcounts, Datatype type, Op op) {
    int[] starts = starts("reduceScatter", recvcounts);
    int total = starts[calls.size()];
    if (calls.between != null) {
      calls.between.reductions.reduceScatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, starts, type, op);
      return;
    }
    if (calls.isObject(type)) {
      calls.objects.reduceScatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, starts, type, op);
      return;
    }
    Reduction reduction = Op.reduction(op, type);
    WholeElements in = operand("reduceScatter", sendbuf, sendoffset, recvbuf, recvoffset, total, type);
    WholeElements out = WholeElements.received("reduceScatter", recvbuf, recvoffset, recvcounts[calls.rank()], type, false);
    Call call = calls.call(Operation.REDUCE_SCATTER).count(0, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    Object operands = in.base();
    long totalBytes = (long) total * reduction.elementBytes();
    Object result = out.base();
    boolean overlap = operands != null && result != null && Overlap.isBetween(operands, in.offset(), totalBytes, result, out.offset(), (long) recvcounts[calls.rank()] * reduction.elementBytes());
    if (overlap && operands != null) {
      in = new WholeElements(copyOf(operands, in.offset(), totalBytes), 0, null, 0, 0);
    }
    Object sent = in.base();
    call.in(sent == null ? new byte[0] : sent, in.offset()).inTable(recvcounts, starts).outTable(recvcounts, new int[calls.size()]);
    runInto(out, call);
  }

  void reduceScatterBlock(@Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op) {
    int[] counts = new int[calls.size()];
    Arrays.fill(counts, recvcount);
    reduceScatter(sendbuf, 0, recvbuf, 0, counts, type, op);
  }

  /** The send buffer, or for an operand in place a copy of it, since the result overwrites its beginning. */
  private static WholeElements operand(
      String name, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int total, Datatype type) {
    if (sendbuf != CollectiveCalls.IN_PLACE) {
      return WholeElements.of(name, sendbuf, sendoffset, total, type, true);
    }
    WholeElements all = WholeElements.of(name, recvbuf, recvoffset, total, type, true);
    return new WholeElements(all.copy(Outgoing.lengthOf((long) total * type.map.extentBytes())), 0, null, 0, 0);
  }

  /** Starts of blocks that follow each other, and behind them the total. */
  private int[] starts(String name, int[] counts) {
    if (Arguments.counts(counts, name).length < calls.size()) {
      throw new MPIException(ErrorClasses.ERR_ARG, name + ": " + counts.length + " counts were given for " + calls.size() + " ranks");
    }
    int[] starts = new int[calls.size() + 1];
    for (int r = 0; r < calls.size(); r++) {
      if (counts[r] < 0 || starts[r] > Integer.MAX_VALUE - counts[r]) {
        throw new MPIException(ErrorClasses.ERR_COUNT, name + ": the count of rank " + r + " is " + counts[r]);
      }
      starts[r + 1] = starts[r] + counts[r];
    }
    return starts;
  }
}
