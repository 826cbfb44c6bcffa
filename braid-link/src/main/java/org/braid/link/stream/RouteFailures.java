package org.braid.link.stream;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Which ways to a peer have failed a stream, so that it tries others first, and none for ever. Guarded by the context's token. */
public final class RouteFailures {
    /** A way that is cut so often without a frame that gets through leads nowhere. */
    static final int MOST = 8;

    private static final int FOR_GOOD = Integer.MAX_VALUE;

    private record Failure(int count, long lastNs) {}

    private final Map<String, Failure> failures = new HashMap<>(0);

    /** A lane that was cut may be made again; one that could not be made, or broke the protocol, may not. */
    void failed(String method, BraidException why, long nowNs) {
        int before = count(method);
        int now = (why.code() == ErrorCode.LANE_CUT || why.code() == ErrorCode.DEVICE_FAILED) && before < MOST ? before + 1 : FOR_GOOD;
        failures.put(method, new Failure(now, nowNs));
    }

    /** Nothing has failed. */
    public boolean none() {
        return failures.isEmpty();
    }

    /** How often this way has failed since anything got through. */
    public int count(String method) {
        Failure known = failures.get(method);
        return known == null ? 0 : known.count;
    }

    /** When it failed last; meaningful if {@link #count} is not 0. */
    public long lastNs(String method) {
        Failure known = failures.get(method);
        return known == null ? 0 : known.lastNs;
    }

    public boolean isHopeless(String method) {
        return count(method) >= MOST;
    }

    /** Frames have got through: those that were cut are as good as new. */
    void forgive() {
        failures.values().removeIf(each -> each.count < FOR_GOOD);
    }

    /** Somebody wants it tried again. */
    void forget() {
        failures.clear();
    }
}
