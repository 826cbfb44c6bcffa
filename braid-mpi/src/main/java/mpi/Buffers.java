package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * Checks (buffer, offset, count, datatype) and turns it into bytes of user memory. Offsets count elements of the Java array or
 * buffer; a buffer's position and limit are ignored, as in Open MPI.
 */
final class Buffers {
  private Buffers() {}

  /** Byte offset of element {@code offset} of {@code buffer}. */
  static long offsetBytes(@Nullable Object buffer, int offset) {
    return offset == 0 || buffer == null ? 0 : (long) offset * UserMemory.elementBytes(buffer);
  }

  /**
   * Bytes of {@code count} elements of a plain type that lie in {@code buffer} as they are, if it is long enough: the common case,
   * checked with a class compare and a length. Any other case, also a wrong one, is -1 and left to {@link #check}.
   */
  static int plainBytes(@Nullable Object buffer, int offset, long count, Datatype type) {
    if (buffer == null || type == null || type.plainBytes < 0 || type.plainBytes > Integer.MAX_VALUE || offset < 0 || count < 0 || count > Integer.MAX_VALUE) {
      return -1;
    }
    final long bytes = count * type.plainBytes;
    if (buffer instanceof byte[] array) { // bytes may hold elements of any type
      return within(offset, bytes, array.length);
    }
    if (buffer instanceof ByteBuffer nio) {
      return within(offset, bytes, nio.capacity());
    }
    if (buffer.getClass() == type.base.arrayClass()) {
      final int unit = type.base.bytes();
      return within((long) offset * unit, bytes, (long) Array.getLength(buffer) * unit);
    }
    if (buffer instanceof Buffer nio && type.base.mayLieIn(nio)) {
      final int unit = UserMemory.elementBytes(nio);
      return within((long) offset * unit, bytes, (long) nio.capacity() * unit);
    }
    return -1;
  }

  /** As {@link #plainBytes}, of memory that is written: what is read-only is left to {@link #checkWritable}. */
  static int writablePlainBytes(@Nullable Object buffer, int offset, long count, Datatype type) {
    return buffer instanceof Buffer nio && nio.isReadOnly() ? -1 : plainBytes(buffer, offset, count, type);
  }

  private static int within(long start, long bytes, long capacity) {
    return start + bytes <= capacity && bytes <= Integer.MAX_VALUE ? (int) bytes : -1;
  }

  /** Throws unless {@code count} elements of {@code type} fit into {@code buffer} from {@code offset}. */
  static void check(@Nullable Titled on, String call, @Nullable Object buffer, int offset, long count, Datatype type) {
    if (plainBytes(buffer, offset, count, type) < 0) {
      checkEach(on, call, buffer, offset, count, type);
    }
  }

