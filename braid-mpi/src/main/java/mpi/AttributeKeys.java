package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The keys that one rank has made with {@code createKeyval} and not freed, each for one kind of objects. Their numbers are never reused. */
final class AttributeKeys {
  /** Lower numbers are the predefined keys of {@link Constants}. */
  private static final int FIRST = 32;

  /** What a key is for (MPI 4.1, sections 7.7.2 to 7.7.4). */
  enum Kind {
    COMM("communicators"),
    TYPE("datatypes"),
    WIN("windows");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final AtomicInteger next = new AtomicInteger(FIRST);
  private final Map<Integer, Kind> kinds = new ConcurrentHashMap<>();

  int create(Kind kind) {
    int made = next.getAndIncrement();
    kinds.put(made, kind);
    return made;
  }

  void free(Kind kind, int keyval) {
    check(kind, keyval);
    kinds.remove(keyval);
  }

  void check(Kind kind, int keyval) {
    Kind known = kinds.get(keyval);
    if (known != kind) {
      String why = known != null ? "is one for " + known.text : keyval >= FIRST && keyval < next.get() ? "was freed" : "was not made by createKeyval";
      throw new MPIException(ErrorClasses.ERR_KEYVAL, "keyval " + keyval + " " + why + "; give one that createKeyval has made for " + kind.text);
    }
  }
}
