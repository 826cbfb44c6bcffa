package org.braid.mpi.file;

/** From where a pointer is moved (MPI 4.1, section 14.4.3). */
public enum Whence {
    /** The start of the view. */
    SET,
    /** Where it is. */
    CURRENT,
    /** The end of the file, as the view sees it. */
    END
}
