package org.braid.launch.output;

import java.util.List;

/** One output of a process on its way to the launcher's: of one rank, or of several that are its threads. */
public interface CarriedOutput {
    /**
     * Waits until everything was passed on, after the process's end.
     *
     * @param patiently whether whoever reads our own output is waited for, however long it takes
     * @throws InterruptedException if this thread was interrupted; the output goes on being carried
     */
    void awaitEnd(boolean patiently) throws InterruptedException;

    /** The rank that has the user's input has waited long for it: what it has printed last is a prompt, unless it goes on meanwhile. */
    void showUnfinished();

    /** The last lines, six at most, that a rank printed. They are whole once {@link #awaitEnd} has come back. */
    List<String> lastLines(int rank);
}
