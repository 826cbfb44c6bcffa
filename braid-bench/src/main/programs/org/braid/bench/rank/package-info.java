/**
 * The measured programs: each runs as the ranks of a job that {@code braid bench} starts, and prints one figure a line. They travel as
 * sources, and every build that takes part compiles them as it does a user's. Knows MPI and links as any user does; must not know who reads
 * its figures. Programs that know links are {@code LinkProgram}, {@code LinkAllocationProgram} and {@code AgainProgram}; the others know
 * package {@code mpi} alone, so that builds whose links differ can run them.
 */
@NullMarked
package org.braid.bench.rank;

import org.jspecify.annotations.NullMarked;
