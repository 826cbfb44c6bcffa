package org.braid.coll.sim;

/**
 * What memory costs in which ranks of one host show each other something, beside the copies: whoever shows writes one word, and whoever looks reads one of each member.
 *
 * @param latencyPs how long until a word that was written is seen
 * @param showPs what showing takes a processor
 * @param lookPs what looking at one member takes
 */
public record BoardCost(long latencyPs, long showPs, long lookPs) {
    /** Assumptions, as those of {@link ChannelCost}s are: the processor's work of a message within a host is done once for a member, not once for a pair. */
    public static final BoardCost USUAL = new BoardCost(200_000, 100_000, 20_000);

    /** @throws IllegalArgumentException if a cost is negative */
    public BoardCost {
        if (latencyPs < 0 || showPs < 0 || lookPs < 0) {
            throw new IllegalArgumentException("a cost is not negative");
        }
    }
}
