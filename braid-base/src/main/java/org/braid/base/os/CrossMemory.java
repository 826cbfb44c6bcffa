package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * Reads another process's memory with one copy: {@code process_vm_readv(2)}.
 *
 * <p>Whether that is allowed depends on the user, the container, Yama and seccomp, and may be true for one peer and false for the
 * next. So it is found out by {@link #probe}, for each peer, and each read may still be refused later: an answer below 0 is the
 * negated errno, and the caller takes another way.
 */
public final class CrossMemory {
    /** The address is not mapped in the other process. */
    public static final int EFAULT = 14;
    /** There is no such process. */
    public static final int ESRCH = 3;
    /** {@link #probe} read something else than it should: the number means another process here, as in another container. */
    public static final int EXDEV = 18;
    /** This JVM has no native access: {@link #whyNot}. */
    public static final int ENOSYS = 38;

    private static final long PR_SET_PTRACER = 0x59616d61;

    /**
     * Two {@code struct iovec} of 16 bytes.
     * <pre>
     *   0           8           16          24          32
     *   | local at  | bytes     | remote at | bytes     |
     * </pre>
     */
    private static final long VECTORS_BYTES = 32;

    private CrossMemory() {}

    /** Whether this process may make the call at all; what a peer allows is another question. */
    static boolean available() {
        return whyNot().isEmpty();
    }

    /** Why memory of other processes can't be read here; empty if it can. */
    static String whyNot() {
        String whyNot = SystemCall.whyNot();
        return whyNot.isEmpty() ? Self.WHY_NOT : whyNot;
    }

    /**
     * Copies {@code bytes} bytes at {@code remoteAddress} of process {@code pid} to byte {@code at} of a native segment. Large
     * transfers are cut into pieces by the caller: the call can't be interrupted.
     *
     * @return how many bytes were copied, which may be fewer if the rest isn't mapped there; or the negated errno
     */
    public static int read(long pid, long remoteAddress, MemorySegment to, long at, int bytes) {
        if (!to.isNative() || to.isReadOnly()) {
            throw new IllegalArgumentException("not writable native memory: " + to);
        }
        Objects.checkFromIndexSize(at, bytes, to.byteSize());
        try {
            return (int) read(pid, remoteAddress, to.address() + at, bytes);
        } finally {
            Reference.reachabilityFence(to);
        }
    }

    /**
     * As above, to an address of this process. The caller answers for it that the memory there is writable, long enough and stays
     * valid during the call.
     */
    static long read(long pid, long remoteAddress, long toAddress, long bytes) {
        if (!SystemCall.whyNot().isEmpty()) {
            return -ENOSYS;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment vectors = arena.allocate(VECTORS_BYTES, Long.BYTES);
            vectors.set(JAVA_LONG, 0, toAddress);
            vectors.set(JAVA_LONG, 8, bytes);
            vectors.set(JAVA_LONG, 16, remoteAddress);
            vectors.set(JAVA_LONG, 24, bytes);
            return read(arena, pid, vectors);
        }
    }

    /** Asks for the errno only after a failure, by the same read once more. */
    private static long read(Arena arena, long pid, MemorySegment vectors) {
        long local = vectors.address();
        long remote = local + 16;
        long result = SystemCall.call(SystemCall.Numbers.PROCESS_VM_READV, pid, local, 1, remote, 1, 0);
        if (result < 0) {
            MemorySegment errno = arena.allocate(SystemCall.errnoBytes(), Long.BYTES);
            result = SystemCall.callOrErrno(errno, SystemCall.Numbers.PROCESS_VM_READV, pid, local, 1, remote, 1, 0);
        }
        return result;
    }

    /**
     * Tries whether the memory of process {@code pid} can be read, by a long whose value the peer has told.
     *
     * @return 0 if it can; else the negated errno, {@link #EXDEV} if a wrong value was read
     */
    public static int probe(long pid, long remoteAddress, long expected) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_LONG);
            int result = read(pid, remoteAddress, word, 0, Long.BYTES);
            if (result < 0) {
                return result;
            }
            return result == Long.BYTES && word.get(JAVA_LONG, 0) == expected ? 0 : -EXDEV;
        }
    }

    /**
     * Where Yama restricts the call to ancestors (scope 1), lets {@code pid} and all its descendants read this process: for the
     * ranks of a job that is their launcher. Without effect elsewhere.
     */
    public static void allowDescendantsOf(long pid) {
        if (SystemCall.whyNot().isEmpty()) {
            SystemCall.call(SystemCall.Numbers.PRCTL, PR_SET_PTRACER, pid, 0, 0, 0, 0);
        }
    }

    /** A seccomp filter refuses the call even on the process itself. */
    private static final class Self {
        static final String WHY_NOT = tryIt();

        private static String tryIt() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment word = arena.allocate(JAVA_LONG);
                word.set(JAVA_LONG, 0, 42);
                int result = probe(Machine.pid(), word.address(), 42);
                return result == 0 ? "" : "process_vm_readv(2) fails on this very process with errno " + -result;
            }
        }
    }
}
