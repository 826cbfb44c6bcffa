package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An ordered set of (key, value) hints, which any threads may use at once. Unknown hints are kept and ignored. */
public class Info implements Freeable, Cloneable {
  private @Nullable Map<String, String> hints = new LinkedHashMap<>();

  /** MPI.INFO_NULL, or MPI.INFO_ENV: nobody frees or changes it. */
  private boolean isPredefined;

  /** What the hints are before the first of them is asked for; null if they are known. */
  private @Nullable Supplier<Map<String, String>> origin;

  /** No hints yet (MPI 4.1, chapter 10). */
  public Info() {}

  static Info none() {
    Info none = new Info();
    none.hints = null;
    none.isPredefined = true;
    return none;
  }

  /** Hints that are found out when somebody asks for one. */
  static Info lazily(Supplier<Map<String, String>> origin) {
    Info later = new Info();
    later.origin = origin;
    later.isPredefined = true;
    return later;
  }

  /** Sets {@code key}; keys have at most {@code MPI.MAX_INFO_KEY} characters, values {@code MPI.MAX_INFO_VAL}. */
  public synchronized void set(String key, String value) {
    checkKey("set", key);
    Arguments.given(value, ErrorClasses.ERR_INFO_VALUE, "Info.set: the value");
    if (value.length() > Constants.MAX_INFO_VAL) {
      throw new MPIException(ErrorClasses.ERR_INFO_VALUE, "Info.set: the value has " + value.length() + " characters, at most 256 fit");
    }
    checkChangeable("set");
    hints().put(key, value);
  }

  private static void checkKey(String call, @Nullable String key) {
    String given = Arguments.given(key, ErrorClasses.ERR_INFO_KEY, "Info." + call + ": the key");
    if (given.isEmpty() || given.length() > Constants.MAX_INFO_KEY) {
      throw new MPIException(ErrorClasses.ERR_INFO_KEY, "Info." + call + ": the key has " + given.length() + " characters, not 1 to " + Constants.MAX_INFO_KEY);
    }
  }

  /** The value of {@code key}, or null if it is not set. */
  public synchronized @Nullable String get(String key) {
    checkKey("get", key);
    return hints().get(key);
  }

  /**
   * Forgets {@code key}.
   *
   * @throws MPIException ERR_INFO_NOKEY if it is not set
   */
  public synchronized void delete(String key) {
    checkKey("delete", key);
    checkChangeable("delete");
    if (hints().remove(key) == null) {
      throw new MPIException(ErrorClasses.ERR_INFO_NOKEY, "Info.delete: there is no key \"" + key + "\"");
    }
  }

  /** Number of keys. */
  public synchronized int size() {
    return hints().size();
  }

  /** The {@code i}-th key in the order of first setting. */
  public synchronized String getKey(int i) {
    if (i < 0 || i >= size()) {
      throw new MPIException(ErrorClasses.ERR_ARG, "Info.getKey: index " + i + " is not in 0.." + (size() - 1));
    }
    return new ArrayList<>(hints().keySet()).get(i);
  }

  /** A copy with the same hints in the same order. */
  public synchronized Info dup() {
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
  public synchronized void free() {
    checkChangeable("free");
    hints(); // throws if it was freed before
    origin = null;
    hints = null;
  }

  /** Whether this is MPI.INFO_NULL, or was freed. */
  public synchronized boolean isNull() {
    return hints == null;
  }

  /** Whether this is MPI.INFO_ENV. */
  boolean isPredefined() {
    return isPredefined && !isNull();
  }

  private void checkChangeable(String call) {
    if (isPredefined) {
      throw new MPIException(ErrorClasses.ERR_INFO, "Info." + call + ": the Info is " + (isNull() ? "MPI.INFO_NULL" : "MPI.INFO_ENV") + ", which is predefined; make one by new Info()");
    }
  }

  /** A copy of what a call was given: without hints for MPI.INFO_NULL; one that was freed is a mistake. */
  synchronized Info orEmpty() {
    return isPredefined && isNull() ? new Info() : dup();
  }

  /** The hints as they are now. */
  synchronized Map<String, String> asMap() {
    return Map.copyOf(hints());
  }

  private Map<String, String> hints() {
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
