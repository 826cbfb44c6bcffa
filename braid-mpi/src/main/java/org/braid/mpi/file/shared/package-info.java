/**
 * The few words that the ranks of a file share: its shared pointer and its lock, in memory of rank 0 that all others access. Knows regions; must not know files.
 */
@NullMarked
package org.braid.mpi.file.shared;

import org.jspecify.annotations.NullMarked;
