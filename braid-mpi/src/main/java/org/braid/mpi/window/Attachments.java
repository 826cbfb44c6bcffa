package org.braid.mpi.window;

import java.util.Map;
import java.util.TreeMap;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.window.layout.Layout;
import org.jspecify.annotations.Nullable;

/**
 * What is attached to a dynamic window at this rank, each at a displacement of its own. Displacements are not used again until they are used up, so that a stale one meets nothing. Guarded by the token.
 */
final class Attachments {
    private static final int ALIGNMENT = 64;

    private record Attached(Object base, long bytes) {}

    private final TreeMap<Long, Attached> all = new TreeMap<>();
    private final Displacements near = new Displacements(0, Integer.MAX_VALUE);
    private final Displacements far = new Displacements(1L << 31, Layout.FARTHEST_BYTES);

    /** Those that some calls may have. */
    private final class Displacements {
        private final long start;
        private final long end;
        private long next;

        Displacements(long start, long end) {
            this.start = start;
            this.end = end;
            this.next = start;
        }

        /** -1 if there is none for so many bytes. */
        long take(long room) {
            long place = room <= end - next ? next : gap(room);
            next = place < 0 ? next : Math.max(next, place + room);
            return place;
        }

        private long gap(long room) {
            long free = start;
            for (Map.Entry<Long, Attached> each : all.subMap(start, end).entrySet()) {
                if (each.getKey() - free >= room) {
                    return free;
                }
                free = Math.ceilDiv(each.getKey() + Math.max(1L, each.getValue().bytes), ALIGNMENT) * ALIGNMENT;
            }
            return room <= end - free ? free : -1;
        }
    }

    /**
     * Attaches the first bytes of a memory.
     *
     * @param isFar whether the displacement may be more than an int, and then it is
     * @return its displacement, or -1 if there is no room
     */
    long attach(Object base, long bytes, boolean isFar) {
        long room = Math.ceilDiv(Math.max(1L, bytes), ALIGNMENT) * ALIGNMENT;
        long place = (isFar ? far : near).take(room);
        if (place >= 0) {
            all.put(place, new Attached(base, bytes));
        }
        return place;
    }

    /** Whether some of these bytes are attached. */
    boolean overlaps(Object base, long bytes) {
        for (Attached each : all.values()) {
            if (Overlap.isBetween(base, 0, bytes, each.base, 0, each.bytes)) {
                return true;
            }
        }
        return false;
    }

    /** The displacement of what begins as this memory does; -1 if nothing does. */
    long displacement(Object base) {
        for (Map.Entry<Long, Attached> each : all.entrySet()) {
            if (each.getValue().base == base || Overlap.isSamePlace(base, 0, each.getValue().base, 0)) {
                return each.getKey();
            }
        }
        return -1;
    }

    void detach(long displacement) {
        all.remove(displacement);
    }

    Exposure.@Nullable Spot find(long at, Layout layout) {
        Map.Entry<Long, Attached> entry = all.floorEntry(at + layout.first());
        if (entry == null || at + layout.end() > entry.getKey() + entry.getValue().bytes) {
            return null;
        }
        return new Exposure.Spot(entry.getValue().base, at - entry.getKey());
    }
}
