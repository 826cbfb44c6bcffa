package org.braid.link.stream;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Which ways to a peer have failed a stream, so that it tries others first, and none for ever. Guarded by the context's token. */
public final class RouteFailures {
    /** A way that is cut so often without a frame that gets through leads nowhere. */
    static final int MOST = 8;

    /**
     * @param count how often it has failed since it was last of use for longer than it was out of use
     * @param lastNs when it failed last
     * @param inVain how often in a row nothing got through
     */
    private record Failure(int count, long lastNs, int inVain) {}

    private static final Failure NONE = new Failure(0, 0, 0);

    private final Map<String, Failure> failures = new HashMap<>(0);

    /**
     * A lane that was cut may be made again; one that could not be made, or broke the protocol, may not.
     *
     * @param sinceNs when the stream began to go this way
     */
    public void failed(String method, BraidException why, long sinceNs, long nowNs) {
        Failure before = of(method);
        boolean wasOfUse = nowNs - sinceNs > sinceNs - before.lastNs;
        int count = before.count == 0 || wasOfUse ? 1 : Math.min(before.count, Integer.MAX_VALUE - 1) + 1;
        boolean mayBeMadeAgain = why.code() == ErrorCode.LANE_CUT || why.code() == ErrorCode.DEVICE_FAILED;
        failures.put(method, new Failure(count, nowNs, mayBeMadeAgain ? Math.min(before.inVain, MOST - 1) + 1 : MOST));
    }

    /** Nothing has failed. */
    public boolean none() {
        return failures.isEmpty();
    }

    /** How often this way has failed; the longer it is of use, the less is held against it. */
    public int count(String method) {
        return of(method).count;
    }

    /** When it failed last; meaningful if {@link #count} is not 0. */
    public long lastNs(String method) {
        return of(method).lastNs;
    }

    public boolean isHopeless(String method) {
        return of(method).inVain >= MOST;
    }

    private Failure of(String method) {
        return failures.getOrDefault(method, NONE);
    }

    /** Frames have got through this way. */
    void gotThrough(String method) {
        Failure known = of(method);
        if (known.inVain > 0 && known.inVain < MOST) {
            failures.put(method, new Failure(known.count, known.lastNs, 0));
        }
    }

    /** Somebody wants it tried again. */
    void forget() {
        failures.clear();
    }
}
