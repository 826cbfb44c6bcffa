package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.spi.Scattered;

/**
 * The data of elements with gaps, in type-map order, as user memory like any other: rings and pipes gather it piece by piece where they would copy an array, and scatter what comes. Nothing is packed
 * beforehand (docs/decisions/strided-types.md).
 *
 * <pre>
 *   stream    |##|##|##|##|##|##|            position 0 .. bytes()
 *              |   \   \
 *   memory    |##|..|##|..|##|..| …          start + element * extent + where the element's loop has it
 * </pre>
 */
public final class ElementMemory extends Scattered {
    private static final Object NOTHING = new byte[0];
    private static final Layout EMPTY = TypeMap.lowerBoundMarker().layout();

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

    /** @param gathers whether into {@code packed}; else out of it */
    private void move(long position, MemorySegment packed, long at, int length, boolean gathers) {
        Dataloop loop = layout.loop();
        long size = layout.sizeBytes();
        long element = length == 0 ? 0 : position / size;
        long within = position - element * size;
        long place = start + element * layout.extentBytes();
        for (int done = 0; done < length; place += layout.extentBytes()) {
            int take = (int) Math.min(size - within, length - done);
            loop.move(within, take, memory, place, packed, at + done, gathers, ElementMover.ONLY);
            done += take;
            within = 0;
        }
    }
}
