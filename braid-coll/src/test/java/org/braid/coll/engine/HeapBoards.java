package org.braid.coll.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.braid.coll.board.BoardHost;
import org.jspecify.annotations.Nullable;

/** Boards among threads of one process; whose members cannot map them, and whether any can be had, is up to the test. */
final class HeapBoards {
    private final List<MemorySegment> offered = new ArrayList<>();
    private final List<BooleanSupplier> givenBack = new ArrayList<>();
    private int kept; // by members that have not given them back
    private final boolean hasMemory;
    private final int blind;

    /** @param blind the member that cannot map any; -1 for none */
    HeapBoards(boolean hasMemory, int blind) {
        this.hasMemory = hasMemory;
        this.blind = blind;
    }

    synchronized int boards() {
        return offered.size();
    }

    synchronized int kept() {
        return kept;
    }

    /** Whether whoever has offered the one board there is may use its memory for something else. */
    synchronized boolean mayServeAgain() {
        return !givenBack.isEmpty() && givenBack.getFirst().getAsBoolean();
    }

    BoardHost at(int rank) {
        return new BoardHost() {
            @Override
            public @Nullable MemorySegment offer(long bytes, long[] capability) {
                if (!hasMemory) {
                    return null;
                }
                synchronized (HeapBoards.this) {
                    offered.add(Arena.ofAuto().allocate(bytes, 64));
                    capability[CAPABILITY_LONGS - 1] = offered.size();
                    kept++;
                    return offered.getLast();
                }
            }

            @Override
            public @Nullable MemorySegment take(long[] capability, long bytes) {
                synchronized (HeapBoards.this) {
                    kept += rank == blind ? 0 : 1;
                    return rank == blind ? null : offered.get((int) capability[CAPABILITY_LONGS - 1] - 1);
                }
            }

            @Override
            public void giveBack(MemorySegment memory, BooleanSupplier isQuiet) {
                synchronized (HeapBoards.this) {
                    kept--;
                    if (rank == 0) {
                        givenBack.add(isQuiet);
                    }
                }
            }
        };
    }
}
