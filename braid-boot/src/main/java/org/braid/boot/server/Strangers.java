package org.braid.boot.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Whoever has connected and not joined yet: at most {@link #MOST} at a time, each for at most five seconds. Sources that fail often are locked out. */
final class Strangers {
    static final long JOIN_DEADLINE_NS = 5_000_000_000L;
    static final int MOST = 64;

    /** A source that has failed so often is not listened to any more. */
    static final int MOST_FAILURES = 10;

    /** Of more sources than these the oldest is forgotten. */
    private static final int MOST_SOURCES = 256;

    private final List<Session> present = new ArrayList<>();
    private final Map<String, Integer> failures = new LinkedHashMap<>();

    /** A new stranger, or null if it must not come in. */
    @Nullable Session open(String source, long nowNs, RankListener listener) {
        if (present.size() == MOST || failures.getOrDefault(source, 0) >= MOST_FAILURES) {
            return null;
        }
        Session session = new Session(source, nowNs + JOIN_DEADLINE_NS, listener);
        present.add(session);
        return session;
    }

    /** It has joined, or has gone away; nothing if it was no stranger. */
    void remove(Session session) {
        present.remove(session);
    }

    /** Refusals that look like an attack count against their source; this host has none. */
    void failed(String source) {
        if (!source.isEmpty()) {
            failures.merge(source, 1, Integer::sum);
            if (failures.size() > MOST_SOURCES) {
                failures.remove(failures.keySet().iterator().next());
            }
        }
    }

    /** Whoever has not joined by its deadline is shown the door. */
    void tick(long nowNs) {
        for (Session session : present) {
            if (!session.isClosing() && nowNs - session.deadlineNs >= 0) {
                session.refuse(ErrorCode.JOIN_REFUSED, "no join came within 5 s");
            }
        }
    }

    /** When {@link #tick} has something to do, or {@link Long#MAX_VALUE}. */
    long deadlineNs() {
        long earliestNs = Long.MAX_VALUE;
        for (Session session : present) {
            if (!session.isClosing()) {
                earliestNs = Math.min(earliestNs, session.deadlineNs);
            }
        }
        return earliestNs;
    }
}
