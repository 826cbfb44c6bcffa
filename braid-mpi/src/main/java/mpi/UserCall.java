package mpi;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.OfOneType;
import org.jspecify.annotations.Nullable;

/**
 * Shows operands to a user's function in the form that it expects: arrays as they are, or copies in direct buffers, whose memory serves again in the next call. It is theirs while they run, as in Open MPI.
 */
final class UserCall {
  /** Memory for both operands, kept for the next call. */
  private record Pair(ByteBuffer left, ByteBuffer right) {
    static Pair of(int bytes) {
      return new Pair(ByteBuffer.allocateDirect(bytes), ByteBuffer.allocateDirect(bytes));
    }
  }

  private static final int BUFFERS_PARAMETERS = 4;

  /** So much is kept at most. */
  private static final int KEPT_BYTES = 1 << 20;

  private final UserFunction function;
  private final boolean takesArrays;
  private final AtomicReference<@Nullable Pair> idle = new AtomicReference<>();

  UserCall(UserFunction function) {
    this.function = function;
    this.takesArrays = !overridesBuffers(function.getClass());
  }

  /** Whether the program has written the form with buffers; taken for granted where its class cannot be looked through. */
  private static boolean overridesBuffers(Class<?> type) {
    try {
      return type != UserFunction.class && (declaresBuffers(type) || overridesBuffers(type.getSuperclass()));
    } catch (LinkageError incomplete) {
      return true;
    }
  }

  private static boolean declaresBuffers(Class<?> type) {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals("call") && each.getParameterCount() == BUFFERS_PARAMETERS && each.getParameterTypes()[0] == ByteBuffer.class) {
        return true;
      }
    }
    return false;
  }

  /** What the function combines if that is not elements of this type; null if it can be asked for them. */
  @Nullable String otherThan(Datatype type) {
    return function instanceof OfOneType particular && !particular.takes(type.map) ? particular.elements() : null;
  }

  void call(Object in, Object inOut, int count, Datatype type) {
    if (takesArrays || type.base() == BaseType.BOOLEAN || type.base() == BaseType.OBJECT) {
      function.call(in, inOut, count, type);
      return;
    }
    int bytes = (int) UserMemory.capacityBytes(inOut);
    Pair kept = idle.getAndSet(null); // a second thread that comes at the same time gets a pair of its own
    Pair pair = kept != null && kept.left.capacity() >= bytes ? kept : Pair.of(bytes);
    ByteBuffer right = shown(pair.right, inOut, bytes);
    function.call(shown(pair.left, in, bytes), right, count, type);
    UserMemory.copy(right, 0, inOut, 0, bytes);
    if (pair.left.capacity() <= KEPT_BYTES) {
      idle.setRelease(pair);
    }
  }

  private static ByteBuffer shown(ByteBuffer memory, Object array, int bytes) {
    ByteBuffer copy = memory.slice(0, bytes).order(ByteOrder.nativeOrder());
    UserMemory.copy(array, 0, copy, 0, bytes);
    return copy;
  }

  static Object toArray(ByteBuffer bytes, Datatype type) {
    BaseType base = type.base();
    Object array = Array.newInstance(base.arrayClass().getComponentType(), bytes.capacity() / base.bytes());
    UserMemory.copy(bytes, 0, array, 0, bytes.capacity());
    return array;
  }

  static void fromArray(Object array, ByteBuffer bytes) {
    UserMemory.copy(array, 0, bytes, 0, bytes.capacity());
  }
}
