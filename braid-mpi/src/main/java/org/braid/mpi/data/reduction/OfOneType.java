package org.braid.mpi.data.reduction;

import org.braid.mpi.data.TypeMap;

/** What a user's function is besides if it can combine elements of one layout alone: a call that would give it others is refused before anything is sent. */
public interface OfOneType {
  /** Whether it can combine such elements. Asked by every call with a derived datatype. */
  boolean takes(TypeMap elements);

  /** What it combines, as in "records of Particle". */
  String elements();
}
