package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;

/** Between user memory of any kind and a piece of memory of the process: arrays of numbers by loops over whole runs, all else run by run. Without state. */
final class ElementMover extends RunsMover {
    static final ElementMover ONLY = new ElementMover();

    private ElementMover() {}

    @Override
    void move(Runs list, long position, long length, Object memory, long place, Object packed, long at, boolean gathers) {
        MemorySegment given = (MemorySegment) packed;
        MemorySegment whole = NativeMemory.isAll(given) ? NativeMemory.of(given) : given; // the constant, to the compiler
        boolean isFast = ArrayRuns.suits(memory, list.placeBits() | place);
        if (isFast && length == list.sizeBytes()) {
            moveWhole(list, 0, list.length(), memory, place, whole, at, gathers);
            return;
        }
        long here = position;
        long end = position + length;
        long done = at;
        while (here < end) {
            int run = list.runOf(here);
            long within = here - list.before(run);
            int behind = isFast && within == 0 ? list.runBehind(run, end - here) : run;
            long piece = behind > run ? list.before(behind) - here : Math.min(list.bytes(run) - within, end - here);
            if (behind > run) {
                moveWhole(list, run, behind, memory, place, whole, done, gathers);
            } else if (gathers) {
                Memory.copyIn(memory, place + list.at(run) + within, whole, done, (int) piece);
            } else {
                Memory.copyOut(whole, done, memory, place + list.at(run) + within, (int) piece);
            }
            here += piece;
            done += piece;
        }
    }

    private static void moveWhole(Runs list, int run, int behind, Object memory, long place, MemorySegment packed, long at, boolean gathers) {
        if (gathers) {
            ArrayRuns.gather(memory, place, list, run, behind, packed, at);
        } else {
            ArrayRuns.scatter(packed, at, memory, place, list, run, behind);
        }
    }
}
