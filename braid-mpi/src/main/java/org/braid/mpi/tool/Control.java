package org.braid.mpi.tool;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A control variable (MPI 4.1, section 15.3.6): something that the behaviour of this process depends on.
 *
 * @param name by which it is found, words separated by dots
 * @param meaning what it is and which values it may have, for people
 * @param otherwise what holds if nobody sets it
 * @param origin what sets it before the program runs: an environment variable, a property, an option of the launcher; "" if nothing does
 * @param scope for whom a new value is
 * @param present reads it
 * @param change sets it; null if it stays as it is
 */
public record Control(String name, String meaning, String otherwise, String origin, Scope scope, Supplier<String> present, @Nullable Consumer<String> change) {
    /** For whom a new value is (MPI 4.1, section 15.3.6). */
    public enum Scope {
        /** It stays as it is (MPI_T_SCOPE_CONSTANT). */
        CONSTANT,
        /** For this process alone (MPI_T_SCOPE_LOCAL). */
        LOCAL,
        /** All processes of a communicator must be given the same (MPI_T_SCOPE_ALL_EQ). */
        ALL_EQUAL
    }
}
