/**
 * The measured programs: each runs as the ranks of a job that {@code braid bench} starts, and prints one figure a line. Knows MPI and links
 * as any user does; must not know who reads its figures.
 */
@NullMarked
package org.braid.bench.rank;

import org.jspecify.annotations.NullMarked;
