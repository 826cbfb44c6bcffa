package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.UserMemory;

/** Shows operands to the two kinds of user functions in the form that each expects. */
final class UserCall {
  private UserCall() {}

  static void call(UserFunction function, Object in, Object inOut, int count, Datatype type) {
    if (type.base() == BaseType.BOOLEAN || type.base() == BaseType.OBJECT) {
      function.call(in, inOut, count, type);
      return;
    }
    ByteBuffer right = toBytes(inOut);
    function.call(toBytes(in), right, count, type);
    UserMemory.copy(right, 0, inOut, 0, right.capacity());
  }

  private static ByteBuffer toBytes(Object array) {
    int bytes = (int) UserMemory.capacityBytes(array);
    ByteBuffer copy = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
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
