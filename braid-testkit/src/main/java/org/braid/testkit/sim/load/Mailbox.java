package org.braid.testkit.sim.load;

/** The kinds of handlers that a world registers. */
enum Mailbox {
    /** Wants the bytes. */
    PLAIN,
    /** Takes offers. */
    OFFERS,
    /** Wants the bytes, and goes on to those that follow. */
    RUNS
}
