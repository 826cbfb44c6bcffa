package org.braid.transports.tcp;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a process with open sockets sleeps. All channels are registered once; while the process is awake nobody asks the selector, since one read of a hot socket is cheaper than
 * {@code selectNow}.
 */
final class Sleeper {
    private static final long NO_SELECTOR_SLEEP_NS = 200_000;
    private static final long MS = 1_000_000;

    /** Readiness itself is no news: the poll that follows reads every lane. */
    private static final class Ready implements Consumer<SelectionKey> {
        @Override
        public void accept(SelectionKey key) {}
    }

    private static final Ready READY = new Ready();

    private volatile @Nullable Selector selector;
    private volatile boolean slept;

    /** Registers a channel, so that its readiness ends a sleep; null if there is no selector to be had. */
    @Nullable SelectionKey watch(SelectableChannel channel, int ops) {
        try {
            Selector s = selector;
            if (s == null) {
                s = Selector.open();
                selector = s;
            }
            SelectionKey key = channel.register(s, ops);
            s.wakeup(); // who sleeps already sleeps without this channel
            return key;
        } catch (IOException e) {
            return null; // the sleep falls back to short naps
        }
    }

    /** Sleeps until a channel is ready, {@link #wakeUp}, or the time is over. */
    void sleep(long timeoutNs) {
        Selector s = selector;
        try {
            if (s == null || !s.isOpen()) {
                LockSupport.parkNanos(Math.min(timeoutNs, NO_SELECTOR_SLEEP_NS));
            } else {
                s.select(READY, Math.max(1, (timeoutNs + MS - 1) / MS));
            }
        } catch (IOException | java.nio.channels.ClosedSelectorException e) {
            LockSupport.parkNanos(Math.min(timeoutNs, NO_SELECTOR_SLEEP_NS));
        }
        slept = true;
    }

    void wakeUp() {
        Selector s = selector;
        if (s != null) {
            s.wakeup();
        }
    }

    /** True once after each sleep. */
    boolean hasSlept() {
        if (!slept) {
            return false;
        }
        slept = false;
        return true;
    }

    void close() {
        Selector s = selector;
        if (s != null) {
            try {
                s.close();
            } catch (IOException e) {
                // Its descriptors are gone either way.
            }
        }
    }
}
