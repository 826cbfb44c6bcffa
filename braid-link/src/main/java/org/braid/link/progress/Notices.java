package org.braid.link.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people should see once: fallbacks, refused messages, cut lanes. One line each, bounded; the oldest go first, and how many went is told. Those that nobody should have to ask for
 * are warnings: they are passed on at once, equal ones once and no more than {@link #MOST_WARNINGS}, since each may come with every message.
 */
public final class Notices {
    public static final int MOST_WARNINGS = 16;

    private static final int MOST = 256;

    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final Set<String> warnings = new HashSet<>();
    private @Nullable Consumer<String> reader;
    private long dropped;

    /** Who is told of warnings from now on. Must not wait for anything of this context's; what it throws becomes a notice. */
    public synchronized void passWarningsTo(Consumer<String> newReader) {
        reader = newReader;
    }

    /** As {@link #passWarningsTo}, unless somebody is told already. */
    public synchronized void passWarningsUnlessReadTo(Consumer<String> newReader) {
        reader = reader == null ? newReader : reader;
    }

    /** As {@link #add}, and passed on. */
    public void warn(String line) {
        Consumer<String> to = warned(line);
        if (to != null) {
            tell(to, line);
        }
    }

    /** As {@link #warn}, of what may come again with every turn: equal ones leave one notice. */
    public void warnOnce(String line) {
        if (isNews(line)) {
            warn(line);
        }
    }

    private synchronized boolean isNews(String line) {
        return warnings.size() < MOST_WARNINGS && !warnings.contains(line);
    }

    private void tell(Consumer<String> to, String line) {
        try {
            to.accept(line);
        } catch (Throwable thrown) {
            add("A reader of warnings threw " + thrown);
        }
    }

    private synchronized @Nullable Consumer<String> warned(String line) {
        add(line);
        return warnings.size() < MOST_WARNINGS && warnings.add(line) ? reader : null;
    }

    /** Keeps a line; the oldest goes if there are too many. */
    public synchronized void add(String line) {
        if (lines.size() == MOST) {
            lines.poll();
            dropped++;
        }
        lines.add(line);
    }

    /** All that are kept, oldest first. */
    public synchronized List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (dropped > 0) {
            all.addFirst(dropped + " earlier notices were dropped");
        }
        return all;
    }
}
