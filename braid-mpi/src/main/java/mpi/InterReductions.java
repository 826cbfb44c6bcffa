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
      inter.plain().run(inter.plain().call(Operation.NEIGHBOR_REDUCE).neighbours(those).standsFor(Operation.REDUCE, said, 0));
      return;
    }
    combine("reduce", Operation.REDUCE, said, those, sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  void allReduce(@Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    inter.refuseInPlace("allReduce", sendbuf);
    combine("allReduce", Operation.ALLREDUCE, 0, inter.neighbours().everybody(), sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  /** Each member of a group knows the parts of its own group only: it gets the whole result, and takes its part. */
  void reduceScatter(
      @Nullable Object sendbuf, int sendoffset, @Nullable Object recvbuf, int recvoffset, int[] counts, int[] starts, Datatype type, Op op) {
    inter.refuseInPlace("reduceScatter", sendbuf);
    int rank = inter.comm().getRank();
    int total = starts[inter.comm().getSize()];
    Neighbours everybody = inter.neighbours().everybody();
    if (inter.plain().isObject(type)) {
      Object[] all = new Object[total];
      combineObjects("reduceScatter", Operation.REDUCE_SCATTER, 0, everybody, sendbuf, sendoffset, all, 0, total, type, op);
      ObjectCollectives.store(all, starts[rank], recvbuf, recvoffset, counts[rank]);
      return;
    }
    Reduction reduction = Op.reduction(op, type);
    WholeElements part = WholeElements.received("reduceScatter", recvbuf, recvoffset, counts[rank], type, false);
    byte[] all = new byte[Outgoing.lengthOf((long) total * reduction.elementBytes())];
    run(Operation.REDUCE_SCATTER, 0, everybody, WholeElements.of("reduceScatter", sendbuf, sendoffset, total, type, true), all, 0, total, type, op, reduction);
    int from = starts[rank] * reduction.elementBytes();
    int bytes = counts[rank] * reduction.elementBytes();
    inter.plain().whenDone(() -> take(all, from, bytes, part));
  }

  private static void take(byte[] all, int from, int bytes, WholeElements part) {
    Object base = part.base();
    if (base != null) {
      UserMemory.copy(all, from, base, part.offset(), bytes);
      part.putBack();
    }
  }

  private void combine(
      String name, Operation called, int rootSaid, Neighbours those, @Nullable Object sendbuf, int sendoffset,
      @Nullable Object recvbuf, int recvoffset, long count, Datatype type, Op op) {
    if (inter.plain().isObject(type)) {
      combineObjects(name, called, rootSaid, those, sendbuf, sendoffset, recvbuf, recvoffset, (int) count, type, op);
      return;
    }
    boolean sends = those.outDegree() > 0;
    boolean receives = those.inDegree() > 0;
    Reduction reduction = Op.reduction(op, type);
    WholeElements in = WholeElements.of(name, sends ? sendbuf : null, sendoffset, sends ? count : 0, type, true);
    WholeElements out = WholeElements.received(name, receives ? recvbuf : null, recvoffset, receives ? count : 0, type, false);
    run(called, rootSaid, those, in, out.base(), out.offset(), count, type, op, reduction);
    if (out.isAside()) {
      inter.plain().whenDone(out::putBack);
    }
  }

  private void run(
      Operation called, int rootSaid, Neighbours those, WholeElements in, @Nullable Object result, long resultOffset, long count, Datatype type, Op op, Reduction reduction) {
    long bytes = Outgoing.lengthOf(count * reduction.elementBytes()); // partial results are arrays
    Call call = inter.plain().call(Operation.NEIGHBOR_REDUCE).neighbours(those).standsFor(called, rootSaid, bytes);
    call.count(count, reduction.elementBytes()).type(type.code).reducer(reduction).operator(op.code);
    Object operand = in.base();
    if (operand != null && result != null && Overlap.isBetween(operand, in.offset(), bytes, result, resultOffset, bytes)) {
      call.in(in.copy(Outgoing.lengthOf(bytes)), 0);
    } else if (operand != null) {
      call.in(operand, in.offset());
    }
    inter.plain().run(result == null ? call : call.out(result, resultOffset));
  }

  /** The operands themselves travel, and are combined where the result is wanted. */
  private void combineObjects(
      String name, Operation called, int rootSaid, Neighbours those, @Nullable Object sendbuf, int sendoffset,
      @Nullable Object recvbuf, int recvoffset, int count, Datatype type, Op op) {
    if (those != inter.neighbours().nobody()) {
      Op.checkForObjects(op);
    }
    byte[] mine = those.outDegree() > 0 ? ObjectCollectives.encode(name, sendbuf, sendoffset, count, type) : new byte[0];
    byte[][] operands = inter.exchange(name, those, call -> call.standsFor(called, rootSaid, 0)).bytesOfSources(mine);
    if (those.inDegree() > 0) {
      ObjectCollectives.store(ObjectCollectives.fold(operands, operands.length, count, type, op), 0, recvbuf, recvoffset, count);
    }
  }
}
