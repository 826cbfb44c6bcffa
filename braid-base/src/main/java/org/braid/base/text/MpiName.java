package org.braid.base.text;

import java.util.Locale;

/** The name of an operation of MPI, which is written in several ways: {@code MPI_Reduce_scatter}, {@code reduce_scatter}, {@code reduceScatter}. */
public final class MpiName {
    private MpiName() {}

    /** Whether both name the same. */
    public static boolean areSame(String one, String other) {
        return letters(one).equals(letters(other));
    }

    private static String letters(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return (lower.startsWith("mpi_") ? lower.substring(4) : lower).replace("_", "");
    }
}
