/**
 * What a message's bytes mean: base types, type maps, packing, reduction operators and their kernels.
 *
 * <p>Knows user memory (an array, buffer or segment and a byte offset) and nothing of ranks, communicators, links or threads;
 * holds no {@code mpi.*} type and no mutable static. Layout terms are those of the MPI standard 4.1, chapter 5; operator terms
 * those of its chapter 6.9.
 */
@NullMarked
package org.braid.mpi.data;

import org.jspecify.annotations.NullMarked;
