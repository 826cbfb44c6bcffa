package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Point-to-point communication that is started now and finished by a {@link Request}, and persistent requests, in both spellings,
 * on arrays, direct and heap buffers.
 */
abstract class StartedPointToPoint extends PointToPoint {
  StartedPointToPoint() {}

  /** Starts a send; {@code buf} must not change until the request is done. */
  public Request iSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  /** As {@link #iSend(Object, int, Datatype, int, int)}, of a buffer's elements from index 0 on, whatever its position is (MPI 4.1, section 3.7.2). */
  public Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  /**
   * As {@link #iSend(Object, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.7.2). The message has what the buffer holds now, as in MPJ Express, while copies of an eighth of the
   * heap have room for all that are under way.
   */
  public Request Isend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.sendCopied(lco(), buf, offset, count, datatype, dest, tag);
  }

  /** As {@link #iSend(Object, int, Datatype, int, int)}; the receive should have been posted. */
  public Request irSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  /** As {@link #irSend(Object, int, Datatype, int, int)}, of a buffer's elements from index 0 on, whatever its position is (MPI 4.1, section 3.7.2). */
  public Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  /** As {@link #irSend(Object, int, Datatype, int, int)}, in mpiJava's spelling, with what the buffer holds now (see {@link #Isend}), from element {@code offset} of {@code buf} on (MPI 4.1, section 3.7.2). */
  public Request Irsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.sendCopied(lco(), buf, offset, count, datatype, dest, tag);
  }

  /** Starts a send that is done when a receive has met it. */
  public Request isSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.synchronousSend(lco(), buf, 0, count, type, dest, tag);
  }

  /** As {@link #isSend(Object, int, Datatype, int, int)}, of a buffer's elements from index 0 on, whatever its position is (MPI 4.1, section 3.7.2). */
  public Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.synchronousSend(lco(), buf, 0, count, type, dest, tag);
  }

  /** As {@link #isSend(Object, int, Datatype, int, int)}, in mpiJava's spelling, with what the buffer holds now (see {@link #Isend}), from element {@code offset} of {@code buf} on (MPI 4.1, section 3.7.2). */
  public Request Issend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.sendRareCopied("Issend", lco(), buf, offset, count, datatype, dest, tag, true);
  }

  /** Copies the message into the attached buffer; the request is done at once. Without an attached buffer it is an {@link #iSend(Object, int, Datatype, int, int)}, as in both families. */
  public Request ibSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return Ibsend(buf, 0, count, type, dest, tag);
  }

  /** As {@link #ibSend(Object, int, Datatype, int, int)}, of a buffer's elements from index 0 on, whatever its position is (MPI 4.1, section 3.7.2). */
  public Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return Ibsend(buf, 0, count, type, dest, tag);
  }

  /** As {@link #ibSend(Object, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.7.2). */
  public Request Ibsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    if (!World.buffered().isAttached()) {
      return NonBlocking.sendCopied(lco(), buf, offset, count, datatype, dest, tag);
    }
    Bsend(buf, offset, count, datatype, dest, tag);
    return Request.over();
  }

  /** Starts a receive; {@code buf} must not be touched until the request is done. */
  public Request iRecv(@Nullable Object buf, int count, Datatype type, int source, int tag) {
    return NonBlocking.receive(lco(), buf, 0, count, type, source, tag);
  }

  /** As {@link #iRecv(Object, int, Datatype, int, int)}, of a buffer's elements from index 0 on, whatever its position is (MPI 4.1, section 3.7.2). */
  public Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
    return NonBlocking.receive(lco(), buf, 0, count, type, source, tag);
  }

  /** As {@link #iRecv(Object, int, Datatype, int, int)}, in mpiJava's spelling, into {@code buf} from element {@code offset} on (MPI 4.1, section 3.7.2). */
  public Request Irecv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag) {
    return NonBlocking.receive(lco(), buf, offset, count, datatype, source, tag);
  }

  // ---- persistent requests

  /** A persistent standard send: it begins at each {@link Prequest#start} (MPI 4.1, section 3.9). */
  public Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** As {@link #sendInit(Buffer, int, Datatype, int, int)}, of an array, a buffer or a memory segment (MPI 4.1, section 3.9). */
  public Prequest sendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** As {@link #sendInit(Buffer, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.9). */
  public Prequest Send_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /** A persistent send to a receive that is posted before each {@link Prequest#start} (MPI 4.1, section 3.9). */
  public Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** As {@link #rSendInit(Buffer, int, Datatype, int, int)}, of an array, a buffer or a memory segment (MPI 4.1, section 3.9). */
  public Prequest rSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** As {@link #rSendInit(Buffer, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.9). */
  public Prequest Rsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /** A persistent synchronous send, done each time when a receive has met it (MPI 4.1, section 3.9). */
  public Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  /** As {@link #sSendInit(Buffer, int, Datatype, int, int)}, of an array, a buffer or a memory segment (MPI 4.1, section 3.9). */
  public Prequest sSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  /** As {@link #sSendInit(Buffer, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.9). */
  public Prequest Ssend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  /** A persistent buffered send, which copies the message into the attached buffer at each {@link Prequest#start} (MPI 4.1, section 3.9). */
  public Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.BUFFERED, buf, 0, count, type, dest, tag);
  }

  /** As {@link #bSendInit(Buffer, int, Datatype, int, int)}, of an array, a buffer or a memory segment (MPI 4.1, section 3.9). */
  public Prequest bSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.BUFFERED, buf, 0, count, type, dest, tag);
  }

  /** As {@link #bSendInit(Buffer, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.9). */
  public Prequest Bsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  /**
   * Starts a {@link #sendRecv}: the request is done when both are, and has the status of the receive. Both buffers belong to Braid until then (MPI 4.1, section 3.10).
   */
  public Request iSendRecv(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int source, int recvtag) {
    return SendAndReceive.start("iSendRecv", lco(), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, false);
  }

  /** Starts a {@link #sendRecvReplace}: what the buffer holds now is sent, and then replaced by what comes (MPI 4.1, section 3.10). */
  public Request iSendRecvReplace(@Nullable Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
    return SendAndReceive.start("iSendRecvReplace", lco(), buf, count, type, dest, sendtag, buf, count, type, source, recvtag, true);
  }

  /**
   * A partitioned send (MPI 4.1, section 4.2): {@code partitions} parts of {@code count} elements each, one after the other, which leave one by one once {@link Prequest#pready} says that they may. It meets
   * one receive of {@link #precvInit} for good, in the order in which both were made; that may cut the message in another way.
   */
  public Prequest psendInit(@Nullable Object buf, int partitions, int count, Datatype type, int dest, int tag, Info info) {
    return Partitioned.send("psendInit", lco(), buf, partitions, count, type, dest, tag, info);
  }

  /** A partitioned receive: {@link Prequest#parrived} tells of each part whether it has come (MPI 4.1, section 4.2). */
  public Prequest precvInit(@Nullable Object buf, int partitions, int count, Datatype type, int source, int tag, Info info) {
    return Partitioned.receive("precvInit", lco(), buf, partitions, count, type, source, tag, info);
  }

  /** A persistent receive: it is posted at each {@link Prequest#start} (MPI 4.1, section 3.9). */
  public Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
    return new Prequest(lco(), Prequest.Mode.RECEIVE, buf, 0, count, type, source, tag);
  }

  /** As {@link #recvInit(Buffer, int, Datatype, int, int)}, of an array, a buffer or a memory segment (MPI 4.1, section 3.9). */
  public Prequest recvInit(@Nullable Object buf, int count, Datatype type, int source, int tag) {
    return new Prequest(lco(), Prequest.Mode.RECEIVE, buf, 0, count, type, source, tag);
  }

  /** As {@link #recvInit(Buffer, int, Datatype, int, int)}, in mpiJava's spelling, from element {@code offset} of {@code buf} on (MPI 4.1, section 3.9). */
  public Prequest Recv_init(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag) {
    return new Prequest(lco(), Prequest.Mode.RECEIVE, buf, offset, count, datatype, source, tag);
  }
}
