package org.braid.link.progress;

import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Tells whoever wants to know, once a second, that threads of this context wait and nothing comes: time to ask whether what they wait for can come at all. Guarded by the context's
 * token.
 */
final class LongWait {
    /** As long as no healthy peer needs; what ends sooner costs nothing extra. */
    static final long PERIOD_NS = 1_000_000_000L;

    private final Clock clock;
    private final Notices notices;
    private Progress.@Nullable LongWaitListener listener;
    private long nextNs;

    LongWait(Clock clock, Notices notices) {
        this.clock = clock;
        this.notices = notices;
        this.nextNs = clock.nanoTime() + PERIOD_NS;
    }

    void tell(Progress.LongWaitListener newListener) {
        listener = newListener;
    }

    /** Any thread, as a first look. */
    boolean isDue() {
        return listener != null && clock.nanoTime() - nextNs >= 0;
    }

    /** The listener has something to do in a thread that waits. Caller holds the token. */
    void soon() {
        nextNs = clock.nanoTime();
    }

    /** Somebody is about to sleep until {@code awaited} is done, or sleeps while nobody polls. */
    void look(Completion awaited) {
        Progress.LongWaitListener told = listener;
        if (told != null && clock.nanoTime() - nextNs >= 0) {
            nextNs = clock.nanoTime() + PERIOD_NS;
            tell(told, awaited);
        }
    }

    /** The thread that waits has nothing to do with the listener's faults. */
    private void tell(Progress.LongWaitListener told, Completion awaited) {
        try {
            told.waitsLong(awaited);
        } catch (Throwable thrown) {
            notices.warnOnce("A listener of long waits threw " + thrown);
        }
    }
}
