package org.braid.mpi.window;

/** How a window came to its memory (MPI 4.1, section 12.2); the values of the attribute begin at 1, in this order. */
public enum Flavor {
    CREATE,
    ALLOCATE,
    DYNAMIC,
    SHARED
}
