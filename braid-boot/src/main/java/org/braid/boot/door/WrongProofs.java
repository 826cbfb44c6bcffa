package org.braid.boot.door;

import java.util.LinkedHashMap;
import java.util.Map;

/** Who has given wrong proofs of late: a source that has given ten is not listened to until a minute has passed without another. Any thread may ask and tell. */
public final class WrongProofs {
    private static final int MOST = 10;
    private static final int MOST_SOURCES = 256;
    private static final long FORGOTTEN_NS = 60_000_000_000L;

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /** Wrong proofs of one source, and when the last one was given. */
    private record Count(int proofs, long lastNs) {}

    /** Whether the source, an address as text, is not to be listened to now. */
    public synchronized boolean areTooMany(String source) {
        Count known = counts.get(source);
        return known != null && known.proofs >= MOST && System.nanoTime() - known.lastNs < FORGOTTEN_NS;
    }

    /** It has given one. */
    public synchronized void add(String source) {
        long nowNs = System.nanoTime();
        Count known = counts.remove(source);
        int before = known == null || nowNs - known.lastNs >= FORGOTTEN_NS ? 0 : known.proofs;
        counts.put(source, new Count(before + 1, nowNs));
        if (counts.size() > MOST_SOURCES) {
            counts.remove(counts.keySet().iterator().next());
        }
    }

    /** It has given the right one. */
    public synchronized void forget(String source) {
        counts.remove(source);
    }
}
