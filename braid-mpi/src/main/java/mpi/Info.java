package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An ordered set of (key, value) hints. Unknown hints are kept and ignored. */
public class Info implements Freeable, Cloneable {
  private @Nullable Map<String, String> hints = new LinkedHashMap<>();

  /** What the hints are before the first of them is asked for; null if they are known. */
  private @Nullable Supplier<Map<String, String>> origin;

  /** No hints yet (MPI 4.1, chapter 10). */
  public Info() {}

  static Info none() {
    Info none = new Info();
    none.hints = null;
    return none;
  }

  /** Hints that are found out when somebody asks for one. */
  static Info lazily(Supplier<Map<String, String>> origin) {
    Info later = new Info();
    later.origin = origin;
    return later;
  }

  /** Sets {@code key}; keys have at most {@code MPI.MAX_INFO_KEY} characters, values {@code MPI.MAX_INFO_VAL}. */
  public void set(String key, String value) {
    Arguments.given(key, ErrorClasses.ERR_INFO_KEY, "Info.set: the key");
    Arguments.given(value, ErrorClasses.ERR_INFO_VALUE, "Info.set: the value");
    if (key.isEmpty() || key.length() > Constants.MAX_INFO_KEY) {
      throw new MPIException(ErrorClasses.ERR_INFO_KEY, "Info.set: the key has " + key.length() + " characters, not 1 to " + Constants.MAX_INFO_KEY);
    }
    if (value.length() > Constants.MAX_INFO_VAL) {
      throw new MPIException(ErrorClasses.ERR_INFO_VALUE, "Info.set: the value has " + value.length() + " characters, at most 256 fit");
    }
    hints().put(key, value);
  }

  /** The value of {@code key}, or null if it is not set. */
  public @Nullable String get(String key) {
    return hints().get(key);
  }

  /**
   * Forgets {@code key}.
   *
   * @throws MPIException ERR_INFO_NOKEY if it is not set
   */
  public void delete(String key) {
    if (hints().remove(key) == null) {
      throw new MPIException(ErrorClasses.ERR_INFO_NOKEY, "Info.delete: there is no key \"" + key + "\"");
    }
  }

  /** Number of keys. */
  public int size() {
    return hints().size();
  }

  /** The {@code i}-th key in the order of first setting. */
  public String getKey(int i) {
    if (i < 0 || i >= size()) {
      throw new MPIException(ErrorClasses.ERR_ARG, "Info.getKey: index " + i + " is not in 0.." + (size() - 1));
    }
    return new ArrayList<>(hints().keySet()).get(i);
  }

  /** A copy with the same hints in the same order. */
  public Info dup() {
    Info copy = new Info();
    copy.hints().putAll(hints());
    return copy;
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // a copy shares nothing with the original
  public Info clone() {
    return dup();
  }

  @Override
  public void free() {
    origin = null;
    hints = null;
  }

  /** Whether this is MPI.INFO_NULL, or was freed. */
  public boolean isNull() {
    return hints == null;
  }

  /** The hints as they are now. */
  Map<String, String> asMap() {
    return Map.copyOf(hints());
  }

  private synchronized Map<String, String> hints() {
    if (origin != null) {
      hints = new LinkedHashMap<>(origin.get());
      origin = null;
    }
    if (hints == null) {
      throw new MPIException(ErrorClasses.ERR_INFO, "the Info is MPI.INFO_NULL or was freed");
    }
    return hints;
  }
}
