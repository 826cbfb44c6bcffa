package mpi;

import java.io.OutputStream;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.NumberArrays;
import org.jspecify.annotations.Nullable;

/** Elements of type OBJECT, basic or derived, as bytes: a derived type names the places in the array. */
final class Objects {
  private Objects() {}

  /** As an object stream, in an array of its own. */
  static byte[] encode(Object[] array, int offset, int count, Datatype type) {
    if (type == Predefined.OBJECT) {
      return ObjectCodec.encode(array, offset, count);
    }
    Object[] chosen = chosen(array, offset, count, type);
    return ObjectCodec.encode(chosen, 0, chosen.length);
  }

  /** As a message, which may show arrays of the program's: they must not change before it is sent. */
  static Outgoing message(Object[] array, int offset, int count, Datatype type) {
    if (type == Predefined.OBJECT) {
      return ObjectCodec.message(array, offset, count);
    }
    Object[] chosen = chosen(array, offset, count, type);
    return ObjectCodec.message(chosen, 0, chosen.length);
  }

  /**
   * Sends a message by calls that wait; arrays of numbers from where they lie, and what is longer than a piece while it is written.
   *
   * @return what is to be sent as any other message is; null if it was sent
   */
  static @Nullable Outgoing send(Object[] array, int offset, int count, Datatype type, Lco lco, int dest, int tag) {
    NumberArrays arrays = numberArrays(array, offset, count, type);
    if (arrays != null) {
      return ObjectStreams.send(arrays, lco, type, dest, tag) ? null : ObjectCodec.outgoing(arrays);
    }
    Chunks whole = ObjectStreams.send(out -> write(array, offset, count, type, out), lco, type, dest, tag);
    return whole == null ? null : new Outgoing(whole.message(), 0, whole.bytes());
  }

  /** Objects that are all arrays of numbers, as a message that shows them; null if there are others. */
  static @Nullable Outgoing arrays(Object[] array, int offset, int count, Datatype type) {
    return ObjectCodec.outgoing(numberArrays(array, offset, count, type));
  }

  private static @Nullable NumberArrays numberArrays(Object[] array, int offset, int count, Datatype type) {
    if (type == Predefined.OBJECT) {
      return NumberArrays.of(array, offset, count);
    }
    Object[] chosen = chosen(array, offset, count, type);
    return NumberArrays.of(chosen, 0, chosen.length);
  }

  /** Writes the object stream. */
  static void write(Object[] array, int offset, int count, Datatype type, OutputStream to) {
    if (type == Predefined.OBJECT) {
      ObjectCodec.write(array, offset, count, to);
      return;
    }
    Object[] chosen = chosen(array, offset, count, type);
    ObjectCodec.write(chosen, 0, chosen.length, to);
  }

  private static Object[] chosen(Object[] array, int offset, int count, Datatype type) {
    long each = type.map.elements();
    Object[] chosen = new Object[number(count, each)];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = array[place(offset, i, each, type)];
    }
    return chosen;
  }

  /** Number of objects that came. */
  static int decode(byte[] bytes, int length, Object[] array, int offset, int count, Datatype type) {
    return decode(new Received(bytes, length, null), array, offset, count, type);
  }

  /** As {@link #decode(byte[], int, Object[], int, int, Datatype)}, of a message that may go on. */
  static int decode(Received message, Object[] array, int offset, int count, Datatype type) {
    if (type == Predefined.OBJECT) {
      return ObjectCodec.decode(message, array, offset, count);
    }
    long each = type.map.elements();
    Object[] chosen = new Object[number(count, each)];
    int came = ObjectCodec.decode(message, chosen, 0, chosen.length);
    for (int i = 0; i < came; i++) {
      ObjectCodec.put(chosen[i], array, place(offset, i, each, type));
    }
    return came;
  }

  /** An object counts as one byte in a type map, so displacements are places in the array. */
  private static int place(int offset, int i, long each, Datatype type) {
    return Math.toIntExact(offset + i / each * type.map.extentBytes() + type.map.elementAtBytes(i % each));
  }

  private static int number(int count, long each) {
    if (each > 0 && count > Integer.MAX_VALUE / each) {
      throw new MPIException(ErrorClasses.ERR_COUNT, count + " elements of " + each + " objects are more objects than one message has");
    }
    return (int) (count * each);
  }
}
