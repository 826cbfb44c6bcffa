/**
 * The MPI programming interface for Java: one superset of the Open MPI bindings ({@code send}, {@code getRank}) and of MPJ Express
 * and mpiJava 1.2 ({@code Send}, {@code Rank}), so that programs written for either compile and run unchanged.
 *
 * <p>Knows the names and habits of both families, checks arguments, and hands everything else to {@code org.braid.mpi}. It alone
 * holds per-process state. Where the families differ, {@code docs/guide-from-mpj-or-openmpi.md} says which one won. Members that one
 * family spells in capitals and the other does not do the same unless their Javadoc says otherwise.
 */
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
