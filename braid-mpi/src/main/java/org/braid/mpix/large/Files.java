package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.Kind.Where;
import org.braid.mpi.file.PreparedAccess;
import org.braid.mpi.file.collective.Operation;

/** The accesses of files of package {@code mpi} that count in longs, which it shows to this package alone; {@code call} is what errors name. */
final class Files extends File {
    private Files(Comm comm) {
        super(comm, "", 0);
    }

    /** Of this rank alone. */
    static PreparedAccess<Status, Request> alone(String call, boolean writes, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return accessLarge(file, new Kind(call, writes, by, offset, null), buf, count, type);
    }

    /** Of all ranks. */
    static PreparedAccess<Status, Request> together(String call, Operation operation, boolean writes, Where by, File file, long offset, MemorySegment buf, long count, Datatype type) {
        return accessLarge(file, new Kind(call, writes, by, offset, operation), buf, count, type);
    }
}
