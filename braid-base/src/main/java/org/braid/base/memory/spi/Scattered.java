package org.braid.base.memory.spi;

import java.lang.foreign.MemorySegment;

/**
 * User memory whose bytes do not lie in one piece: those that a datatype with gaps names (MPI 4.1, section 4.1), or any others that somebody can tell one after the other. They count as one stream,
 * any part of which can be moved, as UCX's generic datatypes can; so what sends or receives pieces of user memory gathers and scatters, without an array in between, by copying as it does anyway.
 *
 * <p>It has no address. A class and not an interface: the question "is it one of these" is asked for each piece.
 */
public abstract class Scattered {
    /** For those who lay out bytes. */
    protected Scattered() {}

    /** How many bytes there are. */
    public abstract long bytes();

    /**
     * Copies {@code bytes} bytes of the stream from {@code position} on to {@code to}, native memory, from its byte {@code at} on; the caller has checked that the stream has them.
     *
     * @throws RuntimeException if the memory refuses; a part may have been copied then
     */
    public abstract void gather(long position, MemorySegment to, long at, int bytes);

    /** Copies {@code bytes} bytes of {@code from}, from its byte {@code at} on, to {@code position} of the stream; otherwise as {@link #gather}. */
    public abstract void scatter(MemorySegment from, long at, long position, int bytes);
}
