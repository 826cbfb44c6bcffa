package org.braid.mpi.file.view;

import org.jspecify.annotations.Nullable;

/**
 * How a file was opened (MPI 4.1, section 14.2.1), a sum of flags with the values of Open MPI's mpi.h.
 *
 * @param flags as the program gave them
 */
public record AccessMode(int flags) {
    public static final int CREATE = 1;
    public static final int RDONLY = 2;
    public static final int WRONLY = 4;
    public static final int RDWR = 8;
    public static final int DELETE_ON_CLOSE = 16;
    public static final int UNIQUE_OPEN = 32;
    public static final int EXCL = 64;
    public static final int APPEND = 128;
    public static final int SEQUENTIAL = 256;

    private static final int ALL = 511;

    /** What is wrong with it; null if nothing is. */
    public @Nullable String mistake() {
        if ((flags & ~ALL) != 0) {
            return flags + " has bits that are no flag";
        }
        if (Integer.bitCount(flags & (RDONLY | WRONLY | RDWR)) != 1) {
            return "exactly one of MODE_RDONLY, MODE_WRONLY and MODE_RDWR is needed";
        }
        if (is(RDONLY) && (is(CREATE) || is(EXCL))) {
            return "MODE_RDONLY does not go with MODE_CREATE or MODE_EXCL";
        }
        return is(RDWR) && is(SEQUENTIAL) ? "MODE_RDWR does not go with MODE_SEQUENTIAL" : null;
    }

    /** Whether this flag was given. */
    public boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether the file may be read. */
    public boolean reads() {
        return !is(WRONLY);
    }

    /** Whether the file may be written. */
    public boolean writes() {
        return !is(RDONLY);
    }
}
