package org.braid.coll.schedule;

import java.util.List;

/** What the last round of a loop touches of each buffer, and the rounds that are like it further on. */
final class Extents {
    private final Repetition rounds;
    private final int[] strides;
    private final int[] places; // of each step's source, then its target: buffer, from, to

    /** @param held where the last round is */
    Extents(Repetition rounds, IntList words, int held, int[] strides) {
        this.rounds = rounds;
        this.strides = strides;
        this.places = new int[3 * strides.length];
        for (int extent = 0; extent < strides.length; extent++) {
            int at = (held + extent / 2) * Schedule.STRIDE + (extent % 2 == 0 ? Schedule.SOURCE : Schedule.TARGET);
            for (int word = 0; word < 3; word++) {
                places[3 * extent + word] = words.get(at + word);
            }
        }
    }

    /**
     * Has the round done so many times more.
     *
     * @return false, and nothing else, if what would have touched a unit before is not known then
     */
    boolean repeat(List<Hazards> hazards, IntList units, int again) {
        for (int buffer = 0; buffer < hazards.size(); buffer++) {
            if (!canRepeat(buffer, hazards.get(buffer), units.get(buffer), again)) {
                return false;
            }
        }
        for (int buffer = 0; buffer < hazards.size(); buffer++) {
            repeat(buffer, hazards.get(buffer), again);
        }
        return true;
    }

    private boolean isOf(int buffer, int extent) {
        return places[3 * extent] == buffer && places[3 * extent + 1] < places[3 * extent + 2];
    }

    /** Of a buffer all extents advance by as much, so that what has touched a unit is known of those that touch it later; all rounds stay in it, and nobody else has been where they go. */
    private boolean canRepeat(int buffer, Hazards hazards, int units, int again) {
        int stride = stride(buffer);
        for (int extent = 0; extent < strides.length; extent++) {
            if (isOf(buffer, extent) && (strides[extent] != stride || lowest(extent, again) < 0 || highest(extent, again) > units
                    || !hazards.canRepeat(rounds.first(), rounds.previous(), (int) lowest(extent, again), (int) highest(extent, again), stride == 0))) {
                return false;
            }
        }
        return true;
    }

    private void repeat(int buffer, Hazards hazards, int again) {
        int from = Integer.MAX_VALUE;
        int to = 0;
        for (int extent = 0; extent < strides.length; extent++) {
            if (isOf(buffer, extent)) {
                int back = (rounds.written() - 1) * strides[extent];
                from = Math.min(from, places[3 * extent + 1] - Math.max(0, back));
                to = Math.max(to, places[3 * extent + 2] - Math.min(0, back));
            }
        }
        if (from < to) {
            int stride = stride(buffer);
            var touched = hazards.touched(stride == 0 ? rounds.previous() : rounds.first(), from, to);
            touch(buffer, hazards, again);
            hazards.repeat(touched, again * rounds.width(), again * stride);
        }
    }

    private void touch(int buffer, Hazards hazards, int again) {
        for (int extent = 0; extent < strides.length; extent++) {
            if (isOf(buffer, extent)) {
                touch(hazards, extent, again);
            }
        }
    }

    /** Roughly where the first of these rounds are, and to the unit where the last ones are, which others may lie beside. */
    private void touch(Hazards hazards, int extent, int again) {
        int exactly = Math.min(again, rounds.written());
        if (again > exactly) {
            hazards.touch((int) lowest(extent, again - exactly), (int) highest(extent, again - exactly));
        }
        for (int round = again - exactly + 1; round <= again; round++) {
            hazards.touch(places[3 * extent + 1] + round * strides[extent], places[3 * extent + 2] + round * strides[extent]);
        }
    }

    /** That of the buffer's first extent. */
    private int stride(int buffer) {
        for (int extent = 0; extent < strides.length; extent++) {
            if (isOf(buffer, extent)) {
                return strides[extent];
            }
        }
        return 0;
    }

    /** The first unit that a later round touches by that extent. */
    private long lowest(int extent, int again) {
        return places[3 * extent + 1] + (strides[extent] < 0 ? (long) strides[extent] * again : strides[extent]);
    }

    /** Behind the last one. */
    private long highest(int extent, int again) {
        return places[3 * extent + 2] + (strides[extent] < 0 ? strides[extent] : (long) strides[extent] * again);
    }
}
