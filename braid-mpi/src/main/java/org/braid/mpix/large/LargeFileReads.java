package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Datatype;
import mpi.File;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.file.Kind.Where;
import org.braid.mpi.file.PreparedAccess;
import org.braid.mpi.file.collective.Operation;

/**
 * Reading files with counts of type {@code long} (MPI 4.1, sections 2.5.8 and 14.4), into a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   MemorySegment field = arena.allocate(5_000_000_000L);
 *   LargeFileReads.readAtAll(file, offset, field, 5_000_000_000L, MPI.BYTE);
 * </pre>
 *
 * <p>Each is the call of the same name of {@link File}: ranks may use that one and this one together, views and datatypes may have gaps, and mistakes are told alike, to all ranks of a collective call. A segment's memory is used from its first
 * byte on; give a slice for other places.
 *
 * <p>Errors, as {@link MPIException}: ERR_COUNT for a negative count, ERR_BUFFER if the segment is null, too short, read-only or closed, ERR_TYPE for a type that was freed, and as those of {@link File}.
 *
 * @see LargeFileWrites
 */
public final class LargeFileReads {
    private LargeFileReads() {}

    private static PreparedAccess<Status, Request> alone(String call, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return Files.alone(call, false, by, file, offset, buf, count, type);
    }

    private static PreparedAccess<Status, Request> together(String call, Operation operation, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return Files.together(call, operation, false, by, file, offset, buf, count, type);
    }

    /** Reads from an offset, in etypes of the view; the status tells what went to memory (MPI_File_read_at_c; MPI 4.1, section 14.4.2). */
    public static Status readAt(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.readAt", Where.EXPLICIT, file, offset, buf, count, type).run();
    }

    /** Starts {@link #readAt} (MPI_File_iread_at_c; MPI 4.1, section 14.4.2); the memory must not be touched until the request is done. */
    public static Request iReadAt(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.iReadAt", Where.EXPLICIT, file, offset, buf, count, type).start();
    }

    /** As {@link #readAt}, of all ranks together (MPI_File_read_at_all_c; MPI 4.1, section 14.4.2). Collective. */
    public static Status readAtAll(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileReads.readAtAll", Operation.READ_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).run();
    }

    /** Starts {@link #readAtAll} (MPI_File_iread_at_all_c; MPI 4.1, section 14.4.2). */
    public static Request iReadAtAll(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileReads.iReadAtAll", Operation.READ_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).start();
    }

    /** Begins {@link #readAtAll}, which {@link File#readAtAllEnd} ends with a segment that begins there, too (MPI_File_read_at_all_begin_c; MPI 4.1, section 14.4.5). */
    public static void readAtAllBegin(File file, long offset, MemorySegment buf, long count, Datatype type) {
        together("LargeFileReads.readAtAllBegin", Operation.READ_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).begin();
    }

    /** Reads from where the individual pointer is, which moves behind what was asked for (MPI_File_read_c; MPI 4.1, section 14.4.3). */
    public static Status read(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.read", Where.INDIVIDUAL, file, 0, buf, count, type).run();
    }

    /** Starts {@link #read} (MPI_File_iread_c; MPI 4.1, section 14.4.3); the memory must not be touched until the request is done. */
    public static Request iRead(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.iRead", Where.INDIVIDUAL, file, 0, buf, count, type).start();
    }

    /** As {@link #read}, of all ranks together (MPI_File_read_all_c; MPI 4.1, section 14.4.3). Collective. */
    public static Status readAll(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileReads.readAll", Operation.READ_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).run();
    }

    /** Starts {@link #readAll} (MPI_File_iread_all_c; MPI 4.1, section 14.4.3). */
    public static Request iReadAll(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileReads.iReadAll", Operation.READ_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).start();
    }

    /** Begins {@link #readAll}, which {@link File#readAllEnd} ends with a segment that begins there, too (MPI_File_read_all_begin_c; MPI 4.1, section 14.4.5). */
    public static void readAllBegin(File file, MemorySegment buf, long count, Datatype type) {
        together("LargeFileReads.readAllBegin", Operation.READ_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).begin();
    }

    /** Reads from where the shared pointer is; each rank has what nobody else has, in the order in which they come (MPI_File_read_shared_c; MPI 4.1, section 14.4.4). */
    public static Status readShared(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.readShared", Where.SHARED, file, 0, buf, count, type).run();
    }

    /** Starts {@link #readShared} (MPI_File_iread_shared_c; MPI 4.1, section 14.4.4); the memory must not be touched until the request is done. */
    public static Request iReadShared(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileReads.iReadShared", Where.SHARED, file, 0, buf, count, type).start();
    }

    /** As {@link #readShared}, of all ranks together, in the order of their ranks (MPI_File_read_ordered_c; MPI 4.1, section 14.4.4). Collective. */
    public static Status readOrdered(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileReads.readOrdered", Operation.READ_ORDERED, Where.SHARED, file, 0, buf, count, type).run();
    }

    /** Begins {@link #readOrdered}, which {@link File#readOrderedEnd} ends with a segment that begins there, too (MPI_File_read_ordered_begin_c; MPI 4.1, section 14.4.5). */
    public static void readOrderedBegin(File file, MemorySegment buf, long count, Datatype type) {
        together("LargeFileReads.readOrderedBegin", Operation.READ_ORDERED, Where.SHARED, file, 0, buf, count, type).begin();
    }
}
