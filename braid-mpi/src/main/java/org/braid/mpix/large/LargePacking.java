package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Datatype;
import mpi.MPIException;

/**
 * Packing with counts and positions of type {@code long} (MPI 4.1, section 5.2), from one {@link MemorySegment} into another. What was packed is sent and received as elements of {@code MPI.PACKED}:
 *
 * <pre>
 *   long end = LargePacking.pack(field, 300_000_000L, MPI.DOUBLE, packed, 0);
 *   LargeCount.send(comm, packed, end, MPI.PACKED, dest, tag);
 * </pre>
 */
public final class LargePacking {
    private LargePacking() {}

    /** Bytes that so many packed elements take (MPI_Pack_size_c); ERR_COUNT for a negative count, or more bytes than a long counts. */
    public static long packSize(long count, Datatype type) {
        return Messages.packSize("LargePacking.packSize", count, type);
    }

    /**
     * Packs elements into {@code out} from byte {@code position} on (MPI_Pack_c).
     *
     * @return the position behind them
     * @throws MPIException ERR_COUNT, ERR_TYPE; ERR_BUFFER if a segment is null, too short or closed, or {@code out} read-only
     */
    public static long pack(MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
        return Messages.pack("LargePacking.pack", in, count, type, out, position);
    }

    /** Unpacks elements from byte {@code position} of {@code in} on; the position behind them (MPI_Unpack_c). Errors are those of {@link #pack}. */
    public static long unpack(MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
        return Messages.unpack("LargePacking.unpack", in, position, out, count, type);
    }

    /** Bytes that so many packed elements take in a form that does not depend on the machine (MPI_Pack_external_size_c, MPI 4.1, section 5.3). Errors are those of {@link #packSize}; ERR_ARG for another form. */
    public static long packExternalSize(String datarep, long count, Datatype type) {
        return Messages.packExternalSize("LargePacking.packExternalSize", datarep, count, type);
    }

    /**
     * As {@link #pack}, in a form that does not depend on the machine (MPI_Pack_external_c).
     *
     * @param datarep {@code "external32"}
     */
    public static long packExternal(String datarep, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
        return Messages.packExternal("LargePacking.packExternal", datarep, in, count, type, out, position);
    }

    /** Unpacks what {@link #packExternal} has packed, or another machine (MPI_Unpack_external_c). */
    public static long unpackExternal(String datarep, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
        return Messages.unpackExternal("LargePacking.unpackExternal", datarep, in, position, out, count, type);
    }
}
