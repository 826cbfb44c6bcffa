package org.braid.link.progress;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * The one background thread of a process. It polls a context on behalf of nobody in particular: when something is pending and nobody has polled for {@link #QUIET_NS}, and for
 * contexts that serve, whose handlers must run although no call of theirs waits. It starts when first needed.
 *
 * <p>With nothing to do it sleeps on the doorbell in state IDLE, so that only frames flagged "needs you" wake it, or in state WAITED if what was begun above a context goes on by itself. While others poll it only looks around every {@link #QUIET_NS}, so that
 * the first frame of a quiet time rings and those that follow do not.
 */
public final class Background {
    static final long QUIET_NS = 200_000;

    private static final String NAME = "braid-progress";

    private static final long ASLEEP_NS = 1_000_000_000L;

    /** A message through memory waits no longer than this for a sleeper in sockets, which wake it at once. */
    private static final long SLICE_NS = 1_000_000;

    /** A first connection waits no longer than this to be taken. */
    private static final long CALLERS_NS = 10_000_000;

    private final Doorbell doorbell;
    private final Clock clock;
    private final boolean mayStart;
    private final CopyOnWriteArrayList<Served> contexts = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread thread;
    private volatile boolean stopped;
    private volatile boolean wanted;
    private volatile boolean asleep;
    private volatile boolean ticking;

    Background(Doorbell doorbell, Clock clock, boolean mayStart) {
        this.doorbell = doorbell;
        this.clock = clock;
        this.mayStart = mayStart;
    }

    /** A context is polled from now on. */
    public void add(Served context) {
        contexts.add(context);
        if (context.always()) {
            takeOver();
        }
    }

    /** A context has closed. */
    public void remove(Served context) {
        contexts.remove(context);
    }

    /** Whether a thread is the background thread of some address space. */
    public static boolean isOne(Thread any) {
        return any.getName().equals(NAME);
    }

    /** Whether {@code poller} is this one's thread and polls that context alone. */
    public boolean servesOnly(Served context, Thread poller) {
        return poller == thread && contexts.size() == 1 && contexts.getFirst() == context;
    }

    /** Somebody needs polling that nobody may be doing. */
    void takeOver() {
        if (!mayStart || wanted || ticking) {
            return; // it looks around within QUIET_NS anyway
        }
        wanted = true;
        Thread t = thread;
        if (t == null) {
            start();
        } else if (asleep) {
            doorbell.ring();
        } else {
            LockSupport.unpark(t);
        }
    }

    void stop() {
        stopped = true;
        wanted = false;
        ticking = false;
        if (thread != null) {
            takeOver();
        }
    }

    private synchronized void start() {
        if (thread == null && !stopped) {
            Thread t = new Thread(this::run, NAME);
            t.setDaemon(true);
            thread = t;
            t.start();
        }
    }

    private void run() {
        while (!stopped) {
            turn();
        }
    }

    /** What its thread does again and again: looks around, and sleeps as long as nothing wants it. In a process for which no thread runs, whoever opens contexts in it may call this instead. */
    public void turn() {
        try {
            round();
        } catch (Throwable thrown) { // out of a transport's sleep, or for want of memory to say what was thrown
            tell(thrown);
            tick();
        }
    }

    private void round() {
        boolean ignored = Thread.interrupted(); // a handler may interrupt its thread, which would sleep no more
        wanted = false;
        Activity activity = lookAround();
        if (wanted || stopped) {
            return;
        }
        switch (activity) {
            case BUSY -> tick();
            case SERVING -> sleepOnDoorbell();
            case NONE -> clock.park(this, ASLEEP_NS);
        }
    }

    private void tell(Throwable thrown) {
        try {
            contexts.forEach(context -> context.pollFailed(thrown));
        } catch (Throwable unsaid) {
            // Not even memory to say so: what is more important is that somebody goes on polling.
        }
    }

    private void tick() {
        ticking = true;
        clock.park(this, QUIET_NS);
        ticking = false;
    }

    private enum Activity {
        NONE,
        SERVING,
        BUSY
    }

    private Activity lookAround() {
        Activity most = Activity.NONE;
        for (Served context : contexts) {
            boolean busy = poll(context);
            Activity its = busy ? Activity.BUSY : context.isListenedTo() ? Activity.SERVING : Activity.NONE;
            most = its.compareTo(most) > 0 ? its : most;
        }
        return most;
    }

    /** Whoever waits is told by the call that waits, but here nobody waits: whatever a turn throws is noticed, and what the turn left undone is looked at again soon. */
    private static boolean poll(Served context) {
        try {
            return context.poll();
        } catch (Throwable thrown) {
            context.pollFailed(thrown);
            return true;
        }
    }

    /** Everything was quiet: announce, look again, and sleep until a frame rings or somebody wants us. */
    private void sleepOnDoorbell() {
        asleep = true;
        int state = strongest();
        int announcement = doorbell.announce(state);
        contexts.forEach(context -> context.ports().leaveNoneOut());
        try {
            boolean busy = false;
            for (int i = 0; i < Doorbell.SETTLE_TURNS && !busy; i++) {
                clock.giveWay();
                busy = lookAround() == Activity.BUSY;
            }
            if (!busy && !wanted && !stopped) {
                rest(announcement, state == Doorbell.WAITED);
            }
        } finally {
            doorbell.withdraw(announcement);
            asleep = false;
        }
    }

    /** What every context needs of those who ring. */
    private int strongest() {
        for (Served context : contexts) {
            if (context.announcement() == Doorbell.WAITED) {
                return Doorbell.WAITED;
            }
        }
        return Doorbell.IDLE;
    }

    /** Sockets cannot ring. While some are open the sleep is theirs, in slices after which rings are looked at; a listener alone is looked at now and then. */
    private void rest(int announcement, boolean anyFrameWakes) {
        TransportPort sockets = null;
        boolean mayBeCalled = false;
        for (Served context : contexts) {
            if (context.isListenedTo()) {
                TransportPort its = context.ports().socketsBeforeSleep();
                sockets = its == null ? sockets : its;
                mayBeCalled |= context.ports().expectCallers();
                context.heard(anyFrameWakes);
            }
        }
        if (sockets == null) {
            doorbell.sleep(announcement, mayBeCalled ? CALLERS_NS : ASLEEP_NS, clock);
        } else {
            sockets.blockUntilReady(SLICE_NS);
        }
        contexts.forEach(context -> context.heard(false));
    }
}
