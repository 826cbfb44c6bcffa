package mpi;

import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Operation;
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

  private final CollectiveCalls calls;
  private final @Nullable Purpose called;
  private final ObjectBlocks.Reading reading;
  private final int wanted;
  private int[] lengths = {};
  private byte[][] blocks = {};
  private int next; // the first member whose block was not read
  private @Nullable Throwable failure;

  /**
   * @param called what the program calls, which the members compare; null for an allgather
   * @param wanted how many members' blocks are read, in the order of ranks; of the others nothing is kept
   * @param reading reads one
   */
  ObjectAllGather(CollectiveCalls calls, @Nullable Purpose called, int wanted, ObjectBlocks.Reading reading) {
    this.calls = calls;
    this.called = called;
    this.wanted = wanted;
    this.reading = reading;
  }

  /** @param own whether this member reads its own block, too; {@code array} is null if it gives no objects */
  void exchange(Object @Nullable [] array, int offset, int count, Datatype type, boolean own) {
    Chunks kept = own ? new Chunks() : null;
    byte[] whole = given(array, offset, count, type, kept);
    if (whole != null) {
      exchangeBlocks(whole, whole.length);
    }
    read(calls.rank());
    if (kept != null) {
      readOwn(whole, kept);
    }
    next = calls.rank() + 1;
    read(calls.size());
    Unwritten.throwIfAny(failure);
  }

  private void readOwn(byte @Nullable [] whole, Chunks kept) {
    read(calls.rank(), whole == null ? Received.of(kept) : new Received(whole, whole.length, null));
  }

  /** As {@link #wholeOrSent}; the others are told if it is nothing, and theirs are still to be read then. */
  private byte @Nullable [] given(Object @Nullable [] array, int offset, int count, Datatype type, @Nullable Chunks kept) {
    try {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : wholeOrSent(array, offset, count, type, kept);
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
      if (lengths.length == 0) {
        Unwritten.say(thrown, () -> exchangeBlocks(NOTHING, Unwritten.word(thrown)));
      }
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
    read(calls.rank());
  }

  private void exchangeBlocks(byte[] mine, int said) {
    lengths = new int[calls.size()];
    calls.run(CollectiveCalls.sized(ObjectCollectives.named(calls.call(Operation.ALLGATHER), called), Integer.BYTES, Predefined.LENGTHS).in(new int[] {said}, 0).out(lengths, 0));
    int[] whole = lengths.clone();
    for (int r = 0; r < whole.length; r++) {
      whole[r] = Math.max(0, whole[r]); // a member that has pieces, or nothing, gives none
    }
    int[] starts = ObjectCollectives.starts(whole);
    byte[] all = new byte[starts[whole.length]];
    calls.tables.allGatherv(mine, 0, mine.length, Predefined.BYTE, all, 0, whole, starts, Predefined.BYTE);
    blocks = ObjectCollectives.cut(all, whole, starts);
  }

  /** The blocks of the members before that one, as far as they were not read before. */
  private void read(int end) {
    for (; next < end && blocks.length > 0; next++) { // none, if the exchange has failed
      if (lengths[next] == IN_PIECES) {
        readPieces(next);
      } else if (Unwritten.is(lengths[next])) {
        failure = failure == null && next < wanted ? Unwritten.at(next, lengths[next]) : failure;
      } else {
        read(next, new Received(blocks[next], lengths[next], null));
      }
    }
  }

  private void readPieces(int from) {
    try (BroadcastReceive stream = new BroadcastReceive((bytes, length) -> carry(bytes, length, from), LIMITS)) {
      readStream(from, stream);
    } catch (BraidException strange) {
      throw Errors.of(strange);
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
    if (failure != null || rank >= wanted) {
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

  private void carry(byte[] bytes, int length, int root) {
    calls.bcast(bytes, 0, length, Predefined.BYTE, root);
  }
}
