package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * The one native function that is bound: the C library's {@code syscall}. Futex, membarrier, process_vm_readv and sockets share it because
 * each binding costs a starting process about 15 ms. A second variant that reports errno is bound only after a failure.
 *
 * <p>Native functions are used only where the JVM was told that they may be ({@code --enable-native-access}). In the JDK's mode
 * "warn" they would work too, but print a warning into the user's program; the fallbacks are better than that.
 */
public final class SystemCall {
    private SystemCall() {}

    /** Why no system call can be made, or empty. Touches no class of the foreign-function interface. */
    public static String whyNot() {
        if (!SystemCall.class.getModule().isNativeAccessEnabled()) {
            return "native access is not enabled; start java with --enable-native-access=ALL-UNNAMED";
        }
        return Numbers.FUTEX < 0 ? "no system call numbers are known for " + System.getProperty("os.name") + " on "
                + System.getProperty("os.arch") : "";
    }

    /** Result of the call, or -1 when it failed. */
    public static long call(long number, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) Plain.HANDLE.invokeExact(number, a, b, c, d, e, f);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Result of the call, or -errno when it failed. {@code errno} is scratch memory of {@link #errnoBytes} bytes. */
    static long callOrErrno(MemorySegment errno, long number, long a, long b, long c, long d, long e, long f) {
        try {
            long result = (long) WithErrno.HANDLE.invokeExact(errno, number, a, b, c, d, e, f);
            return result != -1 ? result : -(long) errno.get(JAVA_INT, WithErrno.OFFSET);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    static long errnoBytes() {
        return WithErrno.STATE.byteSize();
    }

    private static MethodHandle bind(Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                options);
    }

    private static final class Plain {
        static final MethodHandle HANDLE = bind(Linker.Option.firstVariadicArg(1));
    }

    private static final class WithErrno {
        static final StructLayout STATE = Linker.Option.captureStateLayout();
        static final long OFFSET = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
        static final MethodHandle HANDLE = bind(Linker.Option.firstVariadicArg(1), Linker.Option.captureCallState("errno"));
    }

    /** System call numbers of Linux: {@code asm/unistd_64.h} for x86-64, {@code asm-generic/unistd.h} for aarch64; -1 elsewhere. */
    public static final class Numbers {
        private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
        public static final boolean AMD64 = LINUX && "amd64".equals(System.getProperty("os.arch"));
        private static final boolean AARCH64 = LINUX && "aarch64".equals(System.getProperty("os.arch"));

        public static final long MMAP = number(9, 222);
        public static final long MPROTECT = number(10, 226);
        public static final long FUTEX = number(202, 98);
        public static final long SCHED_SETAFFINITY = number(203, 122);
        public static final long PRCTL = number(157, 167);
        public static final long PROCESS_VM_READV = number(310, 270);
        public static final long MEMBARRIER = number(324, 283);
        public static final long SENDTO = number(44, 206);
        public static final long RECVFROM = number(45, 207);
        public static final long GETSOCKNAME = number(51, 204);
        public static final long GETPEERNAME = number(52, 205);
        public static final long SETSOCKOPT = number(54, 208);

        private Numbers() {}

        private static long number(long amd64, long aarch64) {
            return AMD64 ? amd64 : AARCH64 ? aarch64 : -1;
        }
    }
}
