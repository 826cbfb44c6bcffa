package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.braid.base.memory.Memory;

/** The other process of the tests of futex, membarrier and cross-process reads. */
final class NativePeer {
    static final long SEGMENT_BYTES = 4096;
    static final int ROUNDS = 200;
    private static final long LONG_NS = 30_000_000_000L;

    private NativePeer() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "pingpong" -> pingPong(Long.parseLong(args[1]), Integer.parseInt(args[2]));
            case "memory" -> memory(Integer.parseInt(args[1]));
            case "facts" -> facts();
            default -> throw new IllegalArgumentException(Arrays.toString(args));
        }
    }

    /** Plays the odd part. */
    private static void pingPong(long pid, int fd) {
        try (SharedSegment shared = SharedMemory.attach(pid, fd, SEGMENT_BYTES)) {
            play(shared.segment(), 1, ROUNDS);
        }
    }

    /** Two players count the word up in turn: the even one moves it from even numbers, the odd one from odd ones. */
    static void play(MemorySegment segment, int parity, int rounds) {
        for (int mine = parity; mine < parity + 2 * rounds; mine += 2) {
            while (word(segment) < mine) {
                if (Futex.await(segment, 0, mine - 1, LONG_NS) == Futex.TIMED_OUT) {
                    throw new AssertionError("no move of the other for 30 s after " + (mine - 1));
                }
            }
            setWord(segment, mine + 1);
            int ignored = Futex.wake(segment, 0, 1);
        }
    }

    static int word(MemorySegment segment) {
        return (int) JAVA_INT.varHandle().getVolatile(segment, 0L);
    }

    static void setWord(MemorySegment segment, int value) {
        JAVA_INT.varHandle().setVolatile(segment, 0L, value);
    }

    /** Shows a region of native memory, each long of it its own index, until told to end. */
    private static void memory(int longs) throws Exception {
        MemorySegment region = Arena.global().allocate(JAVA_LONG, longs);
        for (int i = 0; i < longs; i++) {
            region.setAtIndex(JAVA_LONG, i, i);
        }
        CrossMemory.allowDescendantsOf(ProcessHandle.current().parent().orElseThrow().pid());
        System.out.println(region.address());
        int ignored = System.in.read();
    }

    /** What works in this JVM, and that everything else works without it. */
    private static void facts() throws InterruptedException {
        try (SharedSegment shared = SharedMemory.create(SEGMENT_BYTES)) {
            Memory.copyIn(new double[] {1, 2}, 0, shared.segment(), 8, 16);
            System.out.println("futex " + Futex.available() + " membarrier " + Membarrier.available() + " cross "
                    + CrossMemory.available());
            System.out.println(Futex.whyNot());
            System.out.println(CrossMemory.read(Machine.pid(), shared.segment().address(), shared.segment(), 0, 8));
            setWord(shared.segment(), 0);
            Thread other = Thread.ofPlatform().start(() -> play(shared.segment(), 1, 3));
            play(shared.segment(), 0, 3);
            other.join();
            System.out.println(word(shared.segment()));
        }
    }
}
