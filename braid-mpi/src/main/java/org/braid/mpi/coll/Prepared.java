package org.braid.mpi.coll;

/**
 * A collective call with its arguments that nobody has made yet: whoever has it chooses among the ways in which MPI carries collectives out (MPI 4.1, section 2.4.2).
 *
 * @param <R> the handle of what was started
 * @param <P> the handle of what can be started again and again
 * @param <H> hints
 */
public interface Prepared<R, P, H> {
    /** Makes the call, and returns when this member's part of it is over. */
    void run();

    /** Starts the call; its memory belongs to it until the request is done. */
    R start();

    /** Makes a persistent call of it. All members do, in one order. */
    P persistent(H hints);
}
