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

    /** Displacements are ints. */
    private static final long END = Integer.MAX_VALUE;

    private record Attached(Object base, int bytes) {}

    private final TreeMap<Long, Attached> all = new TreeMap<>();
    private long next;

    /**
     * Attaches the first bytes of a memory.
     *
     * @return its displacement, or -1 if there is no room
     */
    long attach(Object base, int bytes) {
        long room = Math.ceilDiv(Math.max(1L, bytes), ALIGNMENT) * ALIGNMENT;
        long place = next + room <= END ? next : gap(room);
        if (place >= 0) {
            all.put(place, new Attached(base, bytes));
            next = Math.max(next, place + room);
        }
        return place;
    }

    private long gap(long room) {
        long end = 0;
        for (Map.Entry<Long, Attached> each : all.entrySet()) {
            if (each.getKey() - end >= room) {
                return end;
            }
            end = Math.ceilDiv(each.getKey() + Math.max(1L, each.getValue().bytes), ALIGNMENT) * ALIGNMENT;
        }
        return end + room <= END ? end : -1;
    }

    /** Whether some of these bytes are attached. */
    boolean overlaps(Object base, int bytes) {
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
