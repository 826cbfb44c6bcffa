package org.braid.boot.server;

/** What the job's keeper hears of the ranks. Called in the thread that drives the {@link RankServerCore}; must not wait. */
public interface RankListener {
    /** The rank has left its table: it is inside MPI now. */
    void registered(int rank);

    /** Somebody needs this rank's table without promises: it is to be asked for it. Once per rank. */
    void wholeWanted(int rank);

    /** The rank has called MPI.Finalize; each time it does. */
    void finished(int rank);

    /** Somebody has waited long for this rank, which is inside MPI. */
    void awaited(int rank);

    /** The rank has answered a PING. */
    void alive(int rank);

    /** The rank has ended with this exit code, and its process goes on with other ranks; it says nothing more. */
    void exited(int rank, int code);

    /** The rank wants the whole job to end with this exit code. */
    void aborted(int rank, int code, String reason);

    /** Why the rank is about to fail, in its own words. */
    void noted(int rank, String text);

    /** A fallback was taken, or the like; several ranks may say the same. */
    void noticed(int rank, String text);

    /** The rank waits for the user's standard input, of which it has read so many bytes. */
    void inputAwaited(int rank, long taken);

    /** The rank asks for more processes: what {@link org.braid.boot.spawn.SpawnRequest#decode} reads, as it has come. */
    void spawnAsked(int rank, byte[] request);

    /** The rank asks for something about names of ports: what {@link org.braid.boot.names.NameRequest#decode} reads, as it has come. */
    void nameAsked(int rank, byte[] request);

    /** The rank has ended, and all that it had said was heard; once for each rank. */
    void gone(int rank);

    /** When the rank reached its phases, in nanoseconds of the host's monotonic clock. */
    void phases(int rank, long mainNs, long initNs, long finalizeNs);

    /**
     * Somebody was not let in, or a member broke the protocol; for {@code -v}.
     *
     * @param source as it was told to {@link RankServerCore#open}
     * @param reason begins with the error's code
     */
    void refused(String source, String reason);
}
