package org.braid.launch.process;

import java.util.List;
import java.util.function.IntPredicate;

/** All ranks of a job, wherever their processes are: what the job's keeper has done to them, and asks of them. Main thread only. */
public interface Crew extends Recipients {
    /** How many ranks the job has. */
    int size();

    /** A rank for people: {@code rank 3 (pid 4711)}, {@code rank 3 (pid 4711 on b)}; the number alone if it has no process. */
    String name(int rank);

    /** What a user writes to resume a rank that is stopped. */
    String resumption(int rank);

    /** Whether a rank is held by a stop signal or a debugger. */
    boolean isStopped(int rank);

    /** Whether nothing is heard of a rank's host for now, so that its own silence says nothing. */
    boolean isOutOfReach(int rank);

    /** The lines, six at most, that a rank has printed last to its standard error; once it has ended. */
    List<String> lastErrors(int rank);

    /** The other ranks that are threads of the same process as one, lowest first; empty if it has a process of its own. */
    List<Integer> beside(int rank);

    /**
     * Everybody gets the same control frame.
     *
     * @param kind of {@link org.braid.boot.control.ControlFrame}
     */
    void tell(int kind, byte[] payload);

    /**
     * Asks the ranks that are alive to end; those that have not come to their main method yet are ended at once.
     *
     * @param alive says of which rank it is not known that it has ended
     */
    void terminate(IntPredicate alive);

    /** Ends the ranks that are alive, at once. */
    void kill(IntPredicate alive);

    /**
     * As {@link #terminate}, by a signal that the launcher got itself, to their children, too.
     *
     * @param signal its name, without SIG
     */
    void forward(String signal, IntPredicate alive);

    /** Sends a signal to the process groups of the ranks that are alive. */
    void signalAlive(String signal, IntPredicate alive);
}
