package mpi;

import org.braid.mpi.data.Packing;
import org.jspecify.annotations.Nullable;

/** Where a received block of bytes belongs that could not be received in place: elements with gaps, or objects. */
record Incoming(Object buf, int offset, int count, Datatype type) {
  /** Where the bytes may land; null for objects, whose number of bytes only the message tells. */
  byte @Nullable [] room() {
    return type.isObject() ? null : new byte[Outgoing.lengthOf((long) count * type.map.sizeBytes())];
  }

  /** Puts the bytes where the user wants them and tells what came. */
  Status deliver(byte[] bytes, int length, int source, int tag) {
    if (type.isObject()) {
      return Status.ofObjects(source, tag, Objects.decode(bytes, length, (Object[]) buf, offset, count, type));
    }
    Packing.unpack(type.map, bytes, 0, length, buf, Buffers.offsetBytes(buf, offset));
    return new Status(source, tag, length, type.unitBytes);
  }
}
