package org.braid.link.progress;

import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Tells whoever wants to know, once in {@link AddressSpace#longWaitNs}, that threads of this context wait and nothing comes: time to ask whether what they wait for can come at all. Guarded by the context's
 * token.
 */
final class LongWait {
    private final AddressSpace space;
    private final Clock clock;
    private final Notices notices;
    private Progress.@Nullable LongWaitListener listener;
    private long lastNs;
    private boolean isSoon;

    LongWait(AddressSpace space, Notices notices) {
        this.space = space;
        this.clock = space.clock();
        this.notices = notices;
        this.lastNs = clock.nanoTime();
    }

    void tell(Progress.LongWaitListener newListener) {
        listener = newListener;
    }

    /** Any thread, as a first look. */
    boolean isDue() {
        return listener != null && (isSoon || clock.nanoTime() - lastNs >= space.longWaitNs());
    }

    /** The listener has something to do in a thread that waits. Caller holds the token. */
    void soon() {
        isSoon = true;
    }

    /** Somebody is about to sleep until {@code awaited} is done, or sleeps while nobody polls. */
    void look(Completion awaited) {
        Progress.LongWaitListener told = listener;
        if (told != null && isDue()) {
            isSoon = false;
            lastNs = clock.nanoTime();
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
