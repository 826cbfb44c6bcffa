package mpi;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of objects that have come together, one of each of several members: an object stream, the head of a message that goes on, or nothing, of a member that could not write its objects. They are read one after the other. A member whose
 * head nobody reads waits for the word that it may go on, so each of those that are left is refused when one cannot be read.
 *
 * @param words what each member has said: a length, or what {@link Unwritten} says
 */
record ObjectBlocks(int[] words, byte[][] blocks) {
  /** Reads the block of member {@code i}. */
  interface Reading {
    void read(int i, Received block);
  }

  /** Lengths as they are to be received: a member that could not write its objects sends none. */
  static int[] lengths(int[] words) {
    int[] lengths = words.clone();
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = Unwritten.is(words[i]) ? 0 : words[i];
    }
    return lengths;
  }

  /**
   * Reads all.
   *
   * @param name of a member, for its error
   */
  void readAll(IntFunction<String> name, Reading reading) {
    int next = 0;
    try {
      while (next < blocks.length) {
        int i = next++;
        if (Unwritten.is(words[i])) {
          throw Unwritten.at(name.apply(i), words[i]);
        }
        read(blocks[i], block -> reading.read(i, block));
      }
    } catch (RuntimeException | Error thrown) {
      refuse(next, thrown);
      throw thrown;
    }
  }

  /** Nobody reads those from {@code from} on. */
  void refuse(int from, Throwable why) {
    for (int i = from; i < blocks.length; i++) {
      Received block = received(blocks[i]);
      if (ObjectStreams.isHead(block)) {
        Unwritten.say(why, () -> ObjectStreams.refuse(block));
      }
    }
  }

  /** Reads a block, or the message that it is the head of. */
  static void read(byte[] block, Consumer<Received> reading) {
    Received received = received(block);
    if (!ObjectStreams.isHead(received)) {
      reading.accept(received);
      return;
    }
    Received ignored = ObjectStreams.read(received, stream -> {
      reading.accept(Received.of(stream.bytes()));
      return received;
    });
  }

  private static Received received(byte[] block) {
    return new Received(block, block.length, World.worldObject());
  }

  /** What a member has for itself: written as a whole, and read from there, however long it is. */
  static Received own(Object @Nullable [] array, int offset, int count, Datatype type) {
    Outgoing arrays = array == null ? null : Objects.arrays(array, offset, count, type);
    if (array == null || arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      byte[] whole = arrays == null ? ObjectCodec.encode(new Object[0], 0, 0) : arrays.joined();
      return new Received(whole, whole.length, null);
    }
    Chunks written = new Chunks();
    Objects.write(array, offset, count, type, written);
    return Received.of(written);
  }
}
