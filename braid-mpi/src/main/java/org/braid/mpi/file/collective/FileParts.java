package org.braid.mpi.file.collective;

import java.util.function.LongUnaryOperator;
import org.braid.link.Context;
import org.braid.mpi.file.disk.Disk;
import org.braid.mpi.file.disk.IoThreads;
import org.braid.mpi.file.disk.Transfer;

/**
 * What a collective access works with.
 *
 * @param alone how a rank reads and writes without the others
 * @param pointer adds to the shared pointer, and returns what it was, or throws if that reaches beyond what a file can have; rank 0 calls it
 * @param settings as they are at the call
 * @param threads for what should not keep the caller of a started access
 * @param context told from there
 */
public record FileParts(Disk disk, Alone alone, LongUnaryOperator pointer, Settings settings, IoThreads threads, Context context) {
    /** An access of one rank by itself: {@link Transfer}, within the file's lock if it is to be atomic. */
    public interface Alone {
        /** Reads or writes; bytes moved. */
        long access(Access access, long position);
    }
}
