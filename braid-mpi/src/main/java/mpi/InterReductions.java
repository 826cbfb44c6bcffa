package mpi;

import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.Reduction;
import org.jspecify.annotations.Nullable;

/** The reductions of an intercommunicator (MPI 4.1, sections 6.9 and 6.10): whoever gets a result gets that of the other group's operands, in the order of its ranks. */
final class InterReductions {
  private final InterCalls inter;

  InterReductions(InterCalls inter) {
    this.inter = inter;
  }

  void reduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op, int root) {
    Neighbours those = inter.toRoot("reduce", root);
    int said = inter.rootSaid(root);
    if (those == inter.neighbours().nobody() && !inter.plain().isObject(type)) {
      standBy(those, said, count, type);
      return;
    }
    combine("reduce", Operation.REDUCE, said, those, sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  /** One that takes no part makes as many calls as the others, by the count and the type that it gives. */
  private void standBy(Neighbours nobody, int rootSaid, long count, @Nullable Datatype type) {
    long elementBytes = type == null || type.isNull() ? 0 : type.map.extentBytes();
    boolean isOne = count <= 0 || elementBytes <= 0 || count > Reductions.MOST_BYTES / elementBytes;
    long bytes = isOne ? 0 : count * elementBytes;
    inter.plain().reductions.startWholeOrAside(bytes);
    long calls = isOne ? 1 : Math.ceilDiv(count, Reductions.pieceOf(count, (int) Math.min(elementBytes, Integer.MAX_VALUE)));
    for (long i = 0; i < calls; i++) {
      inter.plain().run(inter.plain().call(Operation.NEIGHBOR_REDUCE).neighbours(nobody).standsFor(Operation.REDUCE, rootSaid, 0));
    }
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    inter.refuseInPlace("allReduce", sendbuf);
    combine("allReduce", Operation.ALLREDUCE, 0, inter.neighbours().everybody(), sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  /**
   * Each member of a group knows the parts of its own group only: it gets the whole result, and takes its part.
   *
   * @param called REDUCE_SCATTER or REDUCE_SCATTER_BLOCK
   */
  void reduceScatter(
      Operation called, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] counts, int[] starts, Datatype type, Op op) {
    inter.refuseInPlace(called.text(), sendbuf);
    int rank = inter.comm().getRank();
    int total = starts[inter.comm().getSize()];
    if (inter.plain().isObject(type)) {
      ObjectFold fold = combineObjects(called.text(), called, 0, inter.neighbours().everybody(), sendbuf, sendoffset, total, type, op);
      fold.store(inter.plain(), called.text(), starts[rank], recvbuf, recvoffset, counts[rank]);
      return;
    }
    reduceScatter(called, sendbuf, sendoffset, recvbuf, recvoffset, total, starts[rank], counts[rank], type, op);
  }

  /** As above, of elements that are no objects, of which longs count {@code total}; {@code count} from {@code start} on are this member's. */
  void reduceScatter(
      Operation called, @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long total, long start, long count, Datatype type, Op op) {
    Reduction reduction = Op.reduction(inter.plain(), called.text(), op, type);
    WholeElements part = WholeElements.received(inter.plain(), called.text(), recvbuf, recvoffset, count, type, reduction, false);
    WholeElements in = WholeElements.of(inter.plain(), called.text(), sendbuf, sendoffset, total, type, reduction, true);
    inter.plain().reductions.startWholeOrAside(total * reduction.elementBytes());
    long piece = Reductions.pieceOf(total, reduction.elementBytes());
    for (long from = 0; from == 0 || from < total; from += piece) {
      long to = Math.min(total, from + piece);
      byte[] some = new byte[(int) ((to - from) * reduction.elementBytes())];
      runPiece(called, 0, inter.neighbours().everybody(), in, from, some, 0, to - from, type, op, reduction);
      long first = Math.clamp(start, from, to);
      long end = Math.clamp(start + count, from, to);
      Slice mine = new Slice(some, (first - from) * reduction.elementBytes(), (first - start) * reduction.elementBytes(), (end - first) * reduction.elementBytes());
      boolean isLast = to == total;
      inter.plain().whenDone(() -> mine.copyTo(part, isLast));
    }
  }

  /** What of a piece of the result belongs to this member, and at which byte of its part. */
  private record Slice(byte[] result, long from, long to, long bytes) {
    void copyTo(WholeElements part, boolean isLast) {
      Object base = part.base();
      if (base != null && bytes > 0) {
        UserMemory.copy(result, from, base, part.offset() + to, bytes);
      }
      if (isLast) {
        part.putBack();
      }
    }
  }

  private void combine(
      String name, Operation called, int rootSaid, Neighbours those, @Nullable Object sendbuf, int sendoffset,
      @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    if (inter.plain().isObject(type)) {
      ObjectFold fold = combineObjects(name, called, rootSaid, those, sendbuf, sendoffset, (int) count, type, op);
      if (those.inDegree() > 0) {
        fold.store(inter.plain(), name, 0, recvbuf, recvoffset, (int) count);
      }
      return;
    }
    boolean sends = those.outDegree() > 0;
    boolean receives = those.inDegree() > 0;
    Reduction reduction = Op.reduction(inter.plain(), name, op, type);
    WholeElements in = WholeElements.of(inter.plain(), name, sends ? sendbuf : null, sendoffset, sends ? count : 0, type, reduction, true);
    WholeElements out = WholeElements.received(inter.plain(), name, receives ? recvbuf : null, recvoffset, receives ? count : 0, type, reduction, false);
    run(called, rootSaid, those, in, out.base(), out.offset(), count, type, op, reduction);
    if (out.isAside()) {
      inter.plain().whenDone(out::putBack);
    }
  }

  /** What no array could hold goes piece by piece: partial results are arrays. */
  private void run(
      Operation called, int rootSaid, Neighbours those, WholeElements in, @Nullable Object result, long resultOffset, long count, Datatype type, Op op, Reduction reduction) {
    long bytes = count * reduction.elementBytes();
    inter.plain().reductions.startWholeOrAside(bytes);
    WholeElements operand = apart(in, result, resultOffset, bytes);
    long piece = Reductions.pieceOf(count, reduction.elementBytes());
    for (long done = 0; done == 0 || done < count; done += piece) {
      runPiece(called, rootSaid, those, operand, done, result, resultOffset + done * reduction.elementBytes(), Math.min(piece, count - done), type, op, reduction);
    }
  }

  /** The operand, or a copy of it if the result comes where it lies. */
  private static WholeElements apart(WholeElements in, @Nullable Object result, long resultOffset, long bytes) {
    Object operand = in.base();
    boolean overlaps = operand != null && result != null && Overlap.isBetween(operand, in.offset(), bytes, result, resultOffset, bytes);
    return overlaps ? in.copy(bytes) : in;
  }

  /** @param from the first element of the operand that takes part */
  private void runPiece(
      Operation called, int rootSaid, Neighbours those, WholeElements in, long from, @Nullable Object result, long resultOffset, long count, Datatype type, Op op, Reduction reduction) {
    Call call = inter.plain().call(Operation.NEIGHBOR_REDUCE).neighbours(those).standsFor(called, rootSaid, count * reduction.elementBytes());
    call.root(Math.max(0, rootSaid)).count(count, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    Object operand = in.base();
    call = operand == null ? call : call.in(operand, in.offset() + from * reduction.elementBytes());
    inter.plain().run(result == null ? call : call.out(result, resultOffset));
  }

  /** The operands themselves travel, and are combined where the result is wanted. */
  private ObjectFold combineObjects(
      String name, Operation called, int rootSaid, Neighbours those, @Nullable Object sendbuf, int sendoffset, int count, Datatype type, Op op) {
    if (those != inter.neighbours().nobody()) {
      Op.checkForObjects(inter.plain(), name, op);
    }
    GivenObjects mine = those.outDegree() > 0 ? ObjectCollectives.block(inter.plain(), name, sendbuf, sendoffset, count, type) : null;
    ObjectFold fold = new ObjectFold(count, type, op);
    new ObjectExchange(inter.exchange(name, those, call -> call.standsFor(called, rootSaid, 0))).oneToAll(mine, (i, operand) -> fold.add(operand));
    return fold;
  }
}
