package org.braid.mpi.meeting;

import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The name of a port as programs see it (MPI 4.1, section 11.9.1): where it is, and a capability without which nobody is let in. */
public sealed interface PortName permits NearName, FarName {
    /** No name is longer. */
    int MAX_LENGTH = 256;

    /**
     * Reads a name.
     *
     * @throws MpiFailure PORT if it is none
     */
    static PortName parse(String name) {
        PortName read = name.length() > MAX_LENGTH ? null : read(name);
        if (read == null) {
            String shown = name.length() <= 40 ? name : name.substring(0, 40) + "…";
            throw new MpiFailure(ErrorClass.PORT, "'" + shown + "' is no port", "names of ports come from openPort or lookupName, and are passed on as they are", "Give the whole name");
        }
        return read;
    }

    private static @Nullable PortName read(String name) {
        if (name.startsWith(FarName.SCHEME)) {
            return FarName.parse(name.substring(FarName.SCHEME.length()));
        }
        return name.startsWith(NearName.SCHEME) ? NearName.parse(name.substring(NearName.SCHEME.length())) : null;
    }

    /** The name as a program passes it on; whoever has it may connect. */
    String text();
}
