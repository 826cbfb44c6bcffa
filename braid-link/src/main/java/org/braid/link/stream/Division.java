package org.braid.link.stream;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.SizeRange;

/**
 * The sizes of a link's messages, divided into those that go the same way.
 *
 * @param parts in ascending order, from 0 on, without a gap
 */
public record Division(List<SizeRange> parts) {
    /** Everything goes the same way. */
    public static final Division NONE = new Division(List.of(SizeRange.ALL));

    /** @param starts the first size of each part, in ascending order; the first one is 0 */
    public static Division startingAt(List<Long> starts) {
        List<SizeRange> parts = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            boolean isLast = i + 1 == starts.size();
            parts.add(new SizeRange(starts.get(i), isLast ? Long.MAX_VALUE : starts.get(i + 1) - 1));
        }
        return new Division(parts);
    }

    /** Which part a size belongs to. */
    int partOf(long bytes) {
        int part = 0;
        while (!parts.get(part).contains(bytes)) {
            part++;
        }
        return part;
    }

    /** The part that a size belongs to. */
    public SizeRange around(long bytes) {
        return parts.get(partOf(bytes));
    }

    /** Number of parts. */
    public int count() {
        return parts.size();
    }
}
