package org.braid.mpi.window;

import org.jspecify.annotations.Nullable;

/**
 * What one rank brings to a new window.
 *
 * @param base its memory, from byte 0 on; null if it is to be allocated, or the window has none
 * @param displacementUnit bytes
 * @param byMessages whether this rank wants accesses to be carried by messages, even where memory could be touched
 * @param apart of shared memory: whether each rank's part may lie by itself
 */
public record WindowOffer(Flavor flavor, @Nullable Object base, long sizeBytes, long displacementUnit, boolean byMessages, boolean apart) {}
