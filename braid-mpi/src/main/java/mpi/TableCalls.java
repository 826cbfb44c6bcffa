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
    if (calls.between != null) {
      calls.between.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype, root);
      return;
    }
    calls.checkRoot("gatherv", root);
    if (calls.isObject(sendtype)) {
      calls.objects.gatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype, root);
      return;
    }
    boolean asksForInPlace = sendbuf == CollectiveCalls.IN_PLACE;
    boolean receives = calls.rank() == root;
    Operand in = asksForInPlace ? Operand.NONE : Operand.sent("gatherv", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out =
        receives ? Operand.receivedTable("gatherv", recvbuf, recvoffset, recvcounts, displs, recvtype, calls.size(), asksForInPlace) : Operand.NONE;
    boolean inPlace = asksForInPlace || receives && in.isSame(out.tableBlock(root));
    runOneToTable(calls.call(Operation.GATHERV).root(root), "gatherv", in, out, inPlace, receives);
    if (receives) {
      unpackTable(out, recvbuf, recvoffset, displs, recvtype);
    }
  }

  void allGatherv(
      @Nullable Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] displs, Datatype recvtype) {
    if (calls.between != null) {
      calls.between.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype);
      return;
    }
    if (calls.isObject(recvtype)) {
      calls.objects.allGatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcounts, displs, recvtype);
      return;
    }
    boolean asksForInPlace = sendbuf == CollectiveCalls.IN_PLACE;
    Operand in = asksForInPlace ? Operand.NONE : Operand.sent("allGatherv", sendbuf, sendoffset, sendcount, sendtype, 1);
    Operand out = Operand.receivedTable("allGatherv", recvbuf, recvoffset, recvcounts, displs, recvtype, calls.size(), asksForInPlace);
    boolean inPlace = asksForInPlace || in.isSame(out.tableBlock(calls.rank()));
    runOneToTable(calls.call(Operation.ALLGATHERV), "allGatherv", in, out, inPlace, true);
    unpackTable(out, recvbuf, recvoffset, displs, recvtype);
  }

  private void runOneToTable(Call call, String name, Operand in, Operand out, boolean inPlace, boolean receives) {
    int unit = receives ? out.unitBytes : 1;
    if (receives) {
      long expected = (long) out.counts[calls.rank()] * unit;
      if (!inPlace && in.blockBytes != expected) {
        throw CollectiveCalls.unequal(name, in.blockBytes, expected);
      }
      call.outTable(out.counts, out.displacements);
    }
    long mine = inPlace ? out.counts[calls.rank()] : in.blockBytes / unit;
    Operand sent = inPlace ? Operand.NONE : in.apartFrom(out);
    call.count(mine, unit).in(sent.base, sent.offset).out(out.base, out.offset);
    calls.run(inPlace ? call.inPlace() : call);
  }

  void scatterv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] displs, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
    if (calls.between != null) {
      calls.between.scatterv(sendbuf, sendoffset, sendcounts, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
      return;
    }
    calls.checkRoot("scatterv", root);
    if (calls.isObject(recvtype)) {
      calls.objects.scatterv(sendbuf, sendoffset, sendcounts, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
      return;
    }
    boolean sends = calls.rank() == root;
    Operand in = sends ? Operand.sentTable("scatterv", sendbuf, sendoffset, sendcounts, displs, sendtype, calls.size()) : Operand.NONE;
    boolean inPlace = sendbuf == CollectiveCalls.IN_PLACE || recvbuf == CollectiveCalls.IN_PLACE;
    Operand out = inPlace ? in.tableBlock(calls.rank()) : Operand.received("scatterv", recvbuf, recvoffset, recvcount, recvtype, 1, false);
    int unit = sends ? in.unitBytes : 1;
    if (sends) {
      long expected = (long) in.counts[calls.rank()] * unit;
      if (out.blockBytes != expected) {
        throw CollectiveCalls.unequal("scatterv", expected, out.blockBytes);
      }
      if (!inPlace && !out.isSame(in.tableBlock(root)) && out.overlaps(in)) {
        out = Operand.receivedAside(recvcount, recvtype, 1);
      }
    }
    Call call = calls.call(Operation.SCATTERV).root(root).count(out.blockBytes / unit, unit);
    calls.run((sends ? call.inTable(in.counts, in.displacements) : call).in(in.base, in.offset).out(out.base, out.offset));
    if (!inPlace) {
      calls.unpackBlocks(out, recvbuf, recvoffset, recvtype);
    }
  }

  void allToAllv(
      @Nullable Object sendbuf, int sendoffset, int[] sendcounts, int[] sdispls, Datatype sendtype,
      @Nullable Object recvbuf, int recvoffset, int[] recvcounts, int[] rdispls, Datatype recvtype) {
    if (calls.between != null) {
      calls.between.allToAllv(sendbuf, sendoffset, sendcounts, sdispls, sendtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
      return;
    }
    if (calls.isObject(recvtype)) {
      calls.objects.allToAllv(sendbuf, sendoffset, sendcounts, sdispls, sendtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
      return;
    }
    Operand in = Operand.sentTable("allToAllv", sendbuf, sendoffset, sendcounts, sdispls, sendtype, calls.size());
    Operand out = Operand.receivedTable("allToAllv", recvbuf, recvoffset, recvcounts, rdispls, recvtype, calls.size(), false);
    CollectiveCalls.checkOwnBlock("allToAllv", in.tableBytes(calls.rank()), out.tableBytes(calls.rank()));
    in = in.apartFrom(out);
    if (in.unitBytes != out.unitBytes) {
      in = in.inBytes();
      out = out.inBytes();
    }
    calls.run(
        calls.call(Operation.ALLTOALLV)
            .count(0, in.unitBytes)
            .in(in.base, in.offset)
            .inTable(in.counts, in.displacements)
            .out(out.base, out.offset)
            .outTable(out.counts, out.displacements));
    unpackTable(out, recvbuf, recvoffset, rdispls, recvtype);
  }

  /** Displacements count bytes. */
  void allToAllw(
      @Nullable Object sendbuf, int[] sendcounts, int[] sdispls, Datatype[] sendtypes,
      @Nullable Object recvbuf, int[] recvcounts, int[] rdispls, Datatype[] recvtypes) {
    if (calls.between != null) {
      calls.between.allToAllw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
      return;
    }
    TypedBlocks in = new TypedBlocks("allToAllw", sendbuf, sendcounts, sdispls, sendtypes, calls.size()).pack();
    TypedBlocks out = new TypedBlocks("allToAllw", recvbuf, recvcounts, rdispls, recvtypes, calls.size()).checkWritable("allToAllw");
    CollectiveCalls.checkOwnBlock("allToAllw", in.lengths[calls.rank()], out.lengths[calls.rank()]);
    calls.run(calls.call(Operation.ALLTOALLV).count(0, 1).in(in.packed, 0).inTable(in.lengths, in.starts).out(out.packed, 0).outTable(out.lengths, out.starts));
    calls.whenDone(out::unpack);
  }

  void unpackTable(Operand from, @Nullable Object buf, int offset, int[] displs, Datatype type) {
    if (buf != null && from.isPacked) {
      calls.whenDone(() -> from.unpackTable(buf, offset, displs, type));
    }
  }
}
