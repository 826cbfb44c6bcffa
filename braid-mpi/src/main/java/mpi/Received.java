package mpi;

import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A message of objects that has come, or its head.
 *
 * @param bytes an array of which the first {@code length} count
 * @param process an object of this process, if the message may be the head of one that goes on; else null
 */
record Received(byte[] bytes, int length, @Nullable Lco process) {}
