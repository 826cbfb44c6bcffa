package org.braid.mpi.data.reduction;

/**
 * The predefined reduction operations (MPI 4.1, 6.9.2). All of them are commutative and, but for rounding, associative, except
 * {@link #REPLACE} and {@link #NO_OP}, which keep the left or the right operand.
 */
public enum ReductionOperation {
  MAX,
  MIN,
  SUM,
  PROD,
  LAND,
  BAND,
  LOR,
  BOR,
  LXOR,
  BXOR,
  MAXLOC,
  MINLOC,
  REPLACE,
  NO_OP;

  /** False for the two that pick an operand by its side. */
  public boolean isCommutative() {
    return this != REPLACE && this != NO_OP;
  }
}
