package org.braid.mpi.completion;

/** A request of which somebody is to be told when it is done, though no call waits for it. */
public interface Watched {
    /** The request; a handle that is null counts as done. */
    RequestHandle handle();

    /** It is done. Called at most once, in a virtual thread that may wait. */
    void done();

    /** MPI ends in this process, and it is not done. Called in place of {@link #done}. */
    void abandoned();
}
