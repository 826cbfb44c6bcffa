package mpi;

import java.util.concurrent.atomic.AtomicInteger;

/** The keys that one rank has made with {@code createKeyval}, on all kinds of objects. They are never reused, so freeing one only checks that it exists. */
final class AttributeKeys {
  /** Lower numbers are the predefined keys of {@link Constants}. */
  private static final int FIRST = 32;

  private final AtomicInteger next = new AtomicInteger(FIRST);

  int create() {
    return next.getAndIncrement();
  }

  void check(int keyval) {
    if (keyval < FIRST || keyval >= next.get()) {
      throw new MPIException(ErrorClasses.ERR_KEYVAL, "keyval " + keyval + " was not made by createKeyval");
    }
  }
}
