package org.braid.mpi.p2p;

/** What a receive of any length carries along if it takes messages that go on elsewhere: the head of one goes to a thread that reads the rest, and the receive is over when that says so. */
public interface HeadTaker {
    /** Whether a thread of its own reads; else the receive is over with the head, and whoever has waited for it reads. The caller holds the token. */
    boolean readsAside();

    /**
     * A head has come, or comes.
     *
     * @param receive stays pending until the reading thread ends it; it has source and tag
     * @param head is done when the head's bytes are there
     */
    void take(Request receive, Request head);
}
