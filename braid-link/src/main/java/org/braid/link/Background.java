package org.braid.link;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.BulkSend;
import org.jspecify.annotations.Nullable;

/**
 * The one background thread of a process. It polls a context on behalf of nobody in particular: when something is pending and nobody has polled for {@link #QUIET_NS}, and always
 * for contexts whose handlers must run although no call of theirs waits. It starts when first needed.
 */
final class Background {
    static final long QUIET_NS = 200_000;

    private static final long ASLEEP_NS = 1_000_000_000L;

    private final CopyOnWriteArrayList<Context> contexts = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread thread;
    private volatile boolean stopped;
    private volatile boolean wanted;

    void add(Context context) {
        contexts.add(context);
    }

    void remove(Context context) {
        contexts.remove(context);
    }

    @Nullable BulkSend sendOf(ContextId owner, long id) {
        for (Context context : contexts) {
            if (context.id().equals(owner)) {
                return context.bulk().outgoing().find(id);
            }
        }
        return null;
    }

    /** Somebody needs polling that nobody may be doing. */
    void takeOver() {
        wanted = true;
        Thread t = thread;
        if (t != null) {
            LockSupport.unpark(t);
        } else {
            start();
        }
    }

    void stop() {
        stopped = true;
        takeOver();
    }

    private synchronized void start() {
        if (thread == null && !stopped) {
            Thread t = new Thread(this::run, "braid-progress");
            t.setDaemon(true);
            thread = t;
            t.start();
        }
    }

    private void run() {
        while (!stopped) {
            wanted = false;
            boolean pending = false;
            for (Context context : contexts) {
                pending |= context.pollInBackground();
            }
            if (!wanted && !stopped) {
                LockSupport.parkNanos(this, pending ? QUIET_NS : ASLEEP_NS);
            }
        }
    }
}
