package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.memory.spi.Scattered;

/**
 * The data of elements with gaps, in type-map order, as user memory like any other: rings and pipes gather it piece by piece where they would copy an array, and scatter what comes. Nothing is packed
 * beforehand (docs/decisions/strided-types.md).
 *
 * <pre>
 *   stream    |##|##|##|##|##|##|            position 0 .. bytes()
 *              |   \   \
 *   memory    |##|..|##|..|##|..| …          start + element * extent + at[run], and time * step of runs that are repeated
 * </pre>
 */
public final class ElementMemory extends Scattered {
    private static final Object NOTHING = new byte[0];
    private static final Layout EMPTY = Layout.ofBytes(TypeMap.lowerBoundMarker());

    private Object memory = NOTHING;
    private long start;
    private Layout layout = EMPTY;
    private long bytes;

    ElementMemory() {}

    /** {@code count} elements from byte {@code offset} of {@code base}, which of a slice may be negative; the caller has checked that they lie there. */
    public static ElementMemory of(TypeMap map, Object base, long offset, long count) {
        return new ElementMemory().show(map, base, offset, count);
    }

    ElementMemory show(TypeMap map, Object base, long offset, long count) {
        memory = UserMemory.whole(base);
        start = offset + UserMemory.bytesBefore(base);
        if (base instanceof MemorySegment segment && !segment.isNative() && !segment.isReadOnly()) {
            memory = segment.heapBase().orElse(segment); // once, and not for each run
            start += segment.address();
        }
        layout = map.layout();
        bytes = Math.multiplyExact(count, map.sizeBytes());
        return this;
    }

    /** Nothing of the user's stays reachable. */
    void forget() {
        memory = NOTHING;
        layout = EMPTY;
        bytes = 0;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void gather(long position, MemorySegment to, long at, int length) {
        move(position, to, at, length, true);
    }

    @Override
    public void scatter(MemorySegment from, long at, long position, int length) {
        move(position, from, at, length, false);
    }

    /** Where that list lies of all elements' lists, from the first element on. */
    private long listAt(long list) {
        long times = layout.times();
        return times == 1 ? list * layout.extentBytes() : list / times * layout.extentBytes() + list % times * layout.stepBytes();
    }

    /** @param gathers whether into {@code packed}; else out of it */
    private void move(long position, MemorySegment packed, long at, int length, boolean gathers) {
        MemorySegment whole = NativeMemory.isAll(packed) ? NativeMemory.of(packed) : packed; // the constant, to the compiler
        Object user = memory;
        boolean isFast = ArrayRuns.suits(user, layout.placeBits() | start);
        long here = position;
        long end = position + length;
        long done = at;
        while (here < end) {
            long rest = here % layout.listBytes();
            long element = start + listAt(here / layout.listBytes());
            int run = layout.runOf(rest);
            long within = rest - layout.before(run);
            int behind = isFast && within == 0 ? layout.runBehind(run, end - here) : run;
            boolean isWhole = behind > run;
            long piece = isWhole ? layout.before(behind) - rest : Math.min(layout.runBytes(run) - within, end - here);
            if (isWhole && gathers) {
                ArrayRuns.gather(user, element, layout, run, behind, whole, done);
            } else if (isWhole) {
                ArrayRuns.scatter(whole, done, user, element, layout, run, behind);
            } else if (gathers) {
                Memory.copyIn(user, element + layout.at(run) + within, whole, done, (int) piece);
            } else {
                Memory.copyOut(whole, done, user, element + layout.at(run) + within, (int) piece);
            }
            here += piece;
            done += piece;
        }
    }
}
