package mpi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes that a program attaches to one object, by keys it made with {@code createKeyval}. */
final class Attributes {
  private final Map<Integer, Object> values = new HashMap<>();

  /** The same values, each as a copy of the object has it: a value is a reference, where Open MPI's Java bindings keep what serialization makes of it. */
  Attributes copy() {
    Attributes copy = new Attributes();
    copy.values.putAll(values);
    return copy;
  }

  static int createKeyval() {
    return World.here().keys.create();
  }

  static void freeKeyval(int keyval) {
    check(keyval);
  }

  @Nullable Object get(int keyval) {
    check(keyval);
    return values.get(keyval);
  }

  void set(int keyval, Object value) {
    check(keyval);
    values.put(keyval, value);
  }

  void delete(int keyval) {
    check(keyval);
    values.remove(keyval);
  }

  private static void check(int keyval) {
    World.here().keys.check(keyval);
  }
}
