package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects of each member for each other. A member that meets a block which is longer than a piece, while it writes them one after the other, says so to all in place of lengths. Those members are then the root of an {@link ObjectScatter}
 * each, in the order of ranks, for their long blocks; each of them takes part in those before its own while its first piece is full. All short blocks go together at the end.
 */
final class ObjectAllToAll {
  private static final int IN_PIECES = -1;

  private final CollectiveCalls calls;
  private final ObjectBlocks.Reading reading;
  private final boolean[] hasCome;
  private int[] said = {};
  private int next; // the first member whose long blocks may come
  private boolean isBroken; // this member could not write all of its own, and has said so
  private @Nullable Throwable failure;

  ObjectAllToAll(CollectiveCalls calls, ObjectBlocks.Reading reading) {
    this.calls = calls;
    this.reading = reading;
    this.hasCome = new boolean[calls.size()];
  }

  void exchange(ObjectScatter.Writer writer) {
    ObjectScatter mine = new ObjectScatter(calls, calls.rank(), true, this::goFirst);
    ObjectScatter.Spread blocks = written(mine, writer);
    if (said.length == 0) {
      tell(blocks.lengths);
    } else if (!isBroken) {
      mine.sayToAll(0);
    }
    boolean isAnyLong = Arrays.stream(said).anyMatch(word -> word == IN_PIECES);
    follow(calls.size());
    if (isAnyLong) {
      tell(blocks.lengths);
    }
    readAll(exchanged(blocks), mine.own());
    Unwritten.throwIfAny(failure);
  }

  /** Once this member cannot write its blocks, the others hear of it, and those of others are still to be taken. */
  private ObjectScatter.Spread written(ObjectScatter mine, ObjectScatter.Writer writer) {
    try {
      return new ObjectScatter.Spread(mine.write(writer));
    } catch (RuntimeException | Error thrown) {
      isBroken = true;
      failure = thrown;
      Unwritten.say(thrown, () -> sayBroken(mine, Unwritten.word(thrown)));
      return new ObjectScatter.Spread(new byte[calls.size()][0]);
    }
  }

  private void sayBroken(ObjectScatter mine, int word) {
    if (mine.isUnderWay()) {
      mine.sayToAll(word);
    } else {
      tellAll(word);
    }
  }

  /** What comes before this member's long blocks. */
  private void goFirst() {
    tellAll(IN_PIECES);
    follow(calls.rank());
    next = calls.rank() + 1;
  }

  private void tellAll(int word) {
    int[] words = new int[calls.size()];
    Arrays.fill(words, word);
    tell(words);
  }

  private void tell(int[] words) {
    said = new int[calls.size()];
    calls.allToAll(words, 0, 1, Predefined.LENGTHS, said, 0, 1, Predefined.LENGTHS);
    for (int r = 0; r < said.length; r++) {
      if (Unwritten.is(said[r])) {
        hasCome[r] = true;
        failure = failure == null ? Unwritten.at(r, said[r]) : failure;
        said[r] = 0;
      }
    }
  }

  /** The long blocks of the members before that one. */
  private void follow(int end) {
    for (; next < end; next++) {
      if (said[next] == IN_PIECES) {
        int from = next;
        ObjectScatter theirs = new ObjectScatter(calls, from, false, () -> {});
        boolean isUnwritten = Unwritten.is(theirs.follow(block -> ObjectBlocks.read(block, received -> reading.read(from, received))));
        hasCome[from] = isUnwritten || theirs.hasCome();
        failure = failure == null ? theirs.failure() : failure;
      }
    }
  }

  private byte[][] exchanged(ObjectScatter.Spread blocks) {
    int[] starts = ObjectCollectives.starts(said);
    byte[] all = new byte[starts[said.length]];
    calls.tables.allToAllv(blocks.all, 0, blocks.lengths, blocks.starts, Predefined.BYTE, all, 0, said, starts, Predefined.BYTE);
    return ObjectCollectives.cut(all, said, starts);
  }

  private void readAll(byte[][] blocks, @Nullable Received own) {
    for (int r = 0; r < blocks.length && failure == null; r++) {
      if (r == calls.rank() && own != null) {
        reading.read(r, own);
      } else if (!hasCome[r]) {
        int from = r;
        ObjectBlocks.read(blocks[r], received -> reading.read(from, received));
      }
    }
  }
}
