package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.util.function.IntFunction;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.NumberArrayReader;
import org.braid.mpi.objects.NumberArrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code MPI.OBJECT} elements as bytes: Java's object stream of their number and of themselves, or, in messages of nothing but arrays of numbers, {@link NumberArrays}. The only place where Braid deserializes,
 * and there behind the filter of {@link FilteredStream}.
 */
final class ObjectCodec {
  private ObjectCodec() {}

  /** As an object stream in an array. */
  static byte[] encode(Object[] objects, int offset, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(objects, offset, count, bytes);
    return bytes.toByteArray();
  }

  /** As a message: arrays of numbers are sent from where they lie, all else as an object stream. */
  static Outgoing message(Object[] objects, int offset, int count) {
    Outgoing arrays = arrays(objects, offset, count);
    if (arrays != null) {
      return arrays;
    }
    Chunks chunks = new Chunks();
    write(objects, offset, count, chunks);
    return new Outgoing(chunks.message(), 0, chunks.bytes());
  }

  /** Objects that are all arrays of numbers; null if there are others. */
  static @Nullable Outgoing arrays(Object[] objects, int offset, int count) {
    return outgoing(NumberArrays.of(objects, offset, count));
  }

  /** All of them, shapes and numbers. */
  static @Nullable Outgoing outgoing(@Nullable NumberArrays arrays) {
    Pieces message = arrays == null ? null : arrays.message();
    return message == null ? null : new Outgoing(message, 0, message.bytes());
  }

  /** Writes the object stream. */
  static void write(Object[] objects, int offset, int count, OutputStream bytes) {
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeInt(count);
      for (int i = 0; i < count; i++) {
        out.writeObject(objects[offset + i]);
      }
    } catch (IOException | RuntimeException | StackOverflowError e) { // the program's own writeObject, too, and chains of objects that are longer than the stack
      throw ObjectFailures.unwritten(e);
    }
  }

  /** Puts the objects in {@code bytes} into {@code into} from {@code offset}; at most {@code capacity} of them. Number received. */
  static int decode(byte[] bytes, int length, Object[] into, int offset, int capacity) {
    return decode(new Received(bytes, length, null), into, offset, capacity);
  }

  /** As {@link #decode(byte[], int, Object[], int, int)}, of a message that may go on. */
  static int decode(Received message, Object[] into, int offset, int capacity) {
    return read(message, count -> {
      if (count < 0 || count > capacity) {
        throw new MPIException(
            ErrorClasses.ERR_TRUNCATE, "a receive was truncated: the message has " + count + " objects and the buffer room for " + capacity);
      }
      return new Places(into, offset, count);
    }).count;
  }

  /** All objects in {@code bytes}, as many as there are. */
  static Object[] decodeAll(byte[] bytes, int length) {
    return decodeAll(new Received(bytes, length, null));
  }

  /** As {@link #decodeAll(byte[], int)}, of a message that may go on. */
  static Object[] decodeAll(Received message) {
    long most = ObjectStreams.isHead(message) ? FilteredStream.limit() : message.length(); // each takes a byte at least
    return read(message, count -> {
      if (count < 0 || count > most) {
        throw new MPIException(ErrorClasses.ERR_TYPE, "objects that were received cannot be restored: the message says that it has " + count + " of them in " + most + " bytes at most");
      }
      return new Places(new Object[count], 0, count);
    }).array;
  }

  /** Where objects go: {@code count} of them from {@code offset} on. */
  private record Places(Object[] array, int offset, int count) {}

  private static Places read(Received message, IntFunction<Places> placesFor) {
    if (ObjectStreams.isHead(message) && ObjectStreams.isOfArrays(message)) {
      return receiveArrays(message, placesFor);
    }
    if (ObjectStreams.isHead(message)) {
      return ObjectStreams.read(message, stream -> readStream(stream.bytes(), FilteredStream.limit(), placesFor));
    }
    InputStream stream = message.stream();
    if (stream != null) {
      return readStream(stream, message.most(), placesFor);
    }
    byte[] bytes = message.bytes();
    int length = message.length();
    return NumberArrayReader.reads(bytes, length) ? readArrays(bytes, length, placesFor) : readStream(new ByteArrayInputStream(bytes, 0, length), length, placesFor);
  }

  private static Places readArrays(byte[] bytes, int length, IntFunction<Places> placesFor) {
    try {
      NumberArrayReader in = new NumberArrayReader(bytes, length, FilteredStream.inEffect(length));
      Places places = placesFor.apply(in.count());
      Object[] made = new Object[places.count];
      in.read(made, 0);
      putAll(made, places);
      return places;
    } catch (IOException e) {
      throw ObjectFailures.unrestored(e);
    }
  }

  /** The program's array changes when all have come. */
  private static Places receiveArrays(Received head, IntFunction<Places> placesFor) {
    Places[] places = new Places[1];
    Object[][] made = new Object[1][];
    try {
      ObjectStreams.receive(head, (shapes, numberBytes) -> {
        NumberArrayReader in = new NumberArrayReader(shapes, numberBytes, FilteredStream.inEffect(numberBytes));
        if (in.count() > shapes.length) { // each takes a byte at least
          throw new StreamCorruptedException(in.count() + " objects in " + shapes.length + " bytes");
        }
        places[0] = placesFor.apply(in.count());
        made[0] = new Object[in.count()];
        return in.make(made[0]);
      });
      putAll(made[0], places[0]);
      return places[0];
    } catch (IOException e) {
      throw ObjectFailures.unrestored(e);
    }
  }

  private static Places readStream(InputStream bytes, long most, IntFunction<Places> placesFor) {
    try (ObjectInputStream in = new FilteredStream(bytes, most)) {
      Places places = placesFor.apply(in.readInt());
      for (int i = 0; i < places.count; i++) {
        put(readOne(in), places.array, places.offset + i);
      }
      return places;
    } catch (MPIException e) {
      throw e;
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
      throw ObjectFailures.unrestored(e);
    }
  }

  /** An MPIException out of it is that of a call in the program's own readObject, not of the one that receives. */
  private static Object readOne(ObjectInputStream in) throws IOException, ClassNotFoundException {
    try {
      return in.readObject();
    } catch (MPIException own) {
      throw ObjectFailures.unrestored(own);
    }
  }

  /**
   * Puts an object that was received into the program's array.
   *
   * @throws MPIException ERR_TYPE if the array is of a class that has no room for it, as a {@code double[][]} for an {@code int[]}
   */
  static void put(@Nullable Object came, @Nullable Object[] into, int at) {
    try {
      into[at] = came;
    } catch (ArrayStoreException e) {
      throw came == null ? e : ObjectFailures.misplaced(into, came.getClass(), e);
    }
  }

  private static void putAll(Object[] made, Places places) {
    for (int i = 0; i < made.length; i++) {
      put(made[i], places.array, places.offset + i);
    }
  }
}
