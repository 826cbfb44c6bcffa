package org.braid.mpi.objects;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.List;
import org.braid.base.memory.spi.Scattered;
import org.braid.mpi.data.Pieces;
import org.jspecify.annotations.Nullable;

/**
 * Arrays whose numbers come one after the other: each is made when those before it have come, so that it is zeroed and filled while it lies in a cache. Memory that is not enough for one of them is noticed by whoever moves the message on, and ends that
 * message.
 */
public final class ArrivingArrays extends Scattered {
    /** Where one of them belongs, and what it is. */
    record Place(@Nullable Object[] owner, int index, Class<?> element, int length, long bytes) {
        Object make() {
            Object array = Array.newInstance(element, length);
            owner[index] = array;
            return array;
        }
    }

    private final List<Place> places;
    private final Object[] arrays; // from made on there are none yet
    private final long[] starts;
    private final Pieces whole;
    private int made;
    private @Nullable OutOfMemoryError noRoom;

    ArrivingArrays(List<Place> places) {
        this.places = places;
        this.arrays = new Object[places.size()];
        this.starts = new long[places.size() + 1];
        for (int i = 0; i < places.size(); i++) {
            starts[i + 1] = starts[i] + places.get(i).bytes();
        }
        this.whole = new Pieces(arrays, starts);
        makeUpTo(0);
    }

    /** Why one of them could not be made; null if all that were wanted were. */
    public @Nullable OutOfMemoryError noRoom() {
        return noRoom;
    }

    @Override
    public long bytes() {
        return whole.bytes();
    }

    @Override
    public void gather(long position, MemorySegment to, long at, int bytes) {
        makeUpTo(position + bytes);
        whole.gather(position, to, at, bytes);
    }

    @Override
    public void scatter(MemorySegment from, long at, long position, int bytes) {
        makeUpTo(position + bytes);
        whole.scatter(from, at, position, bytes);
    }

    /** Those that begin there or before: of empty ones no byte comes. */
    private void makeUpTo(long position) {
        try {
            while (made < arrays.length && starts[made] <= position) {
                arrays[made] = places.get(made).make();
                made++;
            }
        } catch (OutOfMemoryError full) {
            noRoom = full;
            throw full;
        }
    }
}
