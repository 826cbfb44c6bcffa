package org.braid.pipe.hello;

import java.util.HashMap;
import java.util.Map;

/**
 * Lets one line per source and minute through, and counts the rest, so that a port scan cannot flood a log. Bounded: at most {@link #MOST_SOURCES} sources are remembered;
 * further ones share one place. Pure.
 */
public final class SourceNotices {
    static final long QUIET_NS = 60_000_000_000L;
    static final int MOST_SOURCES = 256;
    private static final String OTHERS = "further sources";

    private static final class Source {
        long quietUntilNs;
        long swallowed;
    }

    private final Map<String, Source> sources = new HashMap<>();
    private long total;

    /** Counts one incident; returns how many of this source were swallowed since its last line, or -1 when this one is to be swallowed, too. */
    public long incident(String source, long nowNs) {
        total++;
        Source known = place(source, nowNs);
        if (nowNs - known.quietUntilNs < 0) {
            known.swallowed++;
            return -1;
        }
        long before = known.swallowed;
        known.swallowed = 0;
        known.quietUntilNs = nowNs + QUIET_NS;
        return before;
    }

    /** Incidents of all sources. */
    long total() {
        return total;
    }

    private Source place(String source, long nowNs) {
        Source known = sources.get(source);
        if (known != null) {
            return known;
        }
        if (sources.size() >= MOST_SOURCES) {
            sources.values().removeIf(each -> nowNs - each.quietUntilNs >= 0 && each.swallowed == 0);
        }
        Source fresh = new Source();
        fresh.quietUntilNs = nowNs;
        Source shared = sources.putIfAbsent(sources.size() >= MOST_SOURCES ? OTHERS : source, fresh);
        return shared == null ? fresh : shared;
    }
}
