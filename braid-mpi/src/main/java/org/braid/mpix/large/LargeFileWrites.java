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
 * Writing files with counts of type {@code long} (MPI 4.1, sections 2.5.8 and 14.4), from a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   MemorySegment field = arena.allocate(5_000_000_000L);
 *   LargeFileWrites.writeAtAll(file, offset, field, 5_000_000_000L, MPI.BYTE);
 * </pre>
 *
 * <p>Each is the call of the same name of {@link File}: ranks may use that one and this one together, views and datatypes may have gaps, and mistakes are told alike, to all ranks of a collective call. A segment's memory is used from its first
 * byte on; give a slice for other places.
 *
 * <p>Errors, as {@link MPIException}: ERR_COUNT for a negative count, ERR_BUFFER if the segment is null, too short or closed, ERR_TYPE for a type that was freed, and as those of {@link File}.
 *
 * @see LargeFileReads
 */
public final class LargeFileWrites {
    private LargeFileWrites() {}

    private static PreparedAccess<Status, Request> alone(String call, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return Files.alone(call, true, by, file, offset, buf, count, type);
    }

    private static PreparedAccess<Status, Request> together(String call, Operation operation, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return Files.together(call, operation, true, by, file, offset, buf, count, type);
    }

    /** Writes to an offset, in etypes of the view; the status tells what went from memory (MPI_File_write_at_c; MPI 4.1, section 14.4.2). */
    public static Status writeAt(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.writeAt", Where.EXPLICIT, file, offset, buf, count, type).run();
    }

    /** Starts {@link #writeAt} (MPI_File_iwrite_at_c; MPI 4.1, section 14.4.2); the memory must not change until the request is done. */
    public static Request iWriteAt(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.iWriteAt", Where.EXPLICIT, file, offset, buf, count, type).start();
    }

    /** As {@link #writeAt}, of all ranks together (MPI_File_write_at_all_c; MPI 4.1, section 14.4.2). Collective. */
    public static Status writeAtAll(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileWrites.writeAtAll", Operation.WRITE_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).run();
    }

    /** Starts {@link #writeAtAll} (MPI_File_iwrite_at_all_c; MPI 4.1, section 14.4.2). */
    public static Request iWriteAtAll(File file, long offset, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileWrites.iWriteAtAll", Operation.WRITE_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).start();
    }

    /** Begins {@link #writeAtAll}, which {@link File#writeAtAllEnd} ends with a segment that begins there, too (MPI_File_write_at_all_begin_c; MPI 4.1, section 14.4.5). */
    public static void writeAtAllBegin(File file, long offset, MemorySegment buf, long count, Datatype type) {
        together("LargeFileWrites.writeAtAllBegin", Operation.WRITE_AT_ALL, Where.EXPLICIT, file, offset, buf, count, type).begin();
    }

    /** Writes to where the individual pointer is, which moves behind what was asked for (MPI_File_write_c; MPI 4.1, section 14.4.3). */
    public static Status write(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.write", Where.INDIVIDUAL, file, 0, buf, count, type).run();
    }

    /** Starts {@link #write} (MPI_File_iwrite_c; MPI 4.1, section 14.4.3); the memory must not change until the request is done. */
    public static Request iWrite(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.iWrite", Where.INDIVIDUAL, file, 0, buf, count, type).start();
    }

    /** As {@link #write}, of all ranks together (MPI_File_write_all_c; MPI 4.1, section 14.4.3). Collective. */
    public static Status writeAll(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileWrites.writeAll", Operation.WRITE_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).run();
    }

    /** Starts {@link #writeAll} (MPI_File_iwrite_all_c; MPI 4.1, section 14.4.3). */
    public static Request iWriteAll(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileWrites.iWriteAll", Operation.WRITE_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).start();
    }

    /** Begins {@link #writeAll}, which {@link File#writeAllEnd} ends with a segment that begins there, too (MPI_File_write_all_begin_c; MPI 4.1, section 14.4.5). */
    public static void writeAllBegin(File file, MemorySegment buf, long count, Datatype type) {
        together("LargeFileWrites.writeAllBegin", Operation.WRITE_ALL, Where.INDIVIDUAL, file, 0, buf, count, type).begin();
    }

    /** Writes to where the shared pointer is; each rank has what nobody else has, in the order in which they come (MPI_File_write_shared_c; MPI 4.1, section 14.4.4). */
    public static Status writeShared(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.writeShared", Where.SHARED, file, 0, buf, count, type).run();
    }

    /** Starts {@link #writeShared} (MPI_File_iwrite_shared_c; MPI 4.1, section 14.4.4); the memory must not change until the request is done. */
    public static Request iWriteShared(File file, MemorySegment buf, long count, Datatype type) {
        return alone("LargeFileWrites.iWriteShared", Where.SHARED, file, 0, buf, count, type).start();
    }

    /** As {@link #writeShared}, of all ranks together, in the order of their ranks (MPI_File_write_ordered_c; MPI 4.1, section 14.4.4). Collective. */
    public static Status writeOrdered(File file, MemorySegment buf, long count, Datatype type) {
        return together("LargeFileWrites.writeOrdered", Operation.WRITE_ORDERED, Where.SHARED, file, 0, buf, count, type).run();
    }

    /** Begins {@link #writeOrdered}, which {@link File#writeOrderedEnd} ends with a segment that begins there, too (MPI_File_write_ordered_begin_c; MPI 4.1, section 14.4.5). */
    public static void writeOrderedBegin(File file, MemorySegment buf, long count, Datatype type) {
        together("LargeFileWrites.writeOrderedBegin", Operation.WRITE_ORDERED, Where.SHARED, file, 0, buf, count, type).begin();
    }
}
