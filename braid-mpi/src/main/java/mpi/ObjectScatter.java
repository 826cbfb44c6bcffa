package mpi;

import java.util.Arrays;
import org.braid.mpi.lco.Lco;
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
  private static final int BROKEN = Integer.MIN_VALUE;
  private static final byte[] NOTHING = {};

  private final CollectiveCalls calls;
  private final int root;
  private boolean isUnderWay;

  ObjectScatter(CollectiveCalls calls, int root) {
    this.calls = calls;
    this.root = root;
  }

  // ---- at the root

  /** What the blocks are written from. */
  interface Writer {
    /** The block for that rank: where its objects are. */
    Block block(int rank);
  }

  /** @param array null if there are no objects */
  record Block(Object @Nullable [] array, int offset, int count, Datatype type) {
    byte[] whole() {
      return array == null ? ObjectCodec.encode(new Object[0], 0, 0) : Objects.message(array, offset, count, type).joined();
    }
  }

  /** Its own block. */
  byte[] send(Writer writer) {
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
    say(ObjectCollectives.lengths(blocks));
    spread(blocks, blocks[root].length);
    return blocks[root];
  }

  /** What is no longer than a piece, or arrays of numbers alone; nothing if all was sent. */
  private byte[] wholeOrSent(Block block, int rank) {
    Object[] array = block.array;
    Outgoing arrays = array == null ? null : Objects.arrays(array, block.offset, block.count, block.type);
    if (array == null || arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return block.whole();
    }
    Lco members = calls.members();
    Chunks whole = ObjectStreams.sendToMember(out -> Objects.write(array, block.offset, block.count, block.type, out), members, rank, (head, answer) -> {
      sendHead(rank, new Outgoing(head, 0, head.bytes()).joined());
      return null;
    });
    return whole == null ? NOTHING : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  private void sendHead(int rank, byte[] head) {
    isUnderWay = true;
    int[] next = new int[calls.size()];
    Arrays.fill(next, -1 - rank);
    say(next);
    byte[][] blocks = new byte[next.length][];
    Arrays.fill(blocks, NOTHING);
    blocks[rank] = head;
    spread(blocks, 0);
  }

  private void tellBroken(Throwable why) {
    if (isUnderWay) {
      int[] broken = new int[calls.size()];
      Arrays.fill(broken, BROKEN);
      try {
        say(broken);
      } catch (RuntimeException alsoFailed) {
        why.addSuppressed(alsoFailed);
      }
    }
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

  void receive(@Nullable Object buf, int offset, int count, Datatype type) {
    Throwable failure = null;
    boolean hasCome = false;
    int said = said();
    for (; said < 0; said = said()) {
      if (said == BROKEN) {
        throwIfAny(failure);
        throw new MPIException(ErrorClasses.ERR_TYPE, "scatter: the root could not write what it was to send; see there");
      }
      boolean isMine = -1 - said == calls.rank();
      byte[] head = taken(isMine ? ObjectStreams.HEAD_BYTES : 0);
      if (isMine) {
        hasCome = true;
        failure = failureOf(head, buf, offset, count, type);
      }
    }
    byte[] block = taken(said);
    throwIfAny(failure);
    if (!hasCome) {
      ObjectCollectives.decode("scatter", block, buf, offset, count, type);
    }
  }

  /** Whatever becomes of it, the others wait for this member. */
  private static @Nullable Throwable failureOf(byte[] head, @Nullable Object buf, int offset, int count, Datatype type) {
    try {
      ObjectGather.decode("scatter", head, buf, offset, 0, count, type);
      return null;
    } catch (RuntimeException | Error failed) {
      return failed;
    }
  }

  private static void throwIfAny(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private int said() {
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
