package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * Blocking point-to-point communication (MPI 4.1, chapter 3), in both spellings. Capital names take an offset into the array,
 * lower-case names count from its start or from that of a slice.
 *
 * <p>Budget of send and recv with a plain type: no allocation but the Status, which disappears when the caller ignores it. Every
 * other case leaves through a method of its own.
 */
abstract class PointToPoint extends CommState {
  PointToPoint() {}

  // ---- standard send

  /** Sends {@code count} elements to rank {@code dest}; returns when {@code buf} may be changed. */
  public void send(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    standard(buf, 0, count, type, dest, tag);
  }

  /** As {@link #send}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.2.1). */
  public void Send(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    standard(buf, offset, count, datatype, dest, tag);
  }

  /** As {@link #send}; the receive should have been posted. */
  public void rSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    standard(buf, 0, count, type, dest, tag);
  }

  /** As {@link #rSend}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.4). */
  public void Rsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    standard(buf, offset, count, datatype, dest, tag);
  }

  private void standard(@Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
    final int bytes = Buffers.plainBytes(buf, offset, count, type);
    if (bytes < 0) {
      sendRare("send", buf, offset, count, type, dest, tag, false);
      return;
    }
    try {
      lco().send(buf, Buffers.offsetBytes(buf, offset), bytes, type.code, dest, tag);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- synchronous send

  /** Sends and returns when a receive has met the message. */
  public void sSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    synchronous(buf, 0, count, type, dest, tag);
  }

  /** As {@link #sSend}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.4). */
  public void Ssend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    synchronous(buf, offset, count, datatype, dest, tag);
  }

  private void synchronous(@Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
    final int bytes = Buffers.plainBytes(buf, offset, count, type);
    if (bytes < 0) {
      sendRare("sSend", buf, offset, count, type, dest, tag, true);
      return;
    }
    try {
      lco().ssend(buf, Buffers.offsetBytes(buf, offset), bytes, type.code, dest, tag);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private void sendRare(
      String call, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag, boolean synchronous) {
    if (Completions.isOfOneThread(buf)) { // whoever receives may be a thread of this process, too, and take it from where it lies
      Outgoing copy = Outgoing.copyOf(lco(), call, buf, offset, count, type);
      sendRare(copy.base(), copy.offset(), copy.bytes(), type, dest, tag, synchronous);
      return;
    }
    if (buf != null && hasGaps(type)) {
      Buffers.check(lco(), call, buf, offset, count, type);
      ElementMemory elements = World.elementMemories().take(type.map, buf, Buffers.offsetBytes(buf, offset), count);
      sendRare(elements, 0, elements.bytes(), type, dest, tag, synchronous);
      World.elementMemories().give(elements); // not after a failure: who knows what of the message is under way
      return;
    }
    Outgoing out = buf != null && ObjectStreams.mayTake(type) ? sendObjects(call, buf, offset, count, type, dest, tag) : Outgoing.inPlace(lco(), call, buf, offset, count, type);
    if (out != null) {
      sendRare(out.base(), out.offset(), out.bytes(), type, dest, tag, synchronous);
    }
  }

  /** What is still to be sent; null if it was sent while it was written, which a receive has met. */
  private @Nullable Outgoing sendObjects(String call, Object buf, int offset, int count, Datatype type, int dest, int tag) {
    Buffers.check(lco(), call, buf, offset, count, type);
    return Objects.send((Object[]) buf, offset, count, type, lco(), dest, tag);
  }

  private void sendRare(@Nullable Object base, long offset, long bytes, Datatype type, int dest, int tag, boolean synchronous) {
    try {
      if (synchronous) {
        lco().ssend(base, offset, bytes, type.code, dest, tag);
      } else {
        lco().send(base, offset, bytes, type.code, dest, tag);
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Whether elements are gathered from the user's memory and scattered into it. */
  private static boolean hasGaps(@Nullable Datatype type) {
    return type != null && type.plainBytes < 0 && !type.isObject();
  }

  // ---- buffered send

  /** Copies the message into the attached buffer and returns at once. */
  public void bSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    Bsend(buf, 0, count, type, dest, tag);
  }

  /** As {@link #bSend}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.4). */
  public void Bsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    World.buffered().send(lco(), Outgoing.inPlace(lco(), "bSend", buf, offset, count, datatype), datatype.code, dest, tag);
  }

  // ---- receive

  /**
   * Receives at most {@code count} elements from rank {@code source} or ANY_SOURCE with {@code tag} or ANY_TAG.
   *
   * @throws MPIException ERR_TRUNCATE if the message is longer, ERR_TYPE if it has another base type
   */
  public Status recv(@Nullable Object buf, int count, Datatype type, int source, int tag) {
    return receive(buf, 0, count, type, source, tag);
  }

  /** As {@link #recv}, in mpiJava's spelling, into {@code buf} from element {@code offset} on (MPI 4.1, section 3.2.4). */
  public Status Recv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag) {
    return receive(buf, offset, count, datatype, source, tag);
  }

  private Status receive(@Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
    final int bytes = Buffers.writablePlainBytes(buf, offset, count, type);
    if (bytes < 0) {
      return receiveRare(buf, offset, count, type, source, tag);
    }
    return receive(buf, Buffers.offsetBytes(buf, offset), bytes, type, source, tag);
  }

  private Status receive(@Nullable Object base, long offset, long bytes, Datatype type, int source, int tag) {
    final Lco from = lco();
    try {
      final org.braid.mpi.p2p.Request r = from.recv(base, offset, bytes, type.code, source, tag);
      final MpiFailure failure = r.error();
      if (failure != null) {
        throw fail(from.completions(), r, failure);
      }
      final Status status = new Status(r.source(), r.tag(), r.bytes(), type.unitBytes);
      from.completions().release(r);
      return status;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private Status receiveRare(@Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
    if (!Completions.isOfOneThread(buf)) {
      return receiveInto(buf, offset, count, type, source, tag);
    }
    Status[] status = new Status[1];
    lco().completions().inMemoryOfOneThread(() -> status[0] = receiveInto(buf, offset, count, type, source, tag));
    return status[0];
  }

  private Status receiveInto(@Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
    if (buf == null || !hasGaps(type)) {
      return NonBlocking.receive("recv", lco(), buf, offset, count, type, source, tag, false).waitStatus();
    }
    Buffers.checkWritable(lco(), "recv", buf, offset, count, type);
    ElementMemory elements = World.elementMemories().take(type.map, buf, Buffers.offsetBytes(buf, offset), count);
    Status status = receive(elements, 0, elements.bytes(), type, source, tag);
    World.elementMemories().give(elements); // not after a failure: who knows what of the message is under way
    return status;
  }

  private static MPIException fail(Completions completions, org.braid.mpi.p2p.Request r, MpiFailure failure) {
    completions.release(r);
    return Errors.of(failure);
  }

  // ---- probe

  /** Waits until a message could be received and tells about it. */
  public Status probe(int source, int tag) {
    final Lco from = lco();
    try {
      return probed(from.completions(), from.probe(source, tag));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** As {@link #probe}, in mpiJava's spelling (MPI 4.1, section 3.8.1). */
  public Status Probe(int source, int tag) {
    return probe(source, tag);
  }

  /** Null if no message could be received now. */
  public @Nullable Status iProbe(int source, int tag) {
    final Lco from = lco();
    try {
      final org.braid.mpi.p2p.Request r = from.iprobe(source, tag);
      return r == null ? null : probed(from.completions(), r);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** As {@link #iProbe}, in mpiJava's spelling (MPI 4.1, section 3.8.1). */
  public @Nullable Status Iprobe(int source, int tag) {
    return iProbe(source, tag);
  }

  private static Status probed(Completions completions, org.braid.mpi.p2p.Request r) {
    final MpiFailure failure = r.error();
    if (failure != null) {
      throw fail(completions, r, failure);
    }
    Status status = Status.probed(r.source(), r.tag(), r.bytes(), r.senderType());
    completions.release(r);
    return status;
  }

  // ---- send and receive at once

  /** Sends and receives at the same time. Of a send buffer that overlaps the other a copy is sent. */
  public Status sendRecv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag) {
    return Sendrecv(sendbuf, 0, sendcount, sendtype, dest, sendtag, recvbuf, 0, recvcount, recvtype, source, recvtag);
  }

  /** As {@link #sendRecv}, in mpiJava's spelling, with offsets in array elements (MPI 4.1, section 3.10). */
  public Status Sendrecv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag) {
    Buffers.check(lco(), "sendRecv", sendbuf, sendoffset, sendcount, sendtype);
    Buffers.checkWritable(lco(), "sendRecv", recvbuf, recvoffset, recvcount, recvtype);
    SendAndReceive.checkEnvelopes(lco(), dest, sendtag, source, recvtag);
    if (Buffers.overlap(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)) {
      Outgoing copy = Outgoing.copyOf(lco(), "sendRecv", sendbuf, sendoffset, sendcount, sendtype);
      return sendrecv(copy, sendtype.code, dest, sendtag, recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
    }
    Request receive = NonBlocking.receive("sendRecv", lco(), recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
    try {
      standard(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
    } catch (Throwable refused) {
      receive.cancel();
      receive.free();
      throw refused;
    }
    return receive.waitStatus();
  }

  /** Of what is sent, a copy was taken before anything comes. */
  private Status sendrecv(
      Outgoing copy, int typeCode, int dest, int sendtag, @Nullable Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
    final Request sent;
    try {
      sent = new Request(lco().isend(copy.base(), copy.offset(), copy.bytes(), typeCode, dest, sendtag), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    final Status received;
    try {
      received = receive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
    } catch (Throwable failed) {
      sent.free();
      throw failed;
    }
    sent.waitFor();
    return received;
  }

  /** As {@link #sendRecv}, with one buffer whose old contents are sent and then replaced. */
  public Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
    return Sendrecv_replace(buf, 0, count, type, dest, sendtag, source, recvtag);
  }

  /** As {@link #sendRecvReplace}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.10). */
  public Status Sendrecv_replace(
      Object buf, int offset, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag) {
    Buffers.checkWritable(lco(), "sendRecvReplace", buf, offset, count, datatype);
    SendAndReceive.checkEnvelopes(lco(), dest, sendtag, source, recvtag);
    Outgoing copy = Outgoing.copyOf(lco(), "sendRecvReplace", buf, offset, count, datatype);
    return sendrecv(copy, datatype.code, dest, sendtag, buf, offset, count, datatype, source, recvtag);
  }
}
