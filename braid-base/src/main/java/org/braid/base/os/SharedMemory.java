package org.braid.base.os;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.braid.base.BraidException;

/**
 * Memory that several processes of one host map, without a name that could stay behind.
 *
 * <pre>
 *   creator   open O_EXCL, mode 0600 ── unlink ── fill with zeros ── map           keeps the file descriptor open
 *   peer                                               open /proc/&lt;pid&gt;/fd/&lt;n&gt; ── map, checked by a token
 * </pre>
 *
 * <p>The file lives in a memory file system and is unlinked in the call that opens it, so a process that is killed leaves
 * nothing. It is filled before it is mapped, so a full file system is a {@link BraidException} here and never a crash in the
 * middle of a store. Plain NIO: no native function is bound.
 *
 * <p>Whoever attaches is let in by the kernel's own rule for {@code /proc/<pid>/fd}: the same user, and the same container. That
 * the segment is the expected one, the caller proves by a random token at an agreed place in it.
 */
public final class SharedMemory {
    /** Where segments are made unless the configuration names another directory. */
    public static final Path DEFAULT_DIRECTORY = Path.of("/dev/shm");

    static final long PAGE_BYTES = 4096;

    private SharedMemory() {}

    /** Makes a segment of at least {@code bytes} zero bytes in {@link #DEFAULT_DIRECTORY}. */
    public static SharedSegment create(long bytes) {
        return create(DEFAULT_DIRECTORY, bytes);
    }

    /**
     * Makes a segment of {@code bytes} zero bytes, which is released by {@link SharedSegment#close}.
     *
     * @throws BraidException {@code BRD-1101} if the file system is full, {@code BRD-1102} if the directory can't be used
     */
    static SharedSegment create(Path directory, long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return SegmentFile.create(directory, bytes, arena, arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** A segment whose memory stays mapped as long as any view of it is reachable; {@code close} only stops attaching. */
    static SharedSegment createUntilUnreachable(Path directory, long bytes) {
        return SegmentFile.create(directory, bytes, Arena.ofAuto(), null);
    }

    /** Memory of this process alone, in the shape of a segment that nobody can attach. */
    static SharedSegment unshared(long bytes) {
        return new SharedSegment(DirectMemory.segment(Arena.ofAuto(), bytes, PAGE_BYTES), -1, null, null);
    }

    /**
     * Maps the segment that process {@code pid} holds as file descriptor {@code fd}. The caller then checks its token.
     *
     * @throws BraidException {@code BRD-1103} if there is no such process or descriptor, if the kernel refuses, or if what is
     *         there isn't a file of exactly {@code bytes} bytes
     */
    public static SharedSegment attach(long pid, int fd, long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return SegmentFile.attach(pid, fd, bytes, arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /**
     * As {@link #attach(long, int, long)}, for a segment of an arena, which must bear this name: the descriptor may be another one's by now.
     *
     * @throws BraidException {@code BRD-1103} also if it is another arena's
     */
    public static SharedSegment attach(long pid, int fd, long bytes, long arena) {
        SharedSegment found = attach(pid, fd, bytes);
        if (!SegmentStamp.says(found.segment(), arena)) {
            found.close();
            throw SegmentFile.foreign(pid, fd, "it belongs to another arena", null);
        }
        return found;
    }
}
