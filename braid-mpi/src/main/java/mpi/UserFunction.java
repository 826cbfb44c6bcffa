package mpi;

import java.nio.ByteBuffer;

/**
 * A reduction written by the user, in the spelling of Open MPI: override the method with arrays, for BOOLEAN elements, or the one
 * with byte buffers in native order, for all others. A function that overrides only the form with arrays is given arrays.
 */
public abstract class UserFunction {
  /** {@code inOut[i] = in[i] op inOut[i]} for {@code count} elements; both are arrays of the base type from index 0. */
  public void call(Object in, Object inOut, int count, Datatype datatype) {
    throw new MPIException(
        ErrorClasses.ERR_OP,
        Errors.codeOf(ErrorClasses.ERR_OP),
        "the UserFunction " + getClass().getName() + " is to combine elements of type " + Buffers.nameOf(Arguments.given(datatype, ErrorClasses.ERR_TYPE, "call: the datatype")) + ", and does not override call(Object, Object, int, Datatype)",
        "Override one of both forms of call: this one with arrays, which BOOLEAN and OBJECT need, or call(ByteBuffer, ByteBuffer, int, Datatype), which does for all other types");
  }

  /** {@code inOut[i] = in[i] op inOut[i]} for {@code count} elements; both buffers start with element 0. */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
    Object left = UserCall.toArray(in, datatype);
    Object right = UserCall.toArray(inOut, datatype);
    call(left, right, count, datatype);
    UserCall.fromArray(right, inOut);
  }
}
