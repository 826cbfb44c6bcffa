package org.braid.coll.schedule;

import java.util.HashMap;
import java.util.Map;

/** The order of a schedule's messages in one direction: those of one pair are matched in the order in which they are started, so each starts behind the one before it. */
final class MessageOrder {
    /** In place of a peer that another step finds: whoever it is, a message to it is in order with all others. */
    private static final int ANYBODY = -1;

    private final Map<Integer, Integer> newest = new HashMap<>(); // by peer: the newest step
    private final RowsBuilder rows;

    /** @param rows whose last row is of the step that is put next */
    MessageOrder(RowsBuilder rows) {
        this.rows = rows;
    }

    /** The step that was begun last is a message of that peer; behind the fence nothing before it needs to be waited for. */
    void put(int step, int peer, int fence) {
        Integer known = newest.put(peer, step);
        Integer earlier = known == null ? newest.get(ANYBODY) : known;
        if (earlier != null) {
            startBehind(earlier, fence);
        }
    }

    /** Likewise, of a peer that is known when the step runs. */
    void putToAnybody(int step, int fence) {
        for (int earlier : newest.values()) {
            startBehind(earlier, fence);
        }
        newest.clear();
        newest.put(ANYBODY, step);
    }

    private void startBehind(int earlier, int fence) {
        if (earlier > fence && !rows.contains(earlier)) {
            rows.add(~earlier);
        }
    }

    /** If the newest message of that peer is in the last round of some that repeat, it is so many steps later. */
    void postpone(int peer, Repetition rounds, int later) {
        Integer step = newest.get(peer);
        if (step != null && step >= rounds.last() && step < rounds.end()) {
            newest.put(peer, step + later);
        }
    }
}
