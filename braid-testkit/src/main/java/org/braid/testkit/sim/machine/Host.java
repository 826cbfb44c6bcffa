package org.braid.testkit.sim.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.SharedArena;

/** What worlds take from the real machine, made once: shared memory for their processes, and memory that belongs to a thread which has ended. One world at a time. */
public final class Host implements AutoCloseable {
    private static final long ARENA_BYTES = 64 << 20;

    /** How much memory there is that belongs to another thread. */
    public static final int FOREIGN_BYTES = 128 << 10;

    private final List<SharedArena> arenas = new ArrayList<>();
    private final MemorySegment foreign = foreignMemory();

    /** The shared memory of process {@code index}; blocks that it was given before are free again. */
    SharedArena arena(int index) {
        while (arenas.size() <= index) {
            arenas.add(new SharedArena(ARENA_BYTES));
        }
        return arenas.get(index);
    }

    /** Memory that nobody who is left may touch; it holds {@link Pattern} from its beginning. */
    MemorySegment foreign() {
        return foreign;
    }

    private static MemorySegment foreignMemory() {
        MemorySegment[] made = new MemorySegment[1];
        Thread owner = new Thread(() -> {
            made[0] = Arena.ofConfined().allocate(FOREIGN_BYTES, Long.BYTES);
            MemorySegment.copy(Pattern.all(), 0, made[0], 0, FOREIGN_BYTES);
        });
        owner.start();
        try {
            owner.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted before the world began", e);
        }
        return made[0];
    }

    @Override
    public void close() {
        for (SharedArena arena : arenas) {
            arena.close();
        }
    }
}
