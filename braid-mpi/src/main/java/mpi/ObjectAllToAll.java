package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects of each member for each other. A member that meets a block which is longer than a piece, while it writes them one after the other, says so to all in place of lengths. Those members are then the root of an {@link ObjectScatter}
 * each, in the order of ranks, for their long blocks; each of them takes part in those before its own while its first piece is full. All short blocks go together at the end.
 */
final class ObjectAllToAll {
  private static final int IN_PIECES = -1;

  /** Reads the block of a member, or the message that it is the head of. */
  interface Reading {
    void read(int rank, byte[] block);
  }

  private final CollectiveCalls calls;
  private final Reading reading;
  private final boolean[] hasCome;
  private int[] said = {};
  private int next; // the first member whose long blocks may come
  private boolean isBroken; // this member could not write all of its own, and has said so
  private @Nullable Throwable failure;

  ObjectAllToAll(CollectiveCalls calls, Reading reading) {
    this.calls = calls;
    this.reading = reading;
    this.hasCome = new boolean[calls.size()];
  }

  void exchange(ObjectScatter.Writer writer) {
    ObjectScatter mine = new ObjectScatter(calls, calls.rank(), this::goFirst);
    byte[][] blocks = written(mine, writer);
    int[] lengths = ObjectCollectives.lengths(blocks);
    if (!mine.isUnderWay()) {
      tell(lengths);
    } else if (!isBroken) {
      mine.sayToAll(0);
    }
    boolean isAnyLong = Arrays.stream(said).anyMatch(word -> word == IN_PIECES);
    follow(calls.size());
    if (isAnyLong) {
      tell(lengths);
    }
    readAll(exchanged(blocks, lengths));
    throwFailure();
  }

  /** Once the others have heard of this member's long blocks, those of others are still to be read if it cannot go on. */
  private byte[][] written(ObjectScatter mine, ObjectScatter.Writer writer) {
    try {
      return mine.write(writer);
    } catch (RuntimeException | Error thrown) {
      if (!mine.isUnderWay()) {
        throw thrown;
      }
      isBroken = true;
      failure = thrown;
      hasCome[calls.rank()] = true;
      return new byte[calls.size()][0];
    }
  }

  /** What comes before this member's long blocks. */
  private void goFirst() {
    int[] words = new int[calls.size()];
    Arrays.fill(words, IN_PIECES);
    tell(words);
    follow(calls.rank());
    next = calls.rank() + 1;
  }

  private void tell(int[] words) {
    said = new int[calls.size()];
    calls.allToAll(words, 0, 1, Predefined.INT, said, 0, 1, Predefined.INT);
  }

  /** The long blocks of the members before that one. */
  private void follow(int end) {
    for (; next < end; next++) {
      if (said[next] == IN_PIECES) {
        int from = next;
        ObjectScatter theirs = new ObjectScatter(calls, from, () -> {});
        boolean isBroken = theirs.follow(block -> reading.read(from, block)) == ObjectScatter.BROKEN;
        hasCome[from] = isBroken || theirs.hasCome();
        failure = failure == null ? theirs.failure() : failure;
      }
    }
  }

  private byte[][] exchanged(byte[][] blocks, int[] lengths) {
    int[] starts = ObjectCollectives.starts(said);
    byte[] all = new byte[starts[said.length]];
    calls.tables.allToAllv(ObjectCollectives.join(blocks), 0, lengths, ObjectCollectives.starts(lengths), Predefined.BYTE, all, 0, said, starts, Predefined.BYTE);
    return ObjectCollectives.cut(all, said, starts);
  }

  private void readAll(byte[][] blocks) {
    for (int r = 0; r < blocks.length && failure == null; r++) {
      if (!hasCome[r]) {
        reading.read(r, blocks[r]);
      }
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
}
