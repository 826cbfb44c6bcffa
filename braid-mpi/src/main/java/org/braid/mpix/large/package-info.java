/**
 * Started, persistent and neighbourhood collectives with counts and displacements of type {@code long}; the blocking ones are {@link org.braid.mpix.LargeCollectives}. Knows package {@code mpi}.
 */
@NullMarked
package org.braid.mpix.large;

import org.jspecify.annotations.NullMarked;
