package org.braid.link.spi;

/**
 * Requests that lie behind each other in a lane and differ in {@code a1} and payload alone. A handler that was handed the first may take the others while it is called: that saves each of them
 * the way up from the lane, which costs more than the rest of a short message.
 */
public interface RequestRun {
    /** Goes on to the next request, if there is one and it is here already. What it is stands in the other methods then. */
    boolean next();

    /** The second argument of the request at hand. */
    int a1();

    /** Where its payload starts, in the segment in which that of the first lies; valid as long. */
    long offset();

    /** Payload length in bytes. */
    int length();
}
