package org.braid.coll.sim;

/**
 * Whether ranks share processors.
 *
 * @param coresOfHost how many each host has; {@link #EACH_ITS_OWN} for as many as ranks
 * @param isOneMachine whether all ranks share those, whatever host the topology has them on, as in an emulation
 * @param turnPs how long it takes until a core that another rank worked on works for a rank that has waited
 */
public record Sharing(int coresOfHost, boolean isOneMachine, long turnPs) {
    /** Nobody waits for a processor. */
    public static final int EACH_ITS_OWN = 0;

    /** What a network has of which nothing is said. */
    static final Sharing NONE = new Sharing(EACH_ITS_OWN, false, 0);

    /** @throws IllegalArgumentException if something is negative */
    public Sharing {
        if (coresOfHost < 0 || turnPs < 0) {
            throw new IllegalArgumentException("cores and turns are not negative");
        }
    }
}
