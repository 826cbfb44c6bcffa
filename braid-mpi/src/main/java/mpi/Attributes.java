package mpi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes that a program attaches to one object, by keys it made with {@code createKeyval}; any threads at once (MPI 4.1, section 11.6). */
final class Attributes {
  private final AttributeKeys.Kind kind;
  private @Nullable Map<Integer, @Nullable Object> values; // made for the first one, and guarded by this

  /** None yet, of an object of that kind. */
  Attributes(AttributeKeys.Kind kind) {
    this.kind = kind;
  }

  /** Has the same values as an original: a value is a reference, where Open MPI's Java bindings keep what serialization makes of it. */
  void takeAll(Attributes original) {
    Map<Integer, @Nullable Object> all = original.all();
    synchronized (this) {
      values = all;
    }
  }

  private synchronized @Nullable Map<Integer, @Nullable Object> all() {
    return values == null ? null : new HashMap<>(values);
  }

  static int createKeyval(AttributeKeys.Kind kind) {
    return World.here().keys.create(kind);
  }

  static void freeKeyval(AttributeKeys.Kind kind, int keyval) {
    World.here().keys.free(kind, keyval);
  }

  @Nullable Object get(int keyval) {
    check(keyval);
    synchronized (this) {
      return values == null ? null : values.get(keyval);
    }
  }

  /** A value may be null, as in C; who asks for it gets what he gets where there is none. */
  void set(int keyval, @Nullable Object value) {
    check(keyval);
    synchronized (this) {
      if (values == null) {
        values = new HashMap<>();
      }
      values.put(keyval, value);
    }
  }

  /** One whose key was freed can be deleted still (MPI 4.1, section 7.7.2). */
  void delete(int keyval) {
    if (!isTakenOff(keyval)) {
      check(keyval);
    }
  }

  private synchronized boolean isTakenOff(int keyval) {
    boolean isThere = values != null && values.containsKey(keyval);
    if (isThere && values != null) {
      values.remove(keyval);
    }
    return isThere;
  }

  private void check(int keyval) {
    World.here().keys.check(kind, keyval);
  }
}
