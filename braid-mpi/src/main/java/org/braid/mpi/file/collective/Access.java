package org.braid.mpi.file.collective;

import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.view.View;
import org.jspecify.annotations.Nullable;

/**
 * What a rank wants of a collective access.
 *
 * @param operation what the program has called
 * @param position where in the view, bytes; of no meaning if {@code isOrdered}
 * @param data the program's memory
 * @param isOrdered whether the ranks follow each other from the shared pointer on
 * @param mistake what is wrong with it at this rank; then there is no data
 */
public record Access(Operation operation, View view, long position, UserStream data, boolean writes, boolean isOrdered, @Nullable MpiFailure mistake) {}
