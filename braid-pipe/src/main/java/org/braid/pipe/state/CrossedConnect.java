package org.braid.pipe.state;

/**
 * Both sides of a lane connected at the same time: the connection opened by the lower context id stays. Both sides compute this
 * from the two ids alone, so they agree without a further message.
 */
public final class CrossedConnect {
    private CrossedConnect() {}

    /**
     * Whether our own connection stays and the peer's is closed.
     *
     * @throws IllegalArgumentException if both ids are equal: a context has no lane to itself
     */
    public static <T extends Comparable<? super T>> boolean oursStays(T here, T peer) {
        int order = here.compareTo(peer);
        if (order == 0) throw new IllegalArgumentException("both ends have the id " + here);
        return order < 0;
    }
}
