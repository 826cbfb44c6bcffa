/**
 * Which rank is whose neighbour (MPI 4.1, chapter 8): grids, graphs, and graphs of which every rank knows its own edges. Pure. Knows ranks as numbers; must not know communicators, messages or
 * where a rank runs.
 */
@NullMarked
package org.braid.mpi.topology;

import org.jspecify.annotations.NullMarked;
