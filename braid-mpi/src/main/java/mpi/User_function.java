package mpi;

/** A reduction written by the user, in the spelling of mpiJava and MPJ Express. */
public abstract class User_function {
  /**
   * {@code inoutvec[i] = invec[i] op inoutvec[i]} for {@code count} elements of {@code datatype}.
   *
   * @param invec array of the base type, elements from {@code inoffset}; only read
   * @param inoutvec array of the base type, elements from {@code outoffset}; receives the result
   */
  public abstract void Call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype);
}
