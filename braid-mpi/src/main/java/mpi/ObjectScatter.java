package mpi;

import java.util.Arrays;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * Objects from the root of a scatter. The root writes block after block; one that is longer than a piece is sent while it is written, from process to process (docs/decisions/streamed-objects.md), and the others wait meanwhile. All blocks
 * that are shorter go together at the end.
 *
 * <pre>
 *   everybody is told   -1 - r: a head for rank r follows, then come again
 *                       0 or more: how long this member's block is, or nothing if it has come; it follows, and that is all
 *                       what {@link Unwritten} says: the root could not write the rest, and that is all
 * </pre>
 */
final class ObjectScatter {
  private static final byte[] NOTHING = {};

  /** Says where the objects for a rank are. */
  interface Writer {
    GivenObjects block(int rank);
  }

  /** Reads a block, or the message that it is the head of. */
  interface Reading {
    void read(byte[] block);
  }

  private final CollectiveCalls calls;
  private final int root;
  private final Runnable before;
  private final boolean readsOwn;
  private boolean isUnderWay;
  private @Nullable Received own;
  private boolean hasCome;
  private @Nullable Throwable failure;

  /**
   * @param readsOwn whether the root has a block for itself, too
   * @param before what the root does before its first word
   */
  ObjectScatter(CollectiveCalls calls, int root, boolean readsOwn, Runnable before) {
    this.calls = calls;
    this.root = root;
    this.readsOwn = readsOwn;
    this.before = before;
  }

  // ---- at the root

  void send(Writer writer) {
    Spread last = written(writer);
    say(last.lengths);
    spread(last);
  }

  private Spread written(Writer writer) {
    try {
      return new Spread(write(writer));
    } catch (RuntimeException | Error thrown) {
      Unwritten.say(thrown, () -> sayToAll(Unwritten.word(thrown)));
      throw thrown;
    }
  }

  /** Blocks of all ranks; those that are long are nothing, and were sent, and so is the root's own. */
  byte[][] write(Writer writer) {
    byte[][] blocks = new byte[calls.size()][];
    for (int r = 0; r < blocks.length; r++) {
      if (r != root) {
        blocks[r] = wholeOrSent(writer.block(r), r);
      } else {
        own = readsOwn ? written(writer.block(r)) : null;
        blocks[r] = NOTHING;
      }
    }
    return blocks;
  }

  private static Received written(GivenObjects own) {
    return ObjectBlocks.own(own.array(), own.offset(), own.count(), own.type());
  }

  /** The root's own block, once all were written; null if there is none. */
  @Nullable Received own() {
    return own;
  }

  /** Blocks one behind the other: made before anybody hears of them, for there may be too many for one array. */
  static final class Spread {
    final int[] lengths;
    final int[] starts;
    final byte[] all;

    Spread(byte[][] blocks) {
      lengths = ObjectCollectives.lengths(blocks);
      starts = ObjectCollectives.starts(lengths);
      all = ObjectCollectives.join(blocks);
    }
  }

  /** Whether a block was long, and has begun to go. */
  boolean isUnderWay() {
    return isUnderWay;
  }

  /** What is no longer than a piece, or arrays of numbers alone; nothing if all was sent. */
  private byte[] wholeOrSent(GivenObjects block, int rank) {
    Object[] array = block.array();
    Outgoing arrays = array == null ? null : Objects.arrays(array, block.offset(), block.count(), block.type());
    if (array == null || arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays == null ? ObjectCodec.encode(new Object[0], 0, 0) : arrays.joined();
    }
    Chunks whole = ObjectStreams.sendToMember(out -> Objects.write(array, block.offset(), block.count(), block.type(), out), calls.members(), rank, (head, answer) -> {
      sendHead(rank, new Outgoing(head, 0, head.bytes()).joined());
      return null;
    });
    return whole == null ? NOTHING : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  private void sendHead(int rank, byte[] head) {
    if (!isUnderWay) {
      before.run();
      isUnderWay = true;
    }
    sayToAll(-1 - rank);
    byte[][] blocks = new byte[calls.size()][];
    Arrays.fill(blocks, NOTHING);
    blocks[rank] = head;
    spread(new Spread(blocks));
  }

  /** One word for everybody. */
  void sayToAll(int word) {
    int[] each = new int[calls.size()];
    Arrays.fill(each, word);
    say(each);
  }

  private void say(int[] each) {
    calls.scatter(each, 0, 1, Predefined.LENGTHS, new int[1], 0, 1, Predefined.LENGTHS, root);
  }

  private void spread(Spread blocks) {
    calls.tables.scatterv(blocks.all, 0, blocks.lengths, blocks.starts, Predefined.BYTE, NOTHING, 0, 0, Predefined.BYTE, root);
  }

  // ---- at the others

  void receive(Reading reading) {
    int length = follow(reading);
    byte[] block = Unwritten.is(length) ? NOTHING : taken(length);
    Unwritten.throwIfAny(failure);
    if (!hasCome) {
      reading.read(block);
    }
  }

  /** Takes part until the last word, which it returns. Whatever becomes of this member's block, the others wait for it till then. */
  int follow(Reading reading) {
    int word = word();
    for (; word < 0 && !Unwritten.is(word); word = word()) {
      boolean isMine = -1 - word == calls.rank();
      byte[] head = taken(isMine ? ObjectStreams.HEAD_BYTES : 0);
      if (isMine) {
        hasCome = true;
        read(head, reading);
      }
    }
    if (Unwritten.is(word) && failure == null) {
      failure = Unwritten.at(root, word);
    }
    return word;
  }

  private void read(byte[] head, Reading reading) {
    try {
      reading.read(head);
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    }
  }

  /** Whether this member's block was long, and has come. */
  boolean hasCome() {
    return hasCome;
  }

  /** What has become of it, if that is nothing good. */
  @Nullable Throwable failure() {
    return failure;
  }

  private int word() {
    int[] next = new int[1];
    calls.scatter(null, 0, 1, Predefined.LENGTHS, next, 0, 1, Predefined.LENGTHS, root);
    return next[0];
  }

  private byte[] taken(int length) {
    byte[] block = new byte[length];
    calls.tables.scatterv(null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, Predefined.BYTE, block, 0, length, Predefined.BYTE, root);
    return block;
  }
}
