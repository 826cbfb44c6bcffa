package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.UserStream;
import org.jspecify.annotations.Nullable;

/** Elements as bytes in the form that all machines agree upon, the highest byte first (MPI 4.1, sections 5.3 and 14.5.2); sizes are those that the elements have in Java. */
final class External32 {
  /** What comes is turned round in memory of so many bytes, piece by piece. */
  private static final int PIECE_BYTES = 1 << 16;

  private External32() {}

  static long size(String call, String form, long count, Datatype type) {
    checkForm(call, form);
    Buffers.check(null, call, null, 0, 0, type);
    checkPlain(call, type);
    return LargePacking.size(call, count, type);
  }

  static long pack(String call, String form, @Nullable Object inbuf, long count, Datatype type, MemorySegment out, long position) {
    checkForm(call, form);
    Buffers.check(null, call, inbuf, 0, count, type);
    Buffers.checkNotReadOnly(null, call, out);
    Buffers.checkMemory(null, call, out);
    checkPlain(call, type);
    UserStream stream = UserStream.of(type.map, inbuf, 0, count, true);
    long end = PackedBytes.checkRoom(call, out.byteSize(), position, stream.bytes());
    if (areApart(inbuf, out)) {
      stream.copyTo(0, out, position, stream.bytes());
    } else {
      MemorySegment packed = UserMemory.view(Outgoing.room(stream.bytes()));
      stream.copyTo(0, packed, 0, stream.bytes());
      MemorySegment.copy(packed, 0, out, position, stream.bytes());
    }
    return end;
  }

  static long unpack(String call, String form, MemorySegment in, long position, @Nullable Object outbuf, long count, Datatype type) {
    checkForm(call, form);
    Buffers.checkMemory(null, call, in);
    Buffers.checkWritable(null, call, outbuf, 0, count, type);
    checkPlain(call, type);
    UserStream stream = UserStream.of(type.map, outbuf, 0, count, true);
    long end = PackedBytes.checkRoom(call, in.byteSize(), position, stream.bytes());
    if (areApart(outbuf, in)) {
      unpack(in, position, stream);
    } else {
      MemorySegment packed = UserMemory.view(Outgoing.room(stream.bytes()));
      MemorySegment.copy(in, position, packed, 0, stream.bytes());
      unpack(packed, 0, stream);
    }
    return end;
  }

  /** The stream turns round what it is given, so it gets copies. */
  private static void unpack(MemorySegment in, long position, UserStream stream) {
    MemorySegment piece = MemorySegment.ofArray(new byte[(int) Math.min(PIECE_BYTES, stream.bytes())]);
    for (long done = 0; done < stream.bytes(); done += PIECE_BYTES) {
      long length = Math.min(PIECE_BYTES, stream.bytes() - done);
      MemorySegment.copy(in, position + done, piece, 0, length);
      stream.copyFrom(piece, 0, done, length);
    }
  }

  private static boolean areApart(@Nullable Object user, MemorySegment packed) {
    return user == null || !Overlap.isBetween(user, 0, UserMemory.capacityBytes(user), packed, 0, packed.byteSize());
  }

  private static void checkForm(String call, String form) {
    if (!"external32".equals(form)) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": the data representation is \"" + form + "\"; give \"external32\"");
    }
  }

  private static void checkPlain(String call, Datatype type) {
    if (type.isObject()) {
      throw new MPIException(ErrorClasses.ERR_TYPE, call + ": objects have no form that other machines know; Object_Serialize makes bytes of them");
    }
  }
}
