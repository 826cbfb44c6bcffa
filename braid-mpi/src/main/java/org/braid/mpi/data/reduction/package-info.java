/**
 * Reduction operators: the predefined operations of MPI 4.1, section 6.9, the kernels that carry them out over arrays, and users' functions. Knows base types, type maps and user memory;
 * must not know ranks, schedules of collectives beyond their interface for operators, links or threads that are its own.
 */
@NullMarked
package org.braid.mpi.data.reduction;

import org.jspecify.annotations.NullMarked;
