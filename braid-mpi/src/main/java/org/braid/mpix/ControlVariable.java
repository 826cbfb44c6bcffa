package org.braid.mpix;

import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.tool.Control;

/** A control variable: something that the behaviour of this process depends on (MPI 4.1, section 15.3.6). Values are texts, as users write them. */
public final class ControlVariable {
    /** For whom a new value is (MPI 4.1, section 15.3.6). */
    public enum Scope {
        /** It stays as it is. */
        CONSTANT,
        /** For this process alone. */
        LOCAL,
        /** All processes of a communicator must be given the same. */
        ALL_EQUAL
    }

    private final Control control;

    ControlVariable(Control control) {
        this.control = control;
    }

    /** By which {@link Tools#controlVariable} finds it. */
    public String name() {
        return control.name();
    }

    /** What it is and which values it may have, for people. */
    public String meaning() {
        return control.meaning();
    }

    /** What holds if nobody sets it, for people. */
    public String defaultValue() {
        return control.otherwise();
    }

    /** What sets it before the program runs: an environment variable, a property of the JVM, an option of {@code braid run}; "" if nothing does. */
    public String origin() {
        return control.origin();
    }

    /** For whom a new value is. */
    public Scope scope() {
        return Scope.valueOf(control.scope().name());
    }

    /** The present value (MPI_T_CVAR_READ). */
    public String read() {
        return Inside.checked(control.present());
    }

    /**
     * Sets it (MPI_T_CVAR_WRITE); if that fails, the value stays.
     *
     * @throws MPIException MPI_T_ERR_CVAR_SET_NEVER if it is constant, ERR_ARG or ERR_OTHER if this is no value for it
     */
    public void write(String value) {
        var change = control.change();
        if (change == null || value == null) {
            throw Inside.failure(
                    change == null ? ErrorClass.T_SET_NEVER : ErrorClass.ARG,
                    name() + " cannot be set",
                    change == null ? "it stays as it is while the process lives" : "the value is null",
                    change == null && !origin().isEmpty() ? "Set " + origin() + " before the program runs" : "See its meaning for what may be written");
        }
        boolean ignored = Inside.checked(() -> {
            change.accept(value);
            return true;
        });
    }

    /** Name and present value, for people. */
    @Override
    public String toString() {
        return name() + " = " + read();
    }
}
