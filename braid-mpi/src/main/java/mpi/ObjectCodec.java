package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.NumberArrayReader;
import org.braid.mpi.objects.NumberArrays;

/**
 * {@code MPI.OBJECT} elements as bytes: Java's object stream of their number and of themselves, or, in messages of nothing but arrays of numbers, {@link NumberArrays}. The only place where Braid deserializes,
 * and there behind a filter: bounds on depth and size always, and the user's own pattern from the system property
 * {@code braid.object-filter} (syntax of {@link java.io.ObjectInputFilter.Config#createFilter}).
 */
final class ObjectCodec {
  private static final String FILTER_PROPERTY = "braid.object-filter";
  private static final int MAX_DEPTH = 10_000;

  private ObjectCodec() {}

  /** As an object stream in an array. */
  static byte[] encode(Object[] objects, int offset, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(objects, offset, count, bytes);
    return bytes.toByteArray();
  }

  /** As a message: arrays of numbers are sent from where they lie, all else as an object stream. */
  static Outgoing message(Object[] objects, int offset, int count) {
    Pieces arrays = NumberArrays.of(objects, offset, count);
    if (arrays != null) {
      return new Outgoing(arrays, 0, arrays.bytes());
    }
    Chunks chunks = new Chunks();
    write(objects, offset, count, chunks);
    return new Outgoing(chunks.message(), 0, chunks.bytes());
  }

  private static void write(Object[] objects, int offset, int count, OutputStream bytes) {
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeInt(count);
      for (int i = 0; i < count; i++) {
        out.writeObject(objects[offset + i]);
      }
    } catch (IOException | RuntimeException | StackOverflowError e) { // the program's own writeObject, too, and chains of objects that are longer than the stack
      throw new MPIException(ErrorClasses.ERR_TYPE, "an element of type MPI.OBJECT cannot be serialized: " + e, e);
    }
  }

  /** Puts the objects in {@code bytes} into {@code into} from {@code offset}; at most {@code capacity} of them. Number received. */
  static int decode(byte[] bytes, int length, Object[] into, int offset, int capacity) {
    return read(bytes, length, count -> {
      if (count < 0 || count > capacity) {
        throw new MPIException(
            ErrorClasses.ERR_TRUNCATE, "a receive was truncated: the message has " + count + " objects and the buffer room for " + capacity);
      }
      return new Places(into, offset, count);
    }).count;
  }

  /** All objects in {@code bytes}, as many as there are. */
  static Object[] decodeAll(byte[] bytes, int length) {
    return read(bytes, length, count -> {
      if (count < 0 || count > length) { // each takes a byte at least
        throw new MPIException(ErrorClasses.ERR_TYPE, "objects that were received cannot be restored: the message says that it has " + count + " of them in " + length + " bytes");
      }
      return new Places(new Object[count], 0, count);
    }).array;
  }

  /** Where objects go: {@code count} of them from {@code offset} on. */
  private record Places(Object[] array, int offset, int count) {}

  private static Places read(byte[] bytes, int length, IntFunction<Places> placesFor) {
    return NumberArrayReader.reads(bytes, length) ? readArrays(bytes, length, placesFor) : readStream(bytes, length, placesFor);
  }

  private static Places readArrays(byte[] bytes, int length, IntFunction<Places> placesFor) {
    try {
      NumberArrayReader in = new NumberArrayReader(bytes, length, FilteredStream.inEffect(length));
      Places places = placesFor.apply(in.count());
      in.read(places.array, places.offset);
      return places;
    } catch (IOException | ArrayStoreException e) { // a double[][] to receive into has no room for an int[]
      throw new MPIException(ErrorClasses.ERR_TYPE, "an object that was received cannot be restored: " + e, e);
    }
  }

  private static Places readStream(byte[] bytes, int length, IntFunction<Places> placesFor) {
    try (ObjectInputStream in = new FilteredStream(new ByteArrayInputStream(bytes, 0, length), length)) {
      Places places = placesFor.apply(in.readInt());
      for (int i = 0; i < places.count; i++) {
        places.array[places.offset + i] = in.readObject();
      }
      return places;
    } catch (MPIException e) {
      throw e;
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
      throw new MPIException(ErrorClasses.ERR_TYPE, "an object that was received cannot be restored: " + e, e);
    }
  }

  /** Finds classes as the program would: through the thread's context loader first. */
  private static final class FilteredStream extends ObjectInputStream {
    FilteredStream(InputStream in, int length) throws IOException {
      super(in);
      setObjectInputFilter(filter(length));
    }

    /** What an object stream would ask, the process's own filter factory included. */
    static ObjectInputFilter inEffect(int length) {
      BinaryOperator<ObjectInputFilter> factory = ObjectInputFilter.Config.getSerialFilterFactory();
      ObjectInputFilter first = factory.apply(null, ObjectInputFilter.Config.getSerialFilter());
      ObjectInputFilter filter = factory.apply(first, filter(length));
      return filter == null ? info -> ObjectInputFilter.Status.UNDECIDED : filter;
    }

    private static ObjectInputFilter filter(int length) {
      ObjectInputFilter bounds = info -> withinBounds(info, length);
      String pattern = System.getProperty(FILTER_PROPERTY);
      ObjectInputFilter inherited = ObjectInputFilter.Config.getSerialFilter();
      ObjectInputFilter user = pattern == null ? inherited : ObjectInputFilter.merge(ObjectInputFilter.Config.createFilter(pattern), inherited);
      return ObjectInputFilter.merge(bounds, user);
    }

    /** No array or table can need more elements than the message has bytes. */
    private static ObjectInputFilter.Status withinBounds(ObjectInputFilter.FilterInfo info, int length) {
      boolean fits = info.depth() <= MAX_DEPTH && info.references() <= length && info.arrayLength() <= length;
      return fits ? ObjectInputFilter.Status.UNDECIDED : ObjectInputFilter.Status.REJECTED;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // primitives
      }
    }
  }
}
