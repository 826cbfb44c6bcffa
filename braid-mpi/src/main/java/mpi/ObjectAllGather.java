package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.BroadcastReceive;
import org.braid.mpi.objects.stream.BroadcastSend;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceWriter;
import org.jspecify.annotations.Nullable;

/**
 * Objects of each member to all. Those that are no longer than a piece go together; of each member that has more, in the order of ranks, the pieces are broadcast, written and read on their way (docs/decisions/streamed-objects.md). A member
 * whose own are long takes part in the exchange, and in the broadcasts of those before it, while its first piece is full.
 */
final class ObjectAllGather {
  private static final PieceLimits LIMITS = PieceLimits.STANDARD;
  private static final int IN_PIECES = -1;
  private static final byte[] NOTHING = {};

  /** Reads the block of a member. */
  interface Reading {
    void read(int rank, Received block);
  }

  private final CollectiveCalls calls;
  private final Reading reading;
  private int[] lengths = {};
  private byte[][] blocks = {};
  private int next; // the first member whose pieces may come
  private @Nullable Throwable failure;

  ObjectAllGather(CollectiveCalls calls, Reading reading) {
    this.calls = calls;
    this.reading = reading;
  }

  /** @param own whether this member reads its own block, too; {@code array} is null if it gives no objects */
  void exchange(Object @Nullable [] array, int offset, int count, Datatype type, boolean own) {
    int rank = calls.rank();
    Chunks kept = own ? new Chunks() : null;
    byte[] whole = given(array, offset, count, type, kept);
    if (whole != null) {
      exchangeBlocks(whole, whole.length);
    }
    readPieces(calls.size());
    for (int r = 0; r < blocks.length; r++) {
      if (lengths[r] != IN_PIECES && (own || r != rank)) {
        byte[] block = blocks[r];
        read(r, new Received(block, block.length, null));
      }
    }
    if (kept != null && whole == null && failure == null) {
      read(rank, Received.of(kept.input()));
    }
    throwFailure();
  }

  /** As {@link #wholeOrSent}; once the others have heard of this member's pieces, those of others are still to be read if they break. */
  private byte @Nullable [] given(Object @Nullable [] array, int offset, int count, Datatype type, @Nullable Chunks kept) {
    try {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : wholeOrSent(array, offset, count, type, kept);
    } catch (RuntimeException | Error thrown) {
      if (lengths.length == 0) {
        throw thrown;
      }
      failure = thrown;
      return null;
    }
  }

  private byte @Nullable [] wholeOrSent(Object[] array, int offset, int count, Datatype type, @Nullable Chunks kept) {
    Outgoing arrays = Objects.arrays(array, offset, count, type);
    if (arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays.joined();
    }
    BroadcastSend stream = new BroadcastSend(this::goFirst, (bytes, length) -> carry(bytes, length, calls.rank()), LIMITS, kept);
    Chunks whole = ObjectBroadcast.write(stream, new PieceWriter(stream, LIMITS), out -> Objects.write(array, offset, count, type, out));
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  /** What comes before this member's pieces. */
  private void goFirst() {
    exchangeBlocks(NOTHING, IN_PIECES);
    readPieces(calls.rank());
    next = calls.rank() + 1;
  }

  private void exchangeBlocks(byte[] mine, int said) {
    lengths = new int[calls.size()];
    calls.allGather(new int[] {said}, 0, 1, Predefined.INT, lengths, 0, 1, Predefined.INT);
    int[] whole = lengths.clone();
    for (int r = 0; r < whole.length; r++) {
      whole[r] = Math.max(0, whole[r]);
    }
    int[] starts = ObjectCollectives.starts(whole);
    byte[] all = new byte[starts[whole.length]];
    calls.tables.allGatherv(mine, 0, mine.length, Predefined.BYTE, all, 0, whole, starts, Predefined.BYTE);
    blocks = ObjectCollectives.cut(all, whole, starts);
  }

  /** Those of the members before that one. */
  private void readPieces(int end) {
    for (; next < end; next++) {
      if (lengths[next] == IN_PIECES) {
        int from = next;
        try (BroadcastReceive stream = new BroadcastReceive((bytes, length) -> carry(bytes, length, from), LIMITS)) {
          readStream(from, stream);
        } catch (BraidException strange) {
          throw Errors.of(strange);
        }
      }
    }
  }

  private void readStream(int from, BroadcastReceive stream) {
    read(from, Received.of(stream.bytes()));
    RuntimeException broken = stream.failure();
    if (broken != null) {
      throw broken;
    }
  }

  /** What cannot be read fails this call at its end: the others wait for this member until then. */
  private void read(int rank, Received block) {
    if (failure != null) {
      return;
    }
    try {
      reading.read(rank, block);
    } catch (OutOfMemoryError full) {
      failure = new MPIException(ErrorClasses.ERR_NO_MEM, "an object that was received has no room in the heap: " + full.getMessage(), full);
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    }
  }

  private void throwFailure() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void carry(byte[] bytes, int length, int root) {
    calls.bcast(bytes, 0, length, Predefined.BYTE, root);
  }
}
