package org.braid.link.spi;

/**
 * What a stream promises for its messages (charm-on-vmi, section 4.3; {@code reliability.md} section 2.2). A lane gives at least what its stream promises; a device may only take away what the stream does
 * not promise: one that drops frames needs {@link #UNRELIABLE} above it.
 */
public enum DeliveryClass {
    /** Exactly once and in order: the default. */
    ORDERED,
    /** Exactly once, in any order. */
    UNORDERED,
    /** At most once, in any order; what arrives is whole. */
    UNRELIABLE;

    /** True if a stream of this class may be carried by what promises only {@code other}. */
    public boolean isSatisfiedBy(DeliveryClass other) {
        return other.ordinal() <= ordinal();
    }
}
