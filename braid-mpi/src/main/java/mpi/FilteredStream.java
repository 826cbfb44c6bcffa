package mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.function.BinaryOperator;

/**
 * The only object stream by which Braid deserializes: behind a filter, which has bounds on depth and size always, and the user's own pattern from the system property {@code braid.object-filter} (syntax of {@link
 * java.io.ObjectInputFilter.Config#createFilter}). Finds classes as the program would: through the thread's context loader first.
 */
final class FilteredStream extends ObjectInputStream {
  private static final String FILTER_PROPERTY = "braid.object-filter";
  private static final String LIMIT_PROPERTY = "braid.object-limit";
  private static final int MAX_DEPTH = 10_000;
  private static final int PART_OF_THE_HEAP = 4;

  /** @param most elements of an array, and references: the message's length, where it is known */
  FilteredStream(InputStream in, long most) throws IOException {
    super(in);
    setObjectInputFilter(filter(most));
  }

  /**
   * The bound where a message's length is not known: the system property {@code braid.object-limit}, else a quarter of the heap's bytes.
   *
   * @throws MPIException ERR_ARG if the property is no such number
   */
  static long limit() {
    String given = System.getProperty(LIMIT_PROPERTY);
    return given == null ? Runtime.getRuntime().maxMemory() / PART_OF_THE_HEAP : limit(given);
  }

  private static long limit(String given) {
    try {
      long limit = Long.parseLong(given);
      if (limit > 0) {
        return limit;
      }
    } catch (NumberFormatException noNumber) {
      // refused below, as zero is
    }
    throw new MPIException(ErrorClasses.ERR_ARG, "the system property " + LIMIT_PROPERTY + " is '" + given + "'; give the most elements that an array in a message of objects may have, 1 or more");
  }

  /** What an object stream would ask, the process's own filter factory included. */
  static ObjectInputFilter inEffect(long most) {
    BinaryOperator<ObjectInputFilter> factory = ObjectInputFilter.Config.getSerialFilterFactory();
    ObjectInputFilter first = factory.apply(null, ObjectInputFilter.Config.getSerialFilter());
    ObjectInputFilter filter = factory.apply(first, filter(most));
    return filter == null ? info -> ObjectInputFilter.Status.UNDECIDED : filter;
  }

  private static ObjectInputFilter filter(long most) {
    ObjectInputFilter bounds = info -> withinBounds(info, most);
    String pattern = System.getProperty(FILTER_PROPERTY);
    ObjectInputFilter inherited = ObjectInputFilter.Config.getSerialFilter();
    ObjectInputFilter user = pattern == null ? inherited : ObjectInputFilter.merge(ObjectInputFilter.Config.createFilter(pattern), inherited);
    return ObjectInputFilter.merge(bounds, user);
  }

  /** No array or table can need more elements than the message has bytes. */
  private static ObjectInputFilter.Status withinBounds(ObjectInputFilter.FilterInfo info, long most) {
    boolean fits = info.depth() <= MAX_DEPTH && info.references() <= most && info.arrayLength() <= most;
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
