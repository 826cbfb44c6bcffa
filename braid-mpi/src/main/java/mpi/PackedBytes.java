package mpi;

import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/** Packing of elements into the user's own byte arrays (MPI 4.1, 5.2), and objects as bytes in the manner of mpiJava. */
abstract class PackedBytes extends LargePointToPoint {
  PackedBytes() {}

  /** Packs elements into {@code outbuf} from {@code position}; the position after them. */
  public int pack(@Nullable Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
    return Pack(inbuf, 0, incount, type, outbuf, position);
  }

  /** As {@link #pack}, in mpiJava's spelling, from element {@code offset} of {@code inbuf} on (MPI 4.1, section 5.2). */
  public int Pack(@Nullable Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position) {
    Arguments.memory(outbuf, "pack");
    if (datatype != null && datatype.isObject() && inbuf != null) {
      Buffers.check(null, "pack", inbuf, offset, incount, datatype);
      return PackedObjects.pack((Object[]) inbuf, offset, incount, datatype, outbuf, position);
    }
    Outgoing packed = Outgoing.of(null, "pack", inbuf, offset, incount, datatype);
    int end = (int) checkRoom("pack", outbuf.length, position, packed.bytes());
    if (packed.base() != null) {
      UserMemory.copy(packed.base(), packed.offset(), outbuf, position, (int) packed.bytes());
    }
    return end;
  }

  /** Unpacks elements from {@code inbuf} from {@code position} on; the position after them. */
  public int unpack(byte[] inbuf, int position, @Nullable Object outbuf, int outcount, Datatype type) {
    return Unpack(inbuf, position, outbuf, 0, outcount, type);
  }

  /** As {@link #unpack}, in mpiJava's spelling, into {@code outbuf} from element {@code offset} on (MPI 4.1, section 5.2). */
  public int Unpack(byte[] inbuf, int position, @Nullable Object outbuf, int offset, int outcount, Datatype datatype) {
    Arguments.memory(inbuf, "unpack");
    Buffers.checkWritable(null, "unpack", outbuf, offset, outcount, datatype);
    if (datatype.isObject() && outbuf != null) {
      return PackedObjects.unpack(inbuf, position, (Object[]) outbuf, offset, outcount, datatype);
    }
    long bytes = (long) outcount * datatype.map.sizeBytes();
    int end = (int) checkRoom("unpack", inbuf.length, position, bytes);
    if (outbuf != null) {
      boolean overlap = Overlap.isBetween(inbuf, 0, inbuf.length, outbuf, 0, UserMemory.capacityBytes(outbuf));
      Packing.unpack(datatype.map, overlap ? inbuf.clone() : inbuf, position, (int) bytes, outbuf, Buffers.offsetBytes(outbuf, offset));
    }
    return end;
  }

  /** Bytes that {@code incount} packed elements take; not of objects, whose length is known when they are written. */
  public int packSize(int incount, Datatype type) {
    long bytes = LargePacking.size("packSize", incount, type);
    if (bytes > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "packSize: " + incount + " elements need " + bytes + " bytes");
    }
    return (int) bytes;
  }

  /** As {@link #packSize}, in mpiJava's spelling (MPI 4.1, section 5.2). */
  public int Pack_size(int incount, Datatype datatype) {
    return packSize(incount, datatype);
  }

  /** The position behind so many bytes. */
  static long checkRoom(String call, long capacity, long position, long bytes) {
    if (position < 0 || position > capacity - bytes) {
      throw new MPIException(
          ErrorClasses.ERR_BUFFER, call + ": " + bytes + " bytes at position " + position + " do not fit into " + capacity + " bytes");
    }
    return position + bytes;
  }

  private static void checkObjects(String call, Datatype type) {
    if (!type.isObject()) {
      throw new MPIException(ErrorClasses.ERR_TYPE, call + ": elements of " + type.getName() + " are no objects; give MPI.OBJECT, or a type made of it");
    }
  }

  /** The objects as bytes, as they would travel. */
  public byte[] Object_Serialize(Object buf, int offset, int count, Datatype type) {
    Buffers.check(null, "Object_Serialize", buf, offset, count, type);
    checkObjects("Object_Serialize", type);
    return Objects.encode((Object[]) buf, offset, count, type);
  }

  /** Puts the objects in {@code byteBuf} into {@code buf}. */
  public void Object_Deserialize(Object buf, byte[] byteBuf, int offset, int count, Datatype type) {
    Arguments.memory(byteBuf, "Object_Deserialize");
    Buffers.check(null, "Object_Deserialize", buf, offset, count, type);
    checkObjects("Object_Deserialize", type);
    Objects.decode(byteBuf, byteBuf.length, (Object[]) buf, offset, count, type);
  }
}
