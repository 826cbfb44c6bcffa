package org.braid.mpi.file;

import org.braid.mpi.file.collective.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What kind of access a call is (MPI 4.1, section 14.4.1).
 *
 * @param call as users write it
 * @param by which pointer it goes by
 * @param offset in etypes, if that is {@link Where#EXPLICIT}
 * @param operation of a collective one
 */
public record Kind(String call, boolean writes, Where by, long offset, @Nullable Operation operation) {
    /** Where an access begins. */
    public enum Where {
        /** At an offset that the call says. */
        EXPLICIT,
        /** At this rank's pointer. */
        INDIVIDUAL,
        /** At the pointer of all. */
        SHARED
    }

    /** The same access, of which this call is the first half. */
    public Kind begun() {
        return new Kind(call + "Begin", writes, by, offset, operation);
    }

    /** An access of this rank alone. */
    public static Kind alone(String call, boolean writes, Where by, long offset) {
        return new Kind(call, writes, by, offset, null);
    }

    /** An access of all ranks. */
    public static Kind together(Operation operation, boolean writes, Where by, long offset) {
        return new Kind(operation.text(), writes, by, offset, operation);
    }
}
