package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.util.HexFormat;
import org.braid.base.os.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Copies user memory into shared memory past the caches, by non-temporal stores: lines that another core has read come back to the writer's cache one by one before an ordinary store may
 * change them, and go to the reader one by one, which bounds a stream to 2.3 GB/s between far cores. Stores that bypass the caches move 16 (docs/decisions/streaming-stores.md).
 *
 * <p>The JDK has no such store for pieces of this length, so this class brings the loop as the 84 bytes of x86-64 machine code below, put into executable memory at first use. It needs no more than
 * SSE2, which every such processor has. Elsewhere, without native access, or where the system refuses executable memory, {@link #isAvailable} says no.
 */
final class StreamingCopy {
    /** Shorter pieces gain nothing. */
    static final int SHORTEST_BYTES = 1024;

    /** void copy(char *to, const char *from, long fromOffset, long bytes), System V calling convention; at least 128 bytes. */
    private static final String CODE = ""
            + "4801d6" //         add    rsi, rdx
            + "4889ca" //         mov    rdx, rcx             bytes
            + "4889f9" //         mov    rcx, rdi
            + "48f7d9" //         neg    rcx
            + "83e13f" //         and    ecx, 63              up to the next line
            + "4829ca" //         sub    rdx, rcx
            + "f3a4" //           rep movsb
            + "f30f6f06" // line: movdqu xmm0, [rsi]
            + "f30f6f4e10" //     movdqu xmm1, [rsi + 16]
            + "f30f6f5620" //     movdqu xmm2, [rsi + 32]
            + "f30f6f5e30" //     movdqu xmm3, [rsi + 48]
            + "660fe707" //       movntdq [rdi], xmm0
            + "660fe74f10" //     movntdq [rdi + 16], xmm1
            + "660fe75720" //     movntdq [rdi + 32], xmm2
            + "660fe75f30" //     movntdq [rdi + 48], xmm3
            + "4883c640" //       add    rsi, 64
            + "4883c740" //       add    rdi, 64
            + "4883ea40" //       sub    rdx, 64
            + "4883fa40" //       cmp    rdx, 64
            + "73c8" //           jae    line
            + "89d1" //           mov    ecx, edx             what is left of the last line
            + "f3a4" //           rep movsb
            + "0faef8" //         sfence                      before the flag that publishes what was written
            + "c3"; //            ret

    private static final long PAGE_BYTES = 4096;
    private static final long READ_WRITE = 1 | 2;
    private static final long READ_EXECUTE = 1 | 4;
    private static final long PRIVATE_ANONYMOUS = 2 | 32;

    private StreamingCopy() {}

    /** Whether this machine and this JVM can do it. The first question costs some milliseconds. */
    static boolean isAvailable() {
        return Bound.HANDLE != null;
    }

    /**
     * Copies user memory to {@code to}, native memory, from its byte {@code at} on. Bounds were checked, and {@code bytes} is at least {@link #SHORTEST_BYTES}. Each kind of array has a call
     * of its own, so that the class of its segment is known; the object, 40 to 72 bytes for a long piece, is removed by escape analysis for the kind that a program uses most.
     *
     * @return false if nothing was done: a {@code boolean[]} is looked at as it is copied, and what is no user memory is refused elsewhere
     */
    static boolean copyIn(Object base, long offsetBytes, MemorySegment to, long at, long bytes) {
        if (base instanceof byte[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof double[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof int[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof long[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof float[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof short[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof char[] array) {
            copy(MemorySegment.ofArray(array), offsetBytes, to, at, bytes);
        } else if (base instanceof Buffer buffer) {
            copy(NioBuffers.whole(buffer), offsetBytes, to, at, bytes);
        } else if (base instanceof MemorySegment segment) {
            copy(segment, offsetBytes, to, at, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static void copy(MemorySegment from, long fromOffset, MemorySegment to, long at, long bytes) {
        MethodHandle copy = Bound.HANDLE;
        try {
            if (copy != null) {
                copy.invokeExact(to.address() + at, from, fromOffset, bytes);
            }
        } catch (RuntimeException refused) { // a segment that is closed, or another thread's
            throw refused;
        } catch (Throwable t) {
            throw new AssertionError(t);
        } finally {
            Reference.reachabilityFence(to);
        }
    }

    private static final class Bound {
        static final @Nullable MethodHandle HANDLE = bind();

        /** Critical, so that an array may be handed over where it lies: the collector waits for the end of the copy. */
        private static @Nullable MethodHandle bind() {
            if (!SystemCall.Numbers.AMD64 || !SystemCall.whyNot().isEmpty()) {
                return null;
            }
            long code = executable(HexFormat.of().parseHex(CODE));
            return code == -1
                    ? null
                    : Linker.nativeLinker()
                            .downcallHandle(
                                    MemorySegment.ofAddress(code), FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG), Linker.Option.critical(true));
        }

        /** Memory of its own, written first and made executable then; -1 if the system does not allow it. */
        private static long executable(byte[] code) {
            long at = SystemCall.call(SystemCall.Numbers.MMAP, 0, PAGE_BYTES, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
            if (at == -1) {
                return -1;
            }
            MemorySegment.copy(code, 0, MemorySegment.ofAddress(at).reinterpret(PAGE_BYTES), JAVA_BYTE, 0, code.length);
            return SystemCall.call(SystemCall.Numbers.MPROTECT, at, PAGE_BYTES, READ_EXECUTE, 0, 0, 0) == 0 ? at : -1;
        }
    }
}
