/**
 * Matching: which message meets which receive, by the order rules of MPI 4.1, section 3.5. Knows sources, tags and order; must not know what a message holds, where it came from,
 * or that there are threads. Pure: no I/O, no clock, no allocation once its tables have grown.
 */
@NullMarked
package org.braid.mpi.match;

import org.jspecify.annotations.NullMarked;
