/**
 * Calls with counts and displacements of type {@code long}: datatypes, started, persistent and neighbourhood collectives, persistent messages, files and windows; blocking collectives are {@link org.braid.mpix.LargeCollectives}, other messages {@link org.braid.mpix.LargeCount}.
 * Knows package {@code mpi}.
 */
@NullMarked
package org.braid.mpix.large;

import org.jspecify.annotations.NullMarked;
