package org.braid.coll.engine;

/** The calls of a communicator that are under way beside one that waits by itself. */
interface OtherCalls {
    /** Whether there are some. */
    boolean any();

    /** Goes on with all of them. */
    void moveOn();

    /** The tickets of which one must be done before any of them goes on. */
    int[] awaitedTickets();
}
