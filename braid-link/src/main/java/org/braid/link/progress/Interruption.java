package org.braid.link.progress;

/**
 * What an interruption does to a thread that waits: nothing, until its wait is over. While the flag is set, parking returns at once: a platform thread would spin, and a virtual one never leave its carrier to those that could bring what it waits
 * for. So whoever is about to park takes the flag off, and sets it again in the end.
 */
final class Interruption {
    private Interruption() {}

    /** @return whether the calling thread was interrupted, now or {@code before} */
    static boolean taken(boolean before) {
        return Thread.interrupted() || before;
    }

    /** The calling thread finds itself as it was. */
    static void giveBack(boolean taken) {
        if (taken) {
            Thread.currentThread().interrupt();
        }
    }
}
