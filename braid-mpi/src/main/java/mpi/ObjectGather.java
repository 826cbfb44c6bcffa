package mpi;

import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Operation;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * Objects to the root of a gather. What is longer than a piece has the head of a message for its block, of which the rest goes from process to process when the root reads it (docs/decisions/streamed-objects.md): the root holds a piece of
 * each member, and some more of the one that it reads.
 */
final class ObjectGather {
  private static final byte[] NOTHING = {};

  private final CollectiveCalls calls;
  private final @Nullable Purpose called;
  private final int root;
  private boolean hasGiven;

  /** @param called what the program calls, which the members compare; null for a gather */
  ObjectGather(CollectiveCalls calls, @Nullable Purpose called, int root) {
    this.calls = calls;
    this.called = called;
    this.root = root;
  }

  // ---- at the others

  void send(Object @Nullable [] array, int offset, int count, Datatype type) {
    byte[] whole = written(array, offset, count, type);
    if (whole != null) {
      give(whole, whole.length);
    }
  }

  /** As {@link #wholeOrSent}; the root is told if it is nothing. */
  private byte @Nullable [] written(Object @Nullable [] array, int offset, int count, Datatype type) {
    try {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : wholeOrSent(array, offset, count, type, calls.members());
    } catch (RuntimeException | Error thrown) {
      if (!hasGiven) {
        Unwritten.say(thrown, () -> give(NOTHING, Unwritten.word(thrown)));
      }
      throw thrown;
    }
  }

  /** What is no longer than a piece, or arrays of numbers alone; null if all was sent. */
  private byte @Nullable [] wholeOrSent(Object[] array, int offset, int count, Datatype type, Lco members) {
    Outgoing arrays = Objects.arrays(array, offset, count, type);
    if (arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays.joined();
    }
    Chunks whole = ObjectStreams.sendToMember(out -> Objects.write(array, offset, count, type, out), members, root, (head, answer) -> {
      byte[] block = new Outgoing(head, 0, head.bytes()).joined();
      give(block, block.length);
      return null;
    });
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  private void give(byte[] block, int word) {
    hasGiven = true;
    ObjectBlocks ignored = gathered(block, word);
  }

  // ---- at the root

  /**
   * Reads the blocks of all, in the order of ranks; that of the root itself is a copy of its objects.
   *
   * @param own whether there is one; it is {@code array}, null if there are no objects
   */
  void receive(boolean own, Object @Nullable [] array, int offset, int count, Datatype type, ObjectBlocks.Reading reading) {
    Received mine = own ? ownOrTold(array, offset, count, type) : null;
    gathered(NOTHING, 0).readAll(r -> "rank " + r, (r, block) -> {
      Received one = r == root ? mine : block;
      if (one != null) {
        reading.read(r, one);
      }
    });
  }

  /** The others take part to the end if the root cannot write its own. */
  private Received ownOrTold(Object @Nullable [] array, int offset, int count, Datatype type) {
    try {
      return ObjectBlocks.own(array, offset, count, type);
    } catch (RuntimeException | Error thrown) {
      Unwritten.say(thrown, () -> gathered(NOTHING, 0).refuse(0, thrown));
      throw thrown;
    }
  }

  // ---- messages

  /** What all have given; nothing at others than the root. */
  private ObjectBlocks gathered(byte[] mine, int word) {
    int[] words = new int[calls.rank() == root ? calls.size() : 0];
    calls.run(CollectiveCalls.sized(ObjectCollectives.named(calls.call(Operation.GATHER), called).root(root), Integer.BYTES, Predefined.LENGTHS).in(new int[] {word}, 0).out(words, 0));
    int[] lengths = ObjectBlocks.lengths(words);
    int[] starts = ObjectCollectives.starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    calls.tables.gatherv(mine, 0, mine.length, Predefined.BYTE, all, 0, lengths, starts, Predefined.BYTE, root);
    return new ObjectBlocks(words, ObjectCollectives.cut(all, lengths, starts));
  }
}
