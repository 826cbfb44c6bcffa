package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/** The combination of operands that are objects and come in the order of ranks; the lower rank is the left operand of the program's function. At most two of them are there at a time. */
final class ObjectFold {
  private final int count;
  private final Datatype type;
  private final Op op;
  private Object @Nullable [] result;

  ObjectFold(int count, Datatype type, Op op) {
    this.count = count;
    this.type = type;
    this.op = op;
  }

  /** The operand of the next rank. */
  void add(Received operand) {
    Object[] next = new Object[count];
    int ignored = ObjectCodec.decode(operand, next, 0, count);
    if (result != null) {
      combine(result, next);
    }
    result = next;
  }

  private void combine(Object[] left, Object[] right) {
    try {
      op.callUser(left, right, 0, count, type);
    } catch (BraidException failed) {
      throw Errors.of(failed);
    }
  }

  /** Puts {@code taken} elements of the result from {@code from} on into the program's buffer. */
  void store(Titled on, String call, int from, @Nullable Object recvbuf, int recvoffset, int taken) {
    Buffers.check(on, call, recvbuf, recvoffset, taken, Predefined.OBJECT);
    if (recvbuf instanceof Object[] array && result != null) {
      System.arraycopy(result, from, array, recvoffset, taken);
    }
  }
}