  private static void checkEach(@Nullable Titled on, String call, @Nullable Object buffer, int offset, long count, Datatype type) {
    if (count < 0) {
      throw Refusal.of(on, ErrorClasses.ERR_COUNT, call, "the count is " + count + ", which is negative");
    }
    if (type == null) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "the datatype is null");
    }
    type.committed(on, call);
    if (buffer == null) {
      if (count > 0) {
        throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the buffer is null, but the count is " + count);
      }
      return;
    }
    checkClass(on, call, buffer, type);
    if (count > 0) {
      checkMemory(on, call, buffer);
    }
    checkRange(on, call, buffer, offset, count, type);
  }

  /** As {@link #check}, of elements that the call writes. */
  static void checkWritable(@Nullable Titled on, String call, @Nullable Object buffer, int offset, long count, Datatype type) {
    check(on, call, buffer, offset, count, type);
    if (count > 0) {
      checkNotReadOnly(on, call, buffer);
    }
  }

  static void checkNotReadOnly(@Nullable Titled on, String call, @Nullable Object buffer) {
    if (buffer instanceof Buffer nio && nio.isReadOnly() || buffer instanceof MemorySegment segment && segment.isReadOnly()) {
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the buffer is read-only, and the call writes into it; such a buffer can only be sent");
    }
  }

  /** Throws if the memory is there no more, or for others. */
  static void checkMemory(@Nullable Titled on, String call, Object buffer) {
    if (buffer instanceof MemorySegment segment) {
      checkAccess(on, call, segment);
    }
  }

  static void checkAccess(@Nullable Titled on, String call, MemorySegment segment) {
    if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
      String why = segment.scope().isAlive() ? "belongs to another thread" : "was closed with its arena";
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, "the memory segment " + why);
    }
  }

  private static void checkClass(@Nullable Titled on, String call, Object buffer, Datatype type) {
    if (!type.base.mayLieIn(buffer) && !isPartOfAnything(type, buffer)) {
      throw Refusal.of(
          on,
          ErrorClasses.ERR_TYPE,
          call,
          "elements of type "
              + nameOf(type)
              + " cannot lie in "
              + withArticle(nameOf(buffer.getClass()))
              + "; give "
              + type.base.arrayClass().getSimpleName()
              + " or a buffer of it");
    }
  }

  /** Both families read and write the bytes of any array as MPI.BYTE and MPI.CHAR; and a type without elements reads and writes nothing. */
  private static boolean isPartOfAnything(Datatype type, Object buffer) {
    BaseType part = type.map.base();
    boolean fits = type.map.elements() == 0 || part == BaseType.BYTE || part == BaseType.CHAR;
    return fits && UserMemory.capacityBytes(buffer) >= 0;
  }

  /** By which name a program knows the class: {@code CharBuffer} for the JDK's own kinds of it. */
  private static String nameOf(Class<?> type) {
    Class<?> known = type;
    while (Buffer.class.isAssignableFrom(known) && !known.getSuperclass().equals(Buffer.class)) {
      known = known.getSuperclass();
    }
    return known.getSimpleName();
  }

  private static String withArticle(String name) {
    return ("aeiouAEIOU".indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
  }

  private static void checkRange(@Nullable Titled on, String call, Object buffer, int offset, long count, Datatype type) {
    if (offset < 0) {
      throw Refusal.of(on, ErrorClasses.ERR_ARG, call, "the offset is " + offset + "; offsets start at 0");
    }
    checkBytes(on, call, buffer, type.base == BaseType.OBJECT ? offset : offsetBytes(buffer, offset), count, type);
  }

  /** As {@link #check}, of a buffer that is not null, for elements from byte (or object) {@code start} on. Strides may reach before a slice into the rest of its array. */
  static void checkBytes(@Nullable Titled on, String call, Object buffer, long start, long count, Datatype type) {
    try {
      checkTouched(on, call, buffer, start, count, type);
    } catch (ArithmeticException tooMany) {
      throw Refusal.of(on, ErrorClasses.ERR_BUFFER, call, count + " elements of type " + nameOf(type) + " do not fit into any memory");
    }
  }

  private static void checkTouched(@Nullable Titled on, String call, Object buffer, long start, long count, Datatype type) {
    Math.multiplyExact(count, type.map.sizeBytes());
    boolean objects = type.base == BaseType.OBJECT;
    long capacity = objects ? Array.getLength(buffer) : UserMemory.capacityBytes(buffer);
    long first = Math.addExact(start, type.map.firstTouched(count));
    long end = Math.addExact(start, type.map.endTouched(count));
    if (first < -UserMemory.bytesBefore(buffer) || end > capacity || start > capacity) {
      int unit = objects ? 1 : UserMemory.elementBytes(buffer);
      throw Refusal.of(
          on,
          first < 0 ? ErrorClasses.ERR_ARG : ErrorClasses.ERR_BUFFER,
          call,
          count
              + " elements of type "
              + nameOf(type)
              + " need elements "
              + Math.floorDiv(first, unit)
              + " to "
              + (Math.ceilDiv(end, unit) - 1)
              + " of the buffer, which has "
              + capacity / unit);
    }
  }

  /** Whether what is sent shares bytes with what is received. Objects travel as bytes of their own. */
  static boolean overlap(
      @Nullable Object sent, int sentOffset, long sentCount, Datatype sentType, @Nullable Object received, int receivedOffset, long receivedCount, Datatype receivedType) {
    if (sent == null || received == null || sentType.isObject() || receivedType.isObject()) {
      return false;
    }
    long from = offsetBytes(sent, sentOffset) + sentType.map.firstTouched(sentCount);
    long to = offsetBytes(received, receivedOffset) + receivedType.map.firstTouched(receivedCount);
    long sentBytes = sentType.map.endTouched(sentCount) - sentType.map.firstTouched(sentCount);
    long receivedBytes = receivedType.map.endTouched(receivedCount) - receivedType.map.firstTouched(receivedCount);
    return Overlap.isBetween(sent, from, sentBytes, received, to, receivedBytes);
  }

  /** What messages call a type: by what it is made of, if nobody has given it a name. */
  static String nameOf(Datatype type) {
    if (!type.getName().isEmpty()) {
      return type.getName();
    }
    boolean isMixed = type.map.base() == null && type.map.elements() > 0;
    return isMixed ? "derived from several basic types" : "derived from " + type.base;
  }
}
