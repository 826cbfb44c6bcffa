package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.data.UserStream;
import org.jspecify.annotations.Nullable;

/** Elements as bytes in the form that all machines agree upon, the highest byte first (MPI 4.1, sections 5.3 and 14.5.2); sizes are those that the elements have in Java. */
final class External32 {
  private External32() {}

  static int size(String form, int count, Datatype type) {
    checkForm("packExternalSize", form);
    Buffers.check("packExternalSize", null, 0, 0, type);
    checkPlain("packExternalSize", type);
    long bytes = (long) count * type.map.sizeBytes();
    if (count < 0 || bytes > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "packExternalSize: " + count + " elements need " + bytes + " bytes");
    }
    return (int) bytes;
  }

  static int pack(String form, @Nullable Object inbuf, int count, Datatype type, byte[] outbuf, int position) {
    checkForm("packExternal", form);
    Arguments.memory(outbuf, "packExternal");
    Buffers.check("packExternal", inbuf, 0, count, type);
    checkPlain("packExternal", type);
    UserStream stream = UserStream.of(type.map, inbuf, 0, count, true);
    int end = (int) PackedBytes.checkRoom("packExternal", outbuf.length, position, stream.bytes());
    stream.copyTo(0, MemorySegment.ofArray(outbuf), position, (int) stream.bytes());
    return end;
  }

  static int unpack(String form, byte[] inbuf, int position, @Nullable Object outbuf, int count, Datatype type) {
    checkForm("unpackExternal", form);
    Arguments.memory(inbuf, "unpackExternal");
    Buffers.checkWritable("unpackExternal", outbuf, 0, count, type);
    checkPlain("unpackExternal", type);
    UserStream stream = UserStream.of(type.map, outbuf, 0, count, true);
    int end = (int) PackedBytes.checkRoom("unpackExternal", inbuf.length, position, stream.bytes());
    byte[] copy = new byte[(int) stream.bytes()]; // which is turned round in place
    System.arraycopy(inbuf, position, copy, 0, copy.length);
    stream.copyFrom(MemorySegment.ofArray(copy), 0, 0, copy.length);
    return end;
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
