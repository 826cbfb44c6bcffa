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
    return fromNobody ? receivedFromNobody() : take("mRecv", buf, count, type).waitStatus();
  }

  /** Starts to receive the message that was taken; {@code buf} must not be touched until the request is done. */
  public Request imRecv(Buffer buf, int count, Datatype type) {
    if (fromNobody) {
      fromNobody = false;
      return NonBlocking.receive(MPI.COMM_SELF.lco(), buf, 0, count, type, Constants.PROC_NULL, 0);
    }
    return take("imRecv", buf, count, type);
  }

  private Request take(String call, @Nullable Object buf, int count, Datatype type) {
    MatchedMessage message = matched;
    if (message == null) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, call + ": no probe has found a message for this object, or it was received already");
    }
    Request receive = NonBlocking.receive(call, message, buf, count, type);
    matched = null;
    return receive;
  }

  private Status found(MatchedMessage message) {
    matched = message;
    fromNobody = false;
    return new Status(message.source(), message.tag(), message.bytes(), Datatype.unitOf(message.senderType()));
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
