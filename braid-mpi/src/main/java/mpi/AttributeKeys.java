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
      throw new MPIException(ErrorClasses.ERR_KEYVAL, "keyval " + keyval + " " + (known != null ? "is one for " + known.text : whatIs(keyval)) + "; give one that createKeyval has made for " + kind.text);
    }
  }

  /** Of no key that there is now. */
  private String whatIs(int keyval) {
    if (keyval >= 0 && keyval < FIRST) {
      return "is for predefined attributes, which are asked for alone, of the objects that have them";
    }
    return keyval >= FIRST && keyval < next.get() ? "was freed" : "was not made by createKeyval";
  }
}
