package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.memory.Memory;
import org.braid.coll.schedule.Neighbours;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.StreamHead;
import org.braid.mpi.objects.stream.StreamSend;
import org.braid.mpi.p2p.LcoName;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of objects between this process and its neighbours, who know nothing of each other: a word for each destination first, then the blocks. Of objects that are longer than a piece the first piece is the block, and the rest goes from process to
 * process, by a thread for each destination, when that reads it (docs/decisions/streamed-objects.md): so nobody waits for whoever waits for him. A program of one thread sends all in its blocks.
 *
 * <pre>
 *   word   0 or more                   how long the block is
 *          what {@link Unwritten} says the objects cannot be written, and there is no block
 *          {@link #STREAM} + n         the block is a first piece; n is the number of the object that hears when the rest may come
 * </pre>
 */
final class ObjectExchange {
  private static final byte[] NOTHING = {};
  private static final PieceLimits LIMITS = PieceLimits.STANDARD;
  private static final long STREAM = Long.MIN_VALUE;

  /** Numbers of objects are smaller, and what {@link Unwritten} says is not as far below zero. */
  private static final long STREAM_END = STREAM + (1L << 48);

  private final BlockExchange plain;
  private final Neighbours those;
  private final Lco members;
  private final List<StartedStream> streams = new ArrayList<>();
  private final long[] words;
  private @Nullable Throwable failure;

  /** @param plain carries words and bytes */
  ObjectExchange(BlockExchange plain) {
    this.plain = plain;
    this.those = plain.those();
    this.members = plain.calls().space();
    this.words = new long[those.outDegree()];
  }

  /** Carries out one exchange of bytes: those of this process, which are there already, and those of the sources. */
  private interface Carrying {
    void carry(byte[] all, BlockTable blocks);
  }

  /** One block goes to all destinations. */
  void oneToAll(@Nullable GivenObjects mine, ObjectBlocks.Reading reading) {
    byte[] block = mine == null ? NOTHING : written(mine, 0, words.length);
    exchange((all, table) -> plain.oneToAll(block, 0, block.length, Predefined.BYTE, all, 0, table, Predefined.BYTE), reading);
  }

  /** GivenObjects j goes to destination j. */
  void oneToEach(GivenObjects[] each, ObjectBlocks.Reading reading) {
    byte[][] blocks = new byte[each.length][];
    for (int j = 0; j < blocks.length; j++) {
      blocks[j] = those.destination(j) == Neighbours.NOBODY ? NOTHING : written(each[j], j, j + 1);
    }
    byte[] joined = joined(blocks);
    int[] lengths = ObjectCollectives.lengths(blocks);
    BlockTable sends = BlockTable.of(lengths, ObjectCollectives.starts(lengths));
    exchange((all, table) -> plain.oneToEach(joined, 0, sends, Predefined.BYTE, all, 0, table, Predefined.BYTE), reading);
  }

  /** Blocks that are too long for one array are not sent: what was begun ends as what cannot be written does. */
  private byte[] joined(byte[][] blocks) {
    try {
      return ObjectCollectives.join(blocks);
    } catch (RuntimeException | Error thrown) {
      for (int j = 0; j < blocks.length; j++) {
        blocks[j] = isStream(words[j]) ? blocks[j] : NOTHING;
        tellUnwritten(j, thrown);
      }
      return ObjectCollectives.join(blocks);
    }
  }

  // ---- what this process sends

  /** The block for the destinations {@code from} to {@code to}, whose words are set. */
  private byte[] written(GivenObjects block, int from, int to) {
    byte[][] first = {NOTHING};
    try {
      byte[] whole = whole(block, from, to, first);
      if (whole != null) {
        Arrays.fill(words, from, to, whole.length);
      }
      return whole == null ? first[0] : whole;
    } catch (RuntimeException | Error thrown) {
      for (int j = from; j < to; j++) {
        tellUnwritten(j, thrown);
      }
      return first[0];
    }
  }

  /** Who has a first piece is told behind it. */
  private void tellUnwritten(int destination, Throwable why) {
    failure = failure == null ? why : failure;
    if (!isStream(words[destination])) {
      words[destination] = Unwritten.word(why);
    }
  }

  private static boolean isStream(long word) {
    return word < STREAM_END;
  }

  /** All of it; null if it goes in pieces, of which {@code first} gets the first one. */
  private byte @Nullable [] whole(GivenObjects block, int from, int to, byte[][] first) {
    Object[] array = block.array();
    Outgoing arrays = array == null ? null : Objects.arrays(array, block.offset(), block.count(), block.type());
    if (array == null || arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays == null ? ObjectCodec.encode(new Object[0], 0, 0) : arrays.joined();
    }
    if (!ObjectStreams.mayTake(block.type())) {
      return Objects.message(array, block.offset(), block.count(), block.type()).joined();
    }
    StartedStreams stream = new StartedStreams(readers(from, to, first), false, LIMITS);
    Chunks whole = stream.write(out -> Objects.write(array, block.offset(), block.count(), block.type(), out));
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  private List<StartedStream> readers(int from, int to, byte[][] first) {
    List<StartedStream> readers = new ArrayList<>();
    for (int j = from; j < to; j++) {
      int destination = j;
      if (those.destination(j) != Neighbours.NOBODY) {
        StreamSend way = new StreamSend(members, those.destination(j), (head, answer) -> {
          byte[] bytes = new byte[ObjectStreams.HEAD_BYTES];
          Memory.copy(head, 0, bytes, 0, bytes.length);
          words[destination] = STREAM + StreamHead.sender(bytes).object();
          first[0] = Arrays.copyOfRange(bytes, StreamHead.BYTES, bytes.length);
          return null;
        }, LIMITS);
        readers.add(new StartedStream(members.completions(), way));
      }
    }
    streams.addAll(readers);
    return readers;
  }

  // ---- the exchange

  private void exchange(Carrying carrying, ObjectBlocks.Reading reading) {
    streams.removeIf(each -> !each.hasBegun());
    ObjectBlocks came = exchangedOrDropped(carrying);
    streams.forEach(StartedStream::go);
    read(came, reading);
    streams.forEach(this::await);
    Unwritten.throwIfAny(failure);
  }

  private ObjectBlocks exchangedOrDropped(Carrying carrying) {
    try {
      return exchanged(carrying);
    } catch (RuntimeException | Error thrown) {
      streams.forEach(StartedStream::drop);
      throw thrown;
    }
  }

  private ObjectBlocks exchanged(Carrying carrying) {
    long[] said = new long[those.inDegree()];
    plain.oneToEach(words, 0, BlockTable.equal(words.length, 1), Predefined.LONG, said, 0, BlockTable.equal(said.length, 1), Predefined.LONG);
    int[] sizes = new int[said.length];
    for (int i = 0; i < said.length; i++) {
      sizes[i] = isStream(said[i]) ? LIMITS.pieceBytes() : (int) said[i];
    }
    int[] lengths = ObjectBlocks.lengths(sizes);
    int[] starts = ObjectCollectives.starts(lengths);
    byte[] all = new byte[starts[lengths.length]];
    carrying.carry(all, BlockTable.of(lengths, starts));
    byte[][] blocks = ObjectCollectives.cut(all, lengths, starts);
    for (int i = 0; i < said.length; i++) {
      if (isStream(said[i])) {
        blocks[i] = StreamHead.before(blocks[i], LcoName.of(members.nameOf(those.source(i)).context(), said[i] - STREAM));
      }
    }
    return new ObjectBlocks(sizes, blocks);
  }

  private void read(ObjectBlocks came, ObjectBlocks.Reading reading) {
    Throwable before = failure;
    if (before != null) {
      came.refuse(0, before);
      return;
    }
    try {
      came.readAll(this::name, (i, block) -> {
        if (those.source(i) != Neighbours.NOBODY) {
          reading.read(i, block);
        }
      });
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    }
  }

  private String name(int source) {
    InterCalls between = plain.calls().between;
    int rank = those.source(source);
    return between == null ? "rank " + rank : "rank " + (rank - between.comm().parts().rankOfRemote(0)) + " of the other group";
  }

  private void await(StartedStream stream) {
    try {
      stream.request().waitFor();
    } catch (RuntimeException failed) {
      failure = failure == null ? failed : failure;
    }
  }
}
