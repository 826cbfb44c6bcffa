package org.braid.launch.compile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the cache, a directory of classes with its {@link Seal}. A job that uses it has a shared lock on the seal, which the kernel gives back when the job's launcher ends, however it ends;
 * a process that removes it takes the same lock for itself alone.
 */
final class CacheEntry {
    private static final int LONGEST_SEAL_BYTES = 16 << 20;

    private final Path directory;

    CacheEntry(Path directory) {
        this.directory = directory;
    }

    /** Begins to use it; null if it is not there, not whole, or just being removed: then its classes are to be made again. */
    @Nullable CompiledProgram use(String mainClass) throws IOException {
        FileChannel seal = open(StandardOpenOption.READ);
        if (seal == null) {
            return null;
        }
        boolean usable = false;
        try {
            usable = isLocked(seal, true) && Seal.isWhole(directory, read(seal));
            return usable ? new CompiledProgram(directory, mainClass, seal) : null;
        } finally {
            if (!usable) {
                seal.close();
            }
        }
    }

    /** Null if there is none, or something else in its place: a pipe would wait for its other end. */
    private @Nullable FileChannel open(StandardOpenOption how) {
        Path seal = directory.resolve(Seal.FILE);
        try {
            return seal.toFile().isFile() ? FileChannel.open(seal, how) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Disks of other hosts may know no locks: there a job's classes are not protected from {@code braid clean}, as long as it runs. */
    private static boolean isLocked(FileChannel seal, boolean shared) {
        try {
            FileLock lock = seal.tryLock(0, Long.MAX_VALUE, shared);
            return lock != null;
        } catch (OverlappingFileLockException e) { // this process uses it itself
            return shared;
        } catch (IOException e) {
            return true;
        }
    }

    private static byte[] read(FileChannel seal) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(seal.size(), LONGEST_SEAL_BYTES));
        while (bytes.hasRemaining() && seal.read(bytes) > 0) {
            continue;
        }
        return bytes.array();
    }

    /** Puts freshly compiled classes here. If another job has done the same meanwhile its classes serve as well; what is here and is damaged, or no directory of classes at all, goes. */
    void put(Path fresh) throws IOException {
        Seal.assign(fresh, directory.toFile().getName());
        if (moved(fresh)) {
            return;
        }
        CompiledProgram there = use("");
        if (there != null) {
            there.close();
            return;
        }
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            Path damaged = Unfinished.directory(directory.resolveSibling("."));
            Files.move(directory, damaged, StandardCopyOption.ATOMIC_MOVE);
            FileTree.delete(damaged);
        } else {
            Files.deleteIfExists(directory);
        }
        moved(fresh);
    }

    private boolean moved(Path fresh) throws IOException {
        try {
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return false;
        }
    }

    /** Whether some running job uses it. */
    boolean isUsed() throws IOException {
        return !lockedAnd(() -> {});
    }

    /** Removes it unless a running job uses it; whether it did. */
    boolean remove() throws IOException {
        return lockedAnd(() -> FileTree.delete(directory));
    }

    private interface Action {
        void run() throws IOException;
    }

    private boolean lockedAnd(Action action) throws IOException {
        try (FileChannel seal = open(StandardOpenOption.WRITE)) {
            boolean free = seal == null || isLocked(seal, false);
            if (free) {
                action.run();
            }
            return free;
        }
    }
}
