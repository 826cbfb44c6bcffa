package mpi;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.data.PackedMemory;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * Buffered mode (MPI 4.1, 3.6): sends are copied at once, and the attached buffer says how much may be under way. The copies live
 * in arrays of their own, which serve again when their messages have gone; the user's buffer is only counted, so its contents never change.
 */
final class BufferedSends {
  /** So many arrays wait for later messages, as long as a buffer is attached. */
  private static final int MOST_SPARE = 8;

  private record Pending(org.braid.mpi.p2p.Request request, Object copy, long bytes) {}

  private final ArrayDeque<byte[]> spare = new ArrayDeque<>();

  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private @Nullable Object attached;
  private long capacityBytes;
  private long usedBytes;

  synchronized void attach(Object buffer) {
    Arguments.memory(buffer, "attachBuffer");
    if (attached != null) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, "attachBuffer: a buffer is attached already; detach it first");
    }
    attached = buffer;
    capacityBytes = UserMemory.capacityBytes(buffer);
  }

  synchronized boolean isAttached() {
    return attached != null;
  }

  /** Waits until every buffered message is gone and gives the buffer back; says so if one did not arrive. */
  synchronized byte[] detach() {
    MpiFailure lost = null;
    while (!pending.isEmpty()) {
      org.braid.mpi.p2p.Request first = pending.element().request;
      World.completions().await(first);
      lost = lost == null ? first.error() : lost;
      forgetFirst(World.completions());
    }
    spare.clear();
    Object buffer = attached;
    attached = null;
    capacityBytes = 0;
    if (lost != null) {
      throw Errors.of(lost);
    }
    return buffer instanceof byte[] bytes ? bytes : buffer instanceof ByteBuffer direct ? copyOf(direct) : new byte[0];
  }

  /** All ranks have taken leave: nobody will receive what is under way still. */
  synchronized void forget() {
    while (!pending.isEmpty()) {
      World.completions().releaseWhenDone(pending.remove().request);
    }
    usedBytes = 0;
    attached = null;
    capacityBytes = 0;
    spare.clear();
  }

  private static byte[] copyOf(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.capacity()];
    buffer.get(0, copy);
    return copy;
  }

  synchronized void send(Lco to, Outgoing message, int typeCode, int dest, int tag) {
    if (dest == Constants.PROC_NULL) {
      return;
    }
    Completions completions = to.completions();
    while (!pending.isEmpty() && completions.test(pending.element().request)) {
      forgetFirst(completions);
    }
    long bytes = message.bytes() + Constants.BSEND_OVERHEAD;
    if (attached == null) {
      throw new MPIException(
          ErrorClasses.ERR_BUFFER,
          ErrorCode.MPI_RESOURCES,
          "bSend: the message is to be copied, and no buffer is attached",
          "Call MPI.attachBuffer (MPI.Buffer_attach) before with " + message.bytes() + " + MPI.BSEND_OVERHEAD = " + bytes + " bytes at least, and with as many more for each message that is under way");
    }
    if (usedBytes + bytes > capacityBytes) {
      throw new MPIException(
          ErrorClasses.ERR_BUFFER,
          ErrorCode.MPI_RESOURCES,
          "bSend: the message needs " + bytes + " bytes of the attached buffer, of whose " + capacityBytes + " bytes " + usedBytes + " are in use; attach a larger one, of MPI.BSEND_OVERHEAD more for each message");
    }
    try {
      Object copy = room(message.bytes());
      message.copyInto(copy, 0);
      org.braid.mpi.p2p.Request r = to.isend(copy, 0, message.bytes(), typeCode, dest, tag);
      pending.add(new Pending(r, copy, bytes));
      usedBytes += bytes;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** One of those that have served, if it is long enough and not much too long; what no array holds lies outside the heap. */
  private Object room(long bytes) {
    for (int i = spare.size(); i > 0; i--) {
      byte[] oldest = spare.remove();
      if (oldest.length >= bytes && oldest.length / 2 <= bytes) {
        return oldest;
      }
      spare.add(oldest);
    }
    return PackedMemory.of(bytes);
  }

  private void forgetFirst(Completions completions) {
    Pending first = pending.remove();
    usedBytes -= first.bytes;
    boolean hasGone = first.request.error() == null; // else nobody knows what still holds the array
    completions.release(first.request);
    if (hasGone && first.copy instanceof byte[] array && array.length > 0) {
      while (spare.size() >= MOST_SPARE) {
        byte[] ignored = spare.remove();
      }
      spare.add(array);
    }
  }
}
