package org.braid.link.progress;

import org.braid.link.progress.Waiters.Waiter;
import org.braid.link.ring.RingConsumer;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Doorbell;
import org.jspecify.annotations.Nullable;

/**
 * Waiting by whoever holds the token: it polls until what it waits for is done. First it looks at the rings with the core in hand, then it gives the core away between turns, then it
 * sleeps on the doorbell without the token; how long each takes is {@link IdleStrategy}'s business. Where one thread of a rank runs at a time, it parks when it is another one's turn: {@link Baton}.
 */
final class PollingWait {
    /**
     * Between two turns that bring nothing: about 0.8 µs. A socket that is asked without pause is locked most of the time, and what arrives meanwhile waits for the next look in a
     * list of its own: with this pause tcp is 5 % quicker, with twice the pause slower again.
     */
    private static final int LOOKS = 40;

    /** What waking takes: a frame that waits in a device is due at a time, and should not go on later. */
    private static final long WAKING_NS = 150_000;

    private final Progress progress;
    private final Token token;
    private final Waiters waiters;
    private final LongWait longWait;
    private final AddressSpace space;
    private final Clock clock;
    private final IdleStrategy idle;
    private final PolledRings rings;
    private final PolledPorts ports;
    private final Baton baton;
    private final ParkedWait parked;
    private boolean newborn;

    PollingWait(Progress progress, Token token, Waiters waiters, LongWait longWait, AddressSpace space, IdleStrategy idle, Baton baton) {
        this.progress = progress;
        this.token = token;
        this.waiters = waiters;
        this.longWait = longWait;
        this.space = space;
        this.clock = space.clock();
        this.idle = idle;
        this.rings = progress.rings();
        this.ports = progress.ports();
        this.newborn = idle.isCrowded();
        this.baton = baton;
        this.parked = new ParkedWait(token, waiters, longWait, space, this, baton);
    }

    /** @return true if done; false if the time was over first */
    boolean until(Completion c, long timeoutNs) {
        if (c.isDone()) {
            return true;
        }
        ports.flush();
        long deadlineNs = Deadline.in(clock, timeoutNs);
        if (waiters.any() || token.isPollerAway()) {
            beginBesideOthers(c, deadlineNs);
        }
        return spinUntil(c, deadlineNs) || yieldUntil(c, deadlineNs);
    }

    /** Waiting while another thread holds the token. */
    ParkedWait parked() {
        return parked;
    }

    private void beginBesideOthers(Completion c, long deadlineNs) {
        if (!baton.oneAtATime()) {
            return;
        }
        boolean isOver = baton.isOver();
        if (token.isPollerAway()) {
            pass(c, deadlineNs, null);
        } else if (isOver && waiters.firstDone() instanceof Waiter next) {
            pass(c, deadlineNs, next);
        }
    }

    /** Parks until done, or until it is the calling thread that is to poll, which has the token before and after. */
    private void pass(Completion c, long deadlineNs, @Nullable Waiter next) {
        try {
            boolean ignored = parked.passing(c, deadlineNs, next);
        } finally {
            if (!token.isMine()) {
                token.enter();
            }
        }
    }

    /** After a turn that brought nothing, for those who wait by turns of their own. */
    void rest() {
        if (!nap(1)) {
            clock.giveWay();
        }
    }

    /** Most waits end here, before a clock was read. */
    private boolean spinUntil(Completion c, long deadlineNs) {
        int turnsLeft = idle.spins();
        int quiet = 0;
        while (quiet < turnsLeft && !c.isDone()) {
            quiet = progress.poll() > 0 || lookOut() ? 0 : quiet + 1;
            quiet = considerOthers(c, deadlineNs, quiet, true);
        }
        idle.waited(quiet);
        return c.isDone();
    }

    /** Looks at the rings' flags alone, which is quicker than a turn and leaves their lines to the senders between two looks. What comes first is taken at once. */
    private boolean lookOut() {
        for (int look = progress.hasPieces() ? 1 : LOOKS; look > 0; look--) {
            Thread.onSpinWait();
            RingConsumer ring = rings.ready();
            if (ring != null) {
                progress.take(ring);
                return true;
            }
        }
        return false;
    }

