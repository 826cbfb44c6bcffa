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

  public Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  public Request Isend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.send(lco(), buf, offset, count, datatype, dest, tag);
  }

  /** As {@link #iSend(Object, int, Datatype, int, int)}; the receive should have been posted. */
  public Request irSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  public Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.send(lco(), buf, 0, count, type, dest, tag);
  }

  public Request Irsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.send(lco(), buf, offset, count, datatype, dest, tag);
  }

  /** Starts a send that is done when a receive has met it. */
  public Request isSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.synchronousSend(lco(), buf, 0, count, type, dest, tag);
  }

  public Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return NonBlocking.synchronousSend(lco(), buf, 0, count, type, dest, tag);
  }

  public Request Issend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return NonBlocking.synchronousSend(lco(), buf, offset, count, datatype, dest, tag);
  }

  /** Copies the message into the attached buffer; the request is done at once. */
  public Request ibSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) {
    return Ibsend(buf, 0, count, type, dest, tag);
  }

  public Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
    return Ibsend(buf, 0, count, type, dest, tag);
  }

  public Request Ibsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    Bsend(buf, offset, count, datatype, dest, tag);
    return new Request(null, null);
  }

  /** Starts a receive; {@code buf} must not be touched until the request is done. */
  public Request iRecv(@Nullable Object buf, int count, Datatype type, int source, int tag) {
    return NonBlocking.receive(lco(), buf, 0, count, type, source, tag);
  }

  public Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
    return NonBlocking.receive(lco(), buf, 0, count, type, source, tag);
  }

  public Request Irecv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag) {
    return NonBlocking.receive(lco(), buf, offset, count, datatype, source, tag);
  }

  // ---- persistent requests

  public Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  public Prequest Send_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  public Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, 0, count, type, dest, tag);
  }

  public Prequest Rsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  public Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  public Prequest Ssend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  public Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.BUFFERED, buf, 0, count, type, dest, tag);
  }

  public Prequest Bsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
    return new Prequest(lco(), Prequest.Mode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  public Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
    return new Prequest(lco(), Prequest.Mode.RECEIVE, buf, 0, count, type, source, tag);
  }

  public Prequest Recv_init(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag) {
    return new Prequest(lco(), Prequest.Mode.RECEIVE, buf, offset, count, datatype, source, tag);
  }
}
