package org.braid.base.os;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The file below a shared segment. Creating one is on the way to the first message, so it avoids everything that is slow in a
 * JVM that has just started: streams, lambdas, regular expressions, {@code ProcessHandle} (a thread pool), {@code EnumSet}
 * (reflection).
 */
final class SegmentFile {
    private static final int FILL_BYTES = 1 << 16;
    private static final String DELETED = " (deleted)";

    private SegmentFile() {}

    static SharedSegment create(Path directory, long bytes, Arena arena, @Nullable Arena owned) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("a segment of " + bytes + " bytes");
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return createOnce(directory, bytes, arena, owned);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } catch (IOException e) {
            throw unusable(directory, bytes, e);
        } finally {
            restore(interrupted);
        }
    }

    private static SharedSegment createOnce(Path directory, long bytes, Arena arena, @Nullable Arena owned) throws IOException {
        String name = uniqueName();
        FileChannel file = FileChannel.open(directory.resolve(name), Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE),
                PosixFilePermissions.asFileAttribute(Set.of(OWNER_READ, OWNER_WRITE)));
        try {
            fill(file, bytes);
            MemorySegment segment = ours(file.map(MapMode.READ_WRITE, 0, bytes, arena));
            return new SharedSegment(segment, descriptorOf(name), file, owned);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** The JDK unlinks a file of this option in the same call that opens it; the name is seen for some microseconds. */
    private static String uniqueName() {
        return "braid-" + Machine.pid() + "-" + Long.toHexString(System.nanoTime());
    }

    /** Claims every page. A hole would be claimed by the first store into it, where a full file system is a fatal error. */
    private static void fill(FileChannel file, long bytes) throws IOException {
        ByteBuffer zeros = DirectMemory.buffer((int) Math.min(bytes, FILL_BYTES));
        for (long at = 0; at < bytes; ) {
            zeros.limit((int) Math.min(bytes - at, zeros.capacity())).position(0);
            at += file.write(zeros, at);
        }
    }

    /** The JDK hides descriptor numbers, the kernel doesn't: the links in {@code /proc/self/fd} carry the file's name. */
    private static int descriptorOf(String name) throws IOException {
        String[] numbers = new File("/proc/self/fd").list();
        for (int i = numbers == null ? -1 : numbers.length - 1; i >= 0; i--) {
            String target = linkTarget(numbers[i]);
            if (target.endsWith(name + DELETED) || target.endsWith(name)) {
                return Integer.parseInt(numbers[i]);
            }
        }
        throw new IOException("/proc/self/fd doesn't list the file " + name);
    }

    /** Empty when the descriptor was closed meanwhile. */
    private static String linkTarget(String number) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", number)).toString();
        } catch (IOException e) {
            return "";
        }
    }

    static SharedSegment attach(long pid, int fd, long bytes, Arena arena) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return attachOnce(pid, fd, bytes, arena);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } catch (IOException e) {
            throw foreign(pid, fd, String.valueOf(e.getMessage()), e);
        } finally {
            restore(interrupted);
        }
    }

    private static SharedSegment attachOnce(long pid, int fd, long bytes, Arena arena) throws IOException {
        Path path = Path.of("/proc", Long.toString(pid), "fd", Integer.toString(fd));
        try (FileChannel file = FileChannel.open(path, Set.of(READ, WRITE))) {
            if (bytes <= 0 || file.size() != bytes) {
                throw foreign(pid, fd, "it has " + file.size() + " bytes instead of " + bytes, null);
            }
            return new SharedSegment(ours(file.map(MapMode.READ_WRITE, 0, bytes, arena)), -1, null, arena);
        }
    }

    /** The same memory, not to be taken for a user's file that may be truncated at any time. */
    private static MemorySegment ours(MemorySegment mapped) {
        return SegmentFile.class.getModule().isNativeAccessEnabled() ? mapped.reinterpret(mapped.byteSize()) : mapped;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static BraidException unusable(Path directory, long bytes, IOException cause) {
        boolean full = Files.isWritable(directory);
        return new BraidException(full ? ErrorCode.SHARED_MEMORY_FULL : ErrorCode.SHARED_MEMORY_MISSING,
                "a shared segment of " + bytes + " bytes could not be made in " + directory, reason(cause),
                full ? "free space there, raise its size (in a container: --shm-size), or name another directory"
                        : "name a directory of a memory file system that this user may write to",
                cause);
    }

    /** Without the file's name, which is another one in each process: what all ranks notice is said once. */
    private static String reason(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "there is no such directory";
        }
        if (cause instanceof AccessDeniedException) {
            return "this user may not write there";
        }
        return cause instanceof FileSystemException named && named.getReason() != null ? named.getReason() : String.valueOf(cause.getMessage());
    }

    static BraidException foreign(long pid, int fd, String why, @Nullable Throwable cause) {
        return new BraidException(ErrorCode.SEGMENT_FOREIGN,
                "the shared segment " + fd + " of process " + pid + " can't be attached", why,
                "the process has ended, runs as another user or in another container; another method is chosen", cause);
    }
}