    /** What spinning did not bring: turns that give the core away, and then sleep. */
    private boolean yieldUntil(Completion c, long deadlineNs) {
        int quiet = 0;
        while (!c.isDone()) {
            if (progress.poll() > 0) {
                quiet = 0;
            } else {
                if (newborn) {
                    nap(quiet);
                }
                if (Deadline.isOver(clock, deadlineNs)) {
                    return c.isDone();
                }
                quiet = !space.isThronged() && idle.yield(quiet) ? quiet + 1 : sleep(c, deadlineNs, quiet);
            }
            quiet = considerOthers(c, deadlineNs, quiet, false);
        }
        return true;
    }

    /** @return turns without news from now on */
    private int considerOthers(Completion c, long deadlineNs, int quiet, boolean mayHold) {
        if (token.wanted()) {
            if (baton.oneAtATime() && !c.isDone()) {
                pass(c, deadlineNs, null); // who wants in runs, and will wait, and poll
                return 0;
            }
            token.stepAside();
        }
        return waiters.any() ? considerWaiters(c, deadlineNs, quiet, mayHold) : quiet;
    }

    private int considerWaiters(Completion c, long deadlineNs, int quiet, boolean mayHold) {
        if (!baton.oneAtATime()) {
            waiters.wakeDone();
            return quiet;
        }
        if (c.isDone()) {
            baton.came();
            return quiet;
        }
        Waiter next = quiet == 0 ? null : waiters.firstDone(); // at first all that lies in the rings
        if (next == null || mayHold && baton.holdsOn(quiet)) {
            return quiet;
        }
        pass(c, deadlineNs, next);
        return 0;
    }

    /**
     * Leaves the core, and the token, to others for a moment that doubles with each turn without news. More ranks than cores start together: a rank that is first would only make the others
     * later by looking for them, in code that is not compiled yet (docs/decisions/startup.md).
     *
     * @return false once the process is past that age
     */
    private boolean nap(int quiet) {
        newborn = newborn && space.isNewborn();
        if (newborn) {
            token.exit();
            clock.park(this, AddressSpace.SHORTEST_NAP_NS << Math.min(quiet, 3));
            token.enter();
        }
        return newborn;
    }

    /** Sleeps without the token, unless something has come meanwhile. */
    private int sleep(Completion c, long deadlineNs, int quiet) {
        longWait.look(c);
        long leftNs = Deadline.leftNs(clock, deadlineNs);
        return space.isYoung(idle.isCrowded()) ? napYoung(leftNs, quiet) : sleepOnDoorbell(c, leftNs, quiet);
    }

    /** Announces nothing, so there is nothing that a ringer might have missed, and no more than the next turn to look. */
    private int napYoung(long leftNs, int quiet) {
        ports.leaveNoneOut();
        token.exit();
        try {
            space.nap(Math.min(Math.min(leftNs, idle.napNs(quiet)), sleepBoundNs()), ports.socketsBeforeSleep());
        } finally {
            token.enter();
        }
        return quiet + 1;
    }

    private int sleepOnDoorbell(Completion c, long leftNs, int quiet) {
        int announcement = space.announce();
        ports.leaveNoneOut();
        try {
            return cameAfterAll(c) ? 0 : sleep(announcement, leftNs, quiet);
        } finally {
            space.stayAwake(announcement);
        }
    }

    private boolean cameAfterAll(Completion c) {
        for (int i = 0; i < Doorbell.SETTLE_TURNS; i++) {
            if (progress.poll() > 0 || c.isDone()) {
                return true;
            }
            space.settle();
        }
        return false;
    }

    private int sleep(int announcement, long leftNs, int quiet) {
        token.stepOut();
        try {
            space.sleep(announcement, Math.min(leftNs, sleepBoundNs()), ports.socketsBeforeSleep());
        } finally {
            token.stepIn();
        }
        return quiet;
    }

    private long sleepBoundNs() {
        long bound = ports.pending() ? AddressSpace.PENDING_SLEEP_NS : progress.hasPieces() ? 0 : Deadline.NEVER;
        PolledChains chains = progress.chains();
        if (!chains.any() || !chains.pending()) {
            return bound;
        }
        long dueNs = chains.dueNs();
        return dueNs == Long.MAX_VALUE ? bound : Math.min(bound, Math.max(0, dueNs - space.clock().nanoTime() - WAKING_NS));
    }
}
