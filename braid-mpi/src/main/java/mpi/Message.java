package mpi;

import java.nio.Buffer;
import org.braid.base.BraidException;
import org.braid.mpi.lco.MatchedMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message that a matched probe has found and that only this object can receive (MPI 4.1, section 3.8.2): between the probe and the receive no other thread can take it. Null before a
 * probe has found one, and after it was received.
 */
public final class Message {
  private @Nullable MatchedMessage matched;
  private boolean fromNobody;

  /** A message that no probe has found yet. */
  public Message() {}

  /** Whether there is nothing to receive: no probe has found a message, or it was received (MPI 4.1, section 3.8.2). */
  public boolean isNull() {
    return matched == null && !fromNobody;
  }

  /** Whether the probe named PROC_NULL: the receive then completes at once without data. */
  public boolean isNoProc() {
    return fromNobody;
  }

  /** Waits for a message and takes it; the status tells source, tag and length. */
  public Status mProbe(int source, int tag, Comm comm) {
    if (source == Constants.PROC_NULL) {
      return foundNobody(comm);
    }
    try {
      return found(Arguments.comm(comm, "mProbe").lco().mprobe(source, tag));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Takes a message if one could be received now; else null, and this object stays as it is. */
  public @Nullable Status imProbe(int source, int tag, Comm comm) {
    if (source == Constants.PROC_NULL) {
      return foundNobody(comm);
    }
    try {
      MatchedMessage there = Arguments.comm(comm, "imProbe").lco().improbe(source, tag);
      return there == null ? null : found(there);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Receives the message that was taken. */
  public Status mRecv(@Nullable Object buf, int count, Datatype type) {
    return receive("mRecv", buf, count, type);
  }

  /** Starts to receive the message that was taken; {@code buf} must not be touched until the request is done. */
  public Request imRecv(Buffer buf, int count, Datatype type) {
    return imRecv((Object) buf, count, type);
  }

  /** As {@link #imRecv(Buffer, int, Datatype)}, into an array, a buffer or a memory segment. */
  public Request imRecv(@Nullable Object buf, int count, Datatype type) {
    return start("imRecv", buf, count, type);
  }

  /** As {@link #imRecv}, of more elements than an int counts, too. */
  Request start(String call, @Nullable Object buf, long count, Datatype type) {
    if (fromNobody) {
      fromNobody = false;
      return NonBlocking.receive(World.here().self.lco(), buf, 0, count, type, Constants.PROC_NULL, 0);
    }
    return take(call, buf, count, type, true);
  }

  /** Receives the message that was taken, of {@code count} elements; a segment that is long enough may have more than an int counts. */
  Status receive(String call, @Nullable Object memory, long count, Datatype type) {
    return fromNobody ? receivedFromNobody() : take(call, memory, count, type, false).waitStatus();
  }

  /** Receives the message that was taken, of elements of type OBJECT, as many as it has. */
  Object[] receiveObjects() {
    if (fromNobody) {
      fromNobody = false;
      return new Object[0];
    }
    MatchedMessage message = taken("a receive of objects");
    try {
      org.braid.mpi.p2p.Request r = message.receiveWhole(Predefined.OBJECT.code);
      matched = null;
      World.completions().await(r);
      byte[] bytes = r.error() == null && r.base() instanceof byte[] array ? array : new byte[0];
      int length = (int) r.bytes();
      World.completions().finish(r);
      return ObjectCodec.decodeAll(new Received(bytes, length, World.worldObject()));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private MatchedMessage taken(String call) {
    MatchedMessage message = matched;
    if (message == null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, call + ": no probe has found a message for this object, or it was received already");
    }
    return message;
  }

  private Request take(String call, @Nullable Object buf, long count, Datatype type, boolean isStarted) {
    MatchedMessage message = taken(call);
    Request receive = NonBlocking.receive(call, message, buf, count, type, isStarted);
    matched = null;
    return receive;
  }

  private Status found(MatchedMessage message) {
    matched = message;
    fromNobody = false;
    return Status.probed(message.source(), message.tag(), message.bytes(), message.senderType());
  }

  private Status foundNobody(Comm comm) {
    Arguments.comm(comm, "mProbe").checkAlive();
    matched = null;
    fromNobody = true;
    return statusOfNobody();
  }

  private Status receivedFromNobody() {
    fromNobody = false;
    return statusOfNobody();
  }

  private static Status statusOfNobody() {
    return new Status(Constants.PROC_NULL, Constants.ANY_TAG, 0, 1);
  }
}
