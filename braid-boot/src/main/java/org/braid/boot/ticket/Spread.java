package org.braid.boot.ticket;

/**
 * How a job lies over hosts, as far as each of its ranks knows from the start; who is where is asked when it is needed.
 *
 * @param hosts on how many hosts there are ranks, at least 1
 * @param launchers how many processes have started ranks, at least 1
 * @param crowded whether some host has more ranks of the job than cores; of a job on one host its ranks find out themselves
 * @param placed of a job on one host, whether its map is to be asked all the same: it places ranks on several hosts, for an experiment, or says what parts them on the one
 */
public record Spread(int hosts, int launchers, boolean crowded, boolean placed) {
    /** All ranks are children of one launcher. */
    public static final Spread ONE_HOST = new Spread(1, 1, false, false);
    /** Likewise, and the job's map says how they would lie over several hosts, or what parts them. */
    public static final Spread PLACED = new Spread(1, 1, false, true);

    /**
     * Checks that it can be.
     *
     * @throws IllegalArgumentException if there are no hosts, or more hosts than launchers
     */
    public Spread {
        if (hosts < 1 || launchers < hosts || launchers > Ticket.MAX_RANKS) {
            throw new IllegalArgumentException(hosts + " hosts, " + launchers + " launchers");
        }
    }
}
