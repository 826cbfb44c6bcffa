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
 *                       {@link #BROKEN}: the root could not write the rest
 * </pre>
 */
final class ObjectScatter {
  /** The last word of a root that cannot go on. */
  static final int BROKEN = Integer.MIN_VALUE;

  private static final byte[] NOTHING = {};

  /** Says where the objects for a rank are. */
  interface Writer {
    Block block(int rank);
  }

  /** @param array null if there are no objects */
  record Block(Object @Nullable [] array, int offset, int count, Datatype type) {
    byte[] whole() {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : Objects.message(array, offset, count, type).joined();
    }
  }

  /** Reads a block, or the message that it is the head of. */
  interface Reading {
    void read(byte[] block);
  }

  private final CollectiveCalls calls;
  private final int root;
  private final Runnable before;
  private boolean isUnderWay;
  private boolean hasCome;
  private @Nullable Throwable failure;

  /** @param before what the root does before its first word */
  ObjectScatter(CollectiveCalls calls, int root, Runnable before) {
    this.calls = calls;
    this.root = root;
    this.before = before;
  }

  // ---- at the root

  /** Its own block. */
  byte[] send(Writer writer) {
    byte[][] blocks = write(writer);
    say(ObjectCollectives.lengths(blocks));
    spread(blocks, blocks[root].length);
    return blocks[root];
  }

  /** Blocks of all ranks; those that are long are nothing, and were sent. */
  byte[][] write(Writer writer) {
    byte[][] blocks = new byte[calls.size()][];
    try {
      for (int r = 0; r < blocks.length; r++) {
        Block block = writer.block(r);
        blocks[r] = r == root ? block.whole() : wholeOrSent(block, r);
      }
    } catch (RuntimeException | Error thrown) {
      tellBroken(thrown);
      throw thrown;
    }
    return blocks;
  }

  /** Whether a block was long, and has begun to go. */
  boolean isUnderWay() {
    return isUnderWay;
  }

  /** What is no longer than a piece, or arrays of numbers alone; nothing if all was sent. */
  private byte[] wholeOrSent(Block block, int rank) {
    Object[] array = block.array;
    Outgoing arrays = array == null ? null : Objects.arrays(array, block.offset, block.count, block.type);
    if (array == null || arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return block.whole();
    }
    Chunks whole = ObjectStreams.sendToMember(out -> Objects.write(array, block.offset, block.count, block.type, out), calls.members(), rank, (head, answer) -> {
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
    spread(blocks, 0);
  }

  private void tellBroken(Throwable why) {
    if (isUnderWay) {
      try {
        sayToAll(BROKEN);
      } catch (RuntimeException alsoFailed) {
        why.addSuppressed(alsoFailed);
      }
    }
  }

  /** One word for everybody. */
  void sayToAll(int word) {
    int[] each = new int[calls.size()];
    Arrays.fill(each, word);
    say(each);
  }

  private void say(int[] each) {
    calls.scatter(each, 0, 1, Predefined.INT, new int[1], 0, 1, Predefined.INT, root);
  }

  private void spread(byte[][] blocks, int own) {
    int[] lengths = ObjectCollectives.lengths(blocks);
    byte[] ignored = new byte[own];
    calls.tables.scatterv(ObjectCollectives.join(blocks), 0, lengths, ObjectCollectives.starts(lengths), Predefined.BYTE, ignored, 0, own, Predefined.BYTE, root);
  }

  // ---- at the others

  void receive(Reading reading) {
    int length = follow(reading);
    byte[] block = length == BROKEN ? NOTHING : taken(length);
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    if (!hasCome) {
      reading.read(block);
    }
  }

  /** Takes part until the last word, which it returns. Whatever becomes of this member's block, the others wait for it till then. */
  int follow(Reading reading) {
    int word = word();
    for (; word < 0 && word != BROKEN; word = word()) {
      boolean isMine = -1 - word == calls.rank();
      byte[] head = taken(isMine ? ObjectStreams.HEAD_BYTES : 0);
      if (isMine) {
        hasCome = true;
        read(head, reading);
      }
    }
    if (word == BROKEN && failure == null) {
      failure = new MPIException(ErrorClasses.ERR_TYPE, "rank " + root + " could not write the objects that it was to send; see there");
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
    calls.scatter(null, 0, 1, Predefined.INT, next, 0, 1, Predefined.INT, root);
    return next[0];
  }

  private byte[] taken(int length) {
    byte[] block = new byte[length];
    calls.tables.scatterv(null, 0, CollectiveCalls.NO_COUNTS, CollectiveCalls.NO_COUNTS, Predefined.BYTE, block, 0, length, Predefined.BYTE, root);
    return block;
  }
}
