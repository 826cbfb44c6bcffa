package mpi;

import org.braid.coll.engine.Call;
import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The collectives whose blocks have lengths and places of their own (the v- and w-forms; MPI 4.1, sections 6.5 to 6.8). Only some members know all lengths, so the members cannot compare
 * them: a block of another length than expected is an error where it arrives.
 */
final class TableCalls {
  private final CollectiveCalls calls;

  TableCalls(CollectiveCalls calls) {
    this.calls = calls;
  }

  void gatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] displs, Datatype recvtype, int root) {
    if (calls.between == null) {
      calls.checkRoot("gatherv", root);
      if (calls.isObject(sendtype)) {
        calls.objects.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype, root);
        return;
      }
    }
    gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, BlockTable.of(recvcounts, displs), recvtype, root);
  }

  /** Of elements that are no objects, in one group. */
  void gatherv(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype, int root) {
    if (calls.between != null) {
      calls.between.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvs, recvtype, root);
      return;
    }
    calls.checkRoot("gatherv", root);
    boolean asksForInPlace = sendbuf == CollectiveCalls.IN_PLACE;
    boolean receives = calls.rank() == root;
    Operand in = asksForInPlace ? Operand.NONE : Operand.sent(calls, "gatherv", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out = receives ? Operand.receivedTable(calls, "gatherv", recvbuf, recvoffset, recvs, recvtype, calls.size()) : Operand.NONE;
    boolean inPlace = asksForInPlace || receives && in.isSame(out.tableBlock(root));
    runOneToTable(calls.call(Operation.GATHERV).root(root), "gatherv", in, out, inPlace, receives);
  }

  void allGatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] displs, Datatype recvtype) {
    if (calls.between == null && calls.isObject(recvtype)) {
      calls.objects.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype);
      return;
    }
    allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, BlockTable.of(recvcounts, displs), recvtype);
  }

  /** Of elements that are no objects, in one group. */
  void allGatherv(
      @Nullable Object sendbuf, int sendoffset, long sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    if (calls.between != null) {
      calls.between.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvs, recvtype);
      return;
    }
    boolean asksForInPlace = sendbuf == CollectiveCalls.IN_PLACE;
    Operand in = asksForInPlace ? Operand.NONE : Operand.sent(calls, "allGatherv", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out = Operand.receivedTable(calls, "allGatherv", recvbuf, recvoffset, recvs, recvtype, calls.size());
    boolean inPlace = asksForInPlace || in.isSame(out.tableBlock(calls.rank()));
    runOneToTable(calls.call(Operation.ALLGATHERV), "allGatherv", in, out, inPlace, true);
  }

  private void runOneToTable(Call call, String name, Operand in, Operand out, boolean inPlace, boolean receives) {
    int unit = receives ? out.unitBytes : 1;
    if (receives) {
      long expected = out.tableBytes(calls.rank());
      if (!inPlace && in.blockBytes != expected) {
        throw CollectiveCalls.unequal(calls, name, in.blockBytes, expected);
      }
    }
    long mine = inPlace ? out.table.count(calls.rank()) : in.blockBytes / unit;
    Operand sent = inPlace ? Operand.NONE : in.apartFrom(out);
    out.out(call.count(mine, unit).in(sent.base, sent.offset));
    calls.run(inPlace ? call.inPlace() : call);
  }

  void scatterv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] displs, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
    if (calls.between == null) {
      calls.checkRoot("scatterv", root);
      if (calls.isObject(recvtype)) {
        calls.objects.scatterv(sendbuf, sendoffset, sendcounts, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
        return;
      }
    }
    scatterv(sendbuf, sendoffset, BlockTable.of(sendcounts, displs), sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
  }

  /** Of elements that are no objects, in one group. */
  void scatterv(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, long recvcount, Datatype recvtype, int root) {
    if (calls.between != null) {
      calls.between.scatterv(sendbuf, sendoffset, sends, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
      return;
    }
    calls.checkRoot("scatterv", root);
    boolean isRoot = calls.rank() == root;
    Operand in = isRoot ? Operand.sentTable(calls, "scatterv", sendbuf, sendoffset, sends, sendtype, calls.size()) : Operand.NONE;
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE || recvbuf == CollectiveCalls.IN_PLACE;
    Operand out = inPlace ? in.tableBlock(calls.rank()) : Operand.received(calls, "scatterv", recvbuf, recvoffset, recvcount, recvtype, 1);
    if (isRoot) {
      long expected = in.tableBytes(calls.rank());
      if (out.blockBytes != expected) {
        throw CollectiveCalls.unequal(calls, "scatterv", expected, out.blockBytes);
      }
      if (!inPlace && !out.isSame(in.tableBlock(root)) && out.overlaps(in)) {
        out = Operand.receivedAside(recvcount, recvtype, 1);
      }
    }
    int unit = isRoot ? in.unitBytes : 1;
    Call call = calls.call(Operation.SCATTERV).root(root).count(out.blockBytes / unit, unit);
    Call all = in.in(call).out(out.base, out.offset);
    calls.run(inPlace && isRoot ? all.inPlace() : all);
    calls.putBack(out, recvbuf, recvoffset, recvtype);
  }

  void allToAllv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] sdispls, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    if (calls.between == null && calls.isObject(recvtype)) {
      calls.objects.allToAllv(sendbuf, sendoffset, sendcounts, sdispls, sendtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
      return;
    }
    allToAllv(sendbuf, sendoffset, BlockTable.of(sendcounts, sdispls), sendtype, recvbuf, recvoffset, BlockTable.of(recvcounts, rdispls), recvtype);
  }

  /** Of elements that are no objects, in one group. */
  void allToAllv(
      @Nullable Object sendbuf, int sendoffset, BlockTable sends, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, BlockTable recvs, Datatype recvtype) {
    if (calls.between != null) {
      calls.between.allToAllv(sendbuf, sendoffset, sends, sendtype, recvbuf, recvoffset, recvs, recvtype);
      return;
    }
    Operand in = Operand.sentTable(calls, "allToAllv", sendbuf, sendoffset, sends, sendtype, calls.size());
    Operand out = Operand.receivedTable(calls, "allToAllv", recvbuf, recvoffset, recvs, recvtype, calls.size());
    CollectiveCalls.checkOwnBlock(calls, "allToAllv", in.tableBytes(calls.rank()), out.tableBytes(calls.rank()));
    in = in.apartFrom(out);
    if (in.unitBytes != out.unitBytes) {
      in = in.inBytes();
      out = out.inBytes();
    }
    calls.run(out.out(in.in(calls.call(Operation.ALLTOALLV).count(0, in.unitBytes))));
  }

  /** Displacements count bytes. */
  void allToAllw(
      @Nullable Object sendbuf, BlockTable sends, Datatype[] sendtypes,
      @Nullable Object recvbuf, BlockTable recvs, Datatype[] recvtypes) {
    if (calls.between != null) {
      calls.between.allToAllw(sendbuf, sends, sendtypes, recvbuf, recvs, recvtypes);
      return;
    }
    TypedBlocks in = new TypedBlocks(calls, "allToAllw", sendbuf, sends, sendtypes, calls.size());
    TypedBlocks out = new TypedBlocks(calls, "allToAllw", recvbuf, recvs, recvtypes, calls.size()).checkWritable(calls, "allToAllw");
    CollectiveCalls.checkOwnBlock(calls, "allToAllw", in.lengths[calls.rank()], out.lengths[calls.rank()]);
    calls.run(out.out(in.apartFrom(out).in(calls.call(Operation.ALLTOALLV).count(0, 1))));
  }
}
