package org.braid.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** What people should see once: fallbacks, refused messages, cut lanes. One line each, bounded; the oldest go first, and how many went is told. */
final class Notices {
    private static final int MOST = 256;

    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private long dropped;

    synchronized void add(String line) {
        if (lines.size() == MOST) {
            lines.poll();
            dropped++;
        }
        lines.add(line);
    }

    synchronized List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (dropped > 0) {
            all.addFirst(dropped + " earlier notices were dropped");
        }
        return all;
    }
}
