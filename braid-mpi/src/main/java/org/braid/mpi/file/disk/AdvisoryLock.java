package org.braid.mpi.file.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the operating system's on bytes of a file. It keeps out those who ask for one, and nobody else. Where the file system has none, and where this very process has locked the bytes, there is nothing to ask for.
 */
public final class AdvisoryLock implements AutoCloseable {
    /** Whoever has locked bytes for longer is told of: others, which go by these locks, too, have them for as long as an access takes. */
    public static final long PATIENCE_NS = 200_000_000;

    private static final long NAP_NS = 2_000_000;

    private final @Nullable FileLock held;

    private AdvisoryLock(@Nullable FileLock held) {
        this.held = held;
    }

    /**
     * Locks bytes: for this process alone if it writes them, else for all that read.
     *
     * @param call as users write it
     * @param rank who asks, as what fails says
     * @param end one past the last byte
     * @param patienceNs how long others may have some of them locked; 0 for one try
     * @throws MpiFailure FILE_IN_USE if another process has locked some of them, in a way that does not go with this one
     */
    static AdvisoryLock take(String call, Path path, int rank, FileChannel channel, boolean writes, long start, long end, long patienceNs) {
        long sinceNs = System.nanoTime();
        do {
            try {
                FileLock lock = channel.tryLock(start, end - start, !writes);
                if (lock != null) {
                    return new AdvisoryLock(lock);
                }
            } catch (OverlappingFileLockException ours) {
                return new AdvisoryLock(null);
            } catch (IOException none) {
                return new AdvisoryLock(null);
            }
            LockSupport.parkNanos(Math.min(NAP_NS, patienceNs));
        } while (System.nanoTime() - sinceNs < patienceNs);
        throw new MpiFailure(
                ErrorClass.FILE_IN_USE, DiskFailures.what(call, path, rank), "another process has locked " + (end == Long.MAX_VALUE ? "it, or a part of it" : "some of the bytes " + start + " to " + end), "Wait until that process has released its lock, or ended");
    }

    @Override
    public void close() {
        FileLock lock = held;
        if (lock != null) {
            try {
                lock.release();
            } catch (IOException closedMeanwhile) {
                // Then it is released.
            }
        }
    }
}
