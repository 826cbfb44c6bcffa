package mpi;

import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * Objects to the root of a gather. What is longer than a piece has the head of a message for its block, of which the rest goes from process to process when the root reads it (docs/decisions/streamed-objects.md): the root holds a piece of
 * each member, and some more of the one that it reads.
 */
final class ObjectGather {
  private final ObjectCollectives objects;
  private final int root;

  ObjectGather(ObjectCollectives objects, int root) {
    this.objects = objects;
    this.root = root;
  }

  // ---- at the others

  void send(Object @Nullable [] array, int offset, int count, Datatype type, Lco members) {
    byte[] whole = array == null ? ObjectCodec.encode(new Object[0], 0, 0) : wholeOrSent(array, offset, count, type, members);
    if (whole != null) {
      give(whole);
    }
  }

  /** What is no longer than a piece, or arrays of numbers alone; null if all was sent. */
  private byte @Nullable [] wholeOrSent(Object[] array, int offset, int count, Datatype type, Lco members) {
    Outgoing arrays = Objects.arrays(array, offset, count, type);
    if (arrays != null && arrays.bytes() <= Outgoing.LONGEST_BYTES) {
      return arrays.joined();
    }
    Chunks whole = ObjectStreams.sendToMember(out -> Objects.write(array, offset, count, type, out), members, root, (head, answer) -> {
      give(new Outgoing(head, 0, head.bytes()).joined());
      return null;
    });
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes()).joined();
  }

  private void give(byte[] block) {
    byte[][] ignored = objects.gatherBytes(block, root);
  }

  // ---- at the root

  /** A block, or the message that it is the head of. */
  static void decode(String call, byte[] block, @Nullable Object buf, int offset, int displacement, int count, Datatype type) {
    Received received = received(block);
    if (!ObjectStreams.isHead(received)) {
      ObjectCollectives.decode(call, received, buf, ObjectCollectives.place(offset, displacement, type), count, type);
      return;
    }
    Received ignored = ObjectStreams.read(received, stream -> {
      ObjectCollectives.decode(call, Received.of(stream.bytes()), buf, ObjectCollectives.place(offset, displacement, type), count, type);
      return received;
    });
  }

  /** Members whose heads nobody reads wait for the word that they may go on. */
  static void refuse(byte[][] blocks, int from, Throwable why) {
    for (int r = from; r < blocks.length; r++) {
      Received received = received(blocks[r]);
      try {
        if (ObjectStreams.isHead(received)) {
          ObjectStreams.refuse(received);
        }
      } catch (RuntimeException alsoFailed) {
        why.addSuppressed(alsoFailed);
      }
    }
  }

  private static Received received(byte[] block) {
    return new Received(block, block.length, World.worldObject());
  }
}
