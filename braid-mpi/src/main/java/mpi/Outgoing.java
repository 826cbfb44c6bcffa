package mpi;

import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.data.PackedMemory;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * A message of any type as one block of bytes: the user's own memory where the type has no gaps, else packed or serialized into an
 * array of its own.
 */
record Outgoing(@Nullable Object base, long offset, long bytes) {
  /** What one array holds. */
  static final int LONGEST_BYTES = Integer.MAX_VALUE - 8;

  static Outgoing of(@Nullable Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type) {
    Buffers.check(on, call, buf, offset, count, type);
    if (buf == null) {
      return new Outgoing(null, 0, 0);
    }
    long bytes = count * type.map.sizeBytes();
    return type.plainBytes >= 0 ? new Outgoing(buf, Buffers.offsetBytes(buf, offset), bytes) : packed(buf, offset, count, type, bytes);
  }

  /** The same in one array. */
  byte[] joined() {
    byte[] all = new byte[lengthOf(bytes)];
    copyInto(all, 0);
    return all;
  }

  /** Into memory that is long enough, from byte {@code at} on. */
  void copyInto(Object memory, long at) {
    if (base != null) {
      Memory.copy(base, offset, memory, at, bytes);
    }
  }

  /** As {@link #of}, but elements with gaps, and arrays that are objects, are gathered from the user's memory while they are sent: that must not change before. */
  static Outgoing inPlace(@Nullable Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type) {
    if (buf == null || type == null || type.plainBytes >= 0) {
      return of(on, call, buf, offset, count, type);
    }
    Buffers.check(on, call, buf, offset, count, type);
    if (type.isObject()) {
      return Objects.message((Object[]) buf, offset, Math.toIntExact(count), type);
    }
    ElementMemory elements = ElementMemory.of(type.map, buf, Buffers.offsetBytes(buf, offset), count);
    return new Outgoing(elements, 0, elements.bytes());
  }

  /** As {@link #of}, never in the user's memory. */
  static Outgoing copyOf(@Nullable Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type) {
    Outgoing message = of(on, call, buf, offset, count, type);
    if (message.base == null || message.base != buf) {
      return message;
    }
    Object copy = room(message.bytes);
    UserMemory.copy(buf, message.offset, copy, 0, message.bytes);
    return new Outgoing(copy, 0, message.bytes);
  }

  private static Outgoing packed(Object buf, int offset, long count, Datatype type, long bytes) {
    if (type.isObject()) {
      byte[] stream = Objects.encode((Object[]) buf, offset, Math.toIntExact(count), type);
      return new Outgoing(stream, 0, stream.length);
    }
    Object packed = room(bytes);
    Packing.pack(type.map, buf, Buffers.offsetBytes(buf, offset), count, packed, 0);
    return new Outgoing(packed, 0, bytes);
  }

  /** Memory of Braid's own for so many bytes. */
  static Object room(long bytes) {
    try {
      return PackedMemory.of(bytes);
    } catch (BraidException full) {
      throw Errors.of(full);
    }
  }

  static int lengthOf(long bytes) {
    if (bytes > LONGEST_BYTES) {
      throw new MPIException(
          ErrorClasses.ERR_COUNT, "a message of " + bytes + " bytes cannot be packed; send less than 2 GiB of a derived type at once");
    }
    return (int) bytes;
  }
}
