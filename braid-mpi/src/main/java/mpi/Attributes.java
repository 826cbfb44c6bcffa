package mpi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes that a program attaches to one object, by keys it made with {@code createKeyval}. */
final class Attributes {
  private final Map<Integer, Object> values = new HashMap<>();
  private final AttributeKeys.Kind kind;

  /** None yet, of an object of that kind. */
  Attributes(AttributeKeys.Kind kind) {
    this.kind = kind;
  }

  /** The same values, each as a copy of the object has it: a value is a reference, where Open MPI's Java bindings keep what serialization makes of it. */
  Attributes copy() {
    Attributes copy = new Attributes(kind);
    copy.values.putAll(values);
    return copy;
  }

  static int createKeyval(AttributeKeys.Kind kind) {
    return World.here().keys.create(kind);
  }

  static void freeKeyval(AttributeKeys.Kind kind, int keyval) {
    World.here().keys.free(kind, keyval);
  }

  @Nullable Object get(int keyval) {
    check(keyval);
    return values.get(keyval);
  }

  void set(int keyval, Object value) {
    check(keyval);
    values.put(keyval, value);
  }

  /** One whose key was freed can be deleted still (MPI 4.1, section 7.7.2). */
  void delete(int keyval) {
    if (values.remove(keyval) == null) {
      check(keyval);
    }
  }

  private void check(int keyval) {
    World.here().keys.check(kind, keyval);
  }
}
