package org.braid.coll.engine;

/** The calls of a communicator that are under way beside one that waits by itself. */
interface OtherCalls {
    /** Whether there are some. */
    boolean any();

    /** Goes on with all of them. */
    void moveOn();

    /** Asks those that are waited for what they are calling. */
    void inquire();

    /** Before somebody sleeps until one of {@link #awaitedTickets} is done; false if one of the calls can go on. */
    boolean mayRest();

    /** The tickets of which one must be done before any of them goes on. */
    int[] awaitedTickets();
}
