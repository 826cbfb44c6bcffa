package org.braid.link.spi;

/**
 * Who of one process sleeps on its doorbell, as a value: so many {@linkplain Doorbell#WAITED calls}, and so many who are {@linkplain Doorbell#IDLE in the background}. All share one word,
 * which says the strongest of what they need.
 *
 * <pre>
 *    31                             2 1 0
 *   +--------------------------------+---+
 *   | generation                     | s |       s = AWAKE, WAITED, IDLE; all of it 0 when nobody sleeps, or once somebody has rung
 *   +--------------------------------+---+
 * </pre>
 *
 * <p>A ring wakes everybody. That it came is seen by the word, which is no more what was written: then nobody counts as asleep any more, and a new generation begins. So whoever was on
 * its way to sleep finds another generation than its own, although somebody else may have announced sleep since.
 *
 * @param generation rings seen, in 30 bits
 * @param calls announced and not withdrawn since the last ring
 * @param idle likewise
 */
record Announcements(int generation, int calls, int idle) {
    private static final int STATE_BITS = 2;

    static final Announcements NONE = new Announcements(0, 0, 0);

    /** What the word has to say. */
    int word() {
        return calls > 0 ? ticket(Doorbell.WAITED) : idle > 0 ? ticket(Doorbell.IDLE) : Doorbell.AWAKE;
    }

    /** What somebody who announces this state now has to show to withdraw it. */
    int ticket(int state) {
        return generation << STATE_BITS | state;
    }

    /** @param seen the word: if it is not {@link #word()}, somebody has rung */
    Announcements heard(int seen) {
        return seen == word() ? this : new Announcements(generation + 1, 0, 0);
    }

    /** Somebody announces sleep. */
    Announcements with(int state) {
        return state == Doorbell.WAITED ? new Announcements(generation, calls + 1, idle) : new Announcements(generation, calls, idle + 1);
    }

    /** Somebody withdraws what was announced with this ticket, unless a ring has done so. */
    Announcements without(int ticket) {
        if (ticket == ticket(Doorbell.WAITED)) {
            return new Announcements(generation, calls - 1, idle);
        }
        return ticket == ticket(Doorbell.IDLE) ? new Announcements(generation, calls, idle - 1) : this;
    }

    /** Whether the word, as it is seen, still lets a sleeper sleep: nobody has rung since it announced. */
    static boolean holds(int ticket, int seen) {
        return seen != Doorbell.AWAKE && seen >>> STATE_BITS == ticket >>> STATE_BITS;
    }

    /** What the word says, its generation left aside. */
    static int state(int word) {
        return word & (1 << STATE_BITS) - 1;
    }
}
