package org.braid.transports.socket;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a process with open sockets sleeps. All channels are registered once; while the process is awake nobody asks the selector, since one read of a hot socket is cheaper than
 * {@code selectNow}. One serves all transports of a context ({@link Sleepers}), so that whatever comes ends the sleep.
 */
public final class Sleeper {
    private static final long NO_SELECTOR_SLEEP_NS = 200_000;
    private static final long MS = 1_000_000;

    /** Readiness itself is no news: the poll that follows reads every lane. */
    private static final class Ready implements Consumer<SelectionKey> {
        @Override
        public void accept(SelectionKey key) {}
    }

    private record Watched(SelectableChannel channel, int ops) {}

    private static final Ready READY = new Ready();

    /** What was to be watched before the first sleep: until then there is no selector, which saves every job that never sleeps here its start. Guarded by this. */
    private final List<Watched> before = new ArrayList<>();

    private volatile @Nullable Selector selector;
    private volatile int sleeps; // as many as there were; only their change means something
    private int users; // guarded by this

    /** One more transport has its channels here. */
    synchronized void join() {
        users++;
    }

    /** From now on the readiness of this channel for {@code ops} ends a sleep. Called again, it changes the ops. */
    synchronized void watch(SelectableChannel channel, int ops) {
        Selector s = selector;
        if (s == null) {
            remember(channel, ops);
        } else {
            register(s, channel, ops);
            s.wakeup(); // a thread that sleeps already sleeps without this channel
        }
    }

    /** Sleeps until a channel is ready, {@link #wakeUp}, or the time is over. */
    void sleep(long timeoutNs) {
        Selector s = opened();
        try {
            if (s == null || !s.isOpen()) {
                LockSupport.parkNanos(Math.min(timeoutNs, NO_SELECTOR_SLEEP_NS));
            } else {
                s.select(READY, Math.max(1, (timeoutNs + MS - 1) / MS));
            }
        } catch (IOException | ClosedSelectorException e) {
            LockSupport.parkNanos(Math.min(timeoutNs, NO_SELECTOR_SLEEP_NS));
        }
        slept();
    }

    /** Several threads may sleep, and one wake-up for two of them is enough. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    private void slept() {
        sleeps++;
    }

    private synchronized @Nullable Selector opened() {
        if (selector == null) {
            try {
                Selector fresh = Selector.open();
                for (Watched each : before) {
                    register(fresh, each.channel, each.ops);
                }
                before.clear();
                selector = fresh;
            } catch (IOException e) {
                return null; // sleeps are short naps then
            }
        }
        return selector;
    }

    private void remember(SelectableChannel channel, int ops) {
        for (int i = before.size() - 1; i >= 0; i--) {
            SelectableChannel known = before.get(i).channel;
            if (known == channel || !known.isOpen()) {
                before.remove(i);
            }
        }
        before.add(new Watched(channel, ops));
    }

    private static void register(Selector with, SelectableChannel channel, int ops) {
        try {
            if (channel.isOpen()) {
                channel.register(with, ops);
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            // It was closed meanwhile: nothing will come from it.
        }
    }

    /** Ends a {@link #sleep}, from any thread. */
    void wakeUp() {
        Selector s = selector;
        if (s != null) {
            s.wakeup();
        }
    }

    /** Changes with each sleep, for those who ask whether there was one since they looked last. */
    int sleeps() {
        return sleeps;
    }

    /**
     * A transport needs it no more; without any there is no more sleep.
     *
     * @return true if it was the last one
     */
    synchronized boolean leave() {
        if (--users > 0) {
            return false;
        }
        close();
        return true;
    }

    private void close() {
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
