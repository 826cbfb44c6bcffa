/**
 * What a message's bytes mean: base types, type maps, packing, and where pieces of user memory overlap. Knows user memory (an array, buffer or segment and a byte offset); must not know
 * operators, ranks, communicators, links or threads.
 *
 * <p>Holds no {@code mpi.*} type and no mutable static. Layout terms are those of MPI 4.1, chapter 5.
 */
@NullMarked
package org.braid.mpi.data;

import org.jspecify.annotations.NullMarked;
