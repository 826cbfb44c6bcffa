package org.braid.pipe.driver;

/** How one peer is called, with the parameters that its connections get. A value: two that are told the same are interchangeable. */
public interface PipeRoute {
    /** How many places there are to try; 0 if this end cannot call. */
    int places();

    /** Begins to call there, from 0, best first. What fails at once is told by the pipe ({@link NoPipe}). */
    BytePipe call(int place);

    /** Whether a connection made by this route serves the other one, too. */
    boolean makesTheSameAs(PipeRoute other);
}
