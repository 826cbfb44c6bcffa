package mpi;

import java.io.OutputStream;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.BroadcastReceive;
import org.braid.mpi.objects.stream.BroadcastSend;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceWriter;
import org.jspecify.annotations.Nullable;

/**
 * Objects from one member to all others: their length first, then their bytes; or, if they are longer than a piece, the word that they are, and then piece after piece, each written and read while those around it are on their way
 * (docs/decisions/streamed-objects.md).
 */
final class ObjectBroadcast {
  private static final PieceLimits LIMITS = PieceLimits.STANDARD;

  /** In place of a length. */
  private static final int IN_PIECES = -1;

  private final CollectiveCalls calls;
  private final int root;
  private boolean hasSaid;

  ObjectBroadcast(CollectiveCalls calls, int root) {
    this.calls = calls;
    this.root = root;
  }

  // ---- at the root

  void send(Object @Nullable [] array, int offset, int count, Datatype type) {
    byte[] whole = written(array, offset, count, type);
    if (whole != null) {
      say(whole.length);
      carry(whole, whole.length);
    }
  }

  /** As {@link #wholeOrSent}; everybody is told if it is nothing. */
  private byte @Nullable [] written(Object @Nullable [] array, int offset, int count, Datatype type) {
    try {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : wholeOrSent(array, offset, count, type);
    } catch (RuntimeException | Error thrown) {
      if (!hasSaid) {
        Unwritten.say(thrown, () -> say(Unwritten.word(thrown)));
      }
      throw thrown;
    }
  }

  /** What is no longer than a piece, or arrays of numbers alone; null if all was sent. */
  private byte @Nullable [] wholeOrSent(Object[] array, int offset, int count, Datatype type) {
    Outgoing arrays = Objects.arrays(array, offset, count, type);
    if (arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays.joined();
    }
    BroadcastSend stream = new BroadcastSend(() -> say(IN_PIECES), this::carry, LIMITS);
    Chunks whole = write(stream, new PieceWriter(stream, LIMITS), out -> Objects.write(array, offset, count, type, out));
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  /**
   * Sends what {@code writing} writes.
   *
   * @return all of it, and nothing was sent, if it is no longer than a piece; else null
   */
  static @Nullable Chunks write(BroadcastSend stream, PieceWriter written, Consumer<OutputStream> writing) {
    try {
      writing.accept(written);
    } catch (RuntimeException | Error thrown) {
      throwWhatFailed(stream.failure());
      throw broken(stream, thrown);
    }
    if (written.whole() == null) {
      stream.end(written);
    }
    return written.whole();
  }

  /** What was thrown, which everybody is told who waits for more. */
  private static RuntimeException broken(BroadcastSend stream, Throwable thrown) {
    try {
      stream.endBroken(String.valueOf(thrown.getMessage()));
    } catch (RuntimeException alsoFailed) {
      thrown.addSuppressed(alsoFailed);
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  // ---- at the others

  void receive(@Nullable Object buf, int offset, int count, Datatype type) {
    int length = said();
    if (Unwritten.is(length)) {
      throw Unwritten.at(root, length);
    }
    if (length != IN_PIECES) {
      byte[] bytes = new byte[length];
      carry(bytes, length);
      ObjectCollectives.decode(calls, "bcast", bytes, buf, offset, count, type);
      return;
    }
    try (BroadcastReceive stream = new BroadcastReceive(this::carry, LIMITS)) {
      read(stream, buf, offset, count, type);
    } catch (BraidException strange) {
      throw Errors.of(strange);
    }
  }

  private void read(BroadcastReceive stream, @Nullable Object buf, int offset, int count, Datatype type) {
    try {
      ObjectCollectives.decode(calls, "bcast", Received.of(stream.bytes()), buf, offset, count, type);
    } catch (OutOfMemoryError full) {
      throw new MPIException(ErrorClasses.ERR_NO_MEM, "an object that was received has no room in the heap: " + full.getMessage(), full);
    } catch (RuntimeException | Error thrown) {
      throwWhatFailed(stream.failure());
      throw thrown;
    }
  }

  // ---- messages

  /** Whatever the program's own code has made of it, a broadcast that has failed is what the caller is told. */
  private static void throwWhatFailed(@Nullable RuntimeException failure) {
    if (failure != null) {
      throw failure;
    }
  }

  private void say(int length) {
    hasSaid = true;
    calls.bcast(new int[] {length}, 0, 1, Predefined.LENGTHS, root);
  }

  private int said() {
    int[] length = new int[1];
    calls.bcast(length, 0, 1, Predefined.LENGTHS, root);
    return length[0];
  }

  private void carry(byte[] bytes, int length) {
    calls.bcast(bytes, 0, length, Predefined.BYTE, root);
  }
}
