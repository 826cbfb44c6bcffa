package org.braid.mpi.title;

/** What calls are made on, a communicator or a window, as far as messages about such calls name it. */
public interface Titled {
    /** What people call it. */
    String title();

    /** This process's rank there; negative if it has none. */
    int rank();
}
