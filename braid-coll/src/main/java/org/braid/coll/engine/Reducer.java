package org.braid.coll.engine;

/** The operator of a reduction, bound to the type of its elements. */
public interface Reducer {
    /**
     * {@code inout[i] = in[i] ∘ inout[i]} for {@code count} elements; memory as pairs (base, byte offset from its first element). Whatever it throws ends the call that it
     * belongs to, and no other.
     */
    void reduce(Object inBase, long inOffset, Object inoutBase, long inoutOffset, int count);

    /** Whether operands may be exchanged. */
    boolean isCommutative();

    /** Whether it may take longer than waking somebody who sleeps: then that comes first. */
    default boolean mayTakeLong() {
        return true;
    }

    /** Memory for partial results, of a kind that {@link #reduce} likes; used from its beginning. Plain bytes, unless the operator prefers arrays of its own. */
    default Object newScratch(long bytes) {
        return new byte[Math.toIntExact(bytes)];
    }

    /** Whether memory that some reducer made suits this one too. */
    default boolean likesScratch(Object scratch) {
        return scratch instanceof byte[];
    }
}
