package org.braid.link.progress;

import org.braid.link.ring.RingConsumer;
import org.braid.link.spi.Clock;
import org.braid.link.spi.Doorbell;

/**
 * Waiting by whoever holds the token: it polls until what it waits for is done. First it looks at the rings with the core in hand, then it gives the core away between turns, then it
 * sleeps on the doorbell without the token; how long each takes is {@link IdleStrategy}'s business.
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
    private boolean newborn;

    PollingWait(Progress progress, Token token, Waiters waiters, LongWait longWait, AddressSpace space, IdleStrategy idle) {
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
    }

    boolean isCrowded() {
        return idle.isCrowded();
    }

    /** @return true if done; false if the time was over first */
    boolean until(Completion c, long timeoutNs) {
        if (c.isDone()) {
            return true;
        }
        ports.flush();
        return spinUntil(c) || yieldUntil(c, timeoutNs);
    }

    /** After a turn that brought nothing, for those who wait by turns of their own. */
    void rest() {
        if (!nap(1)) {
            clock.giveWay();
        }
    }

    /** Most waits end here, before a clock was read. */
    private boolean spinUntil(Completion c) {
        int turnsLeft = idle.spins();
        int quiet = 0;
        while (quiet < turnsLeft && !c.isDone()) {
            quiet = progress.poll() > 0 || lookOut() ? 0 : quiet + 1;
            considerOthers();
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
    private boolean yieldUntil(Completion c, long timeoutNs) {
        long deadlineNs = Deadline.in(clock, timeoutNs);
        int quiet = 0;
        boolean interrupted = false;
        try {
            while (!c.isDone()) {
                if (progress.poll() > 0) {
                    quiet = 0;
                } else {
                    interrupted = Interruption.taken(interrupted);
                    if (newborn) {
                        nap(quiet);
                    }
                    if (Deadline.isOver(clock, deadlineNs)) {
                        return c.isDone();
                    }
                    quiet = !space.isThronged() && idle.yield(quiet) ? quiet + 1 : sleep(c, deadlineNs, quiet);
                }
                considerOthers();
            }
            return true;
        } finally {
            Interruption.giveBack(interrupted);
        }
    }

    private void considerOthers() {
        if (token.wanted()) {
            token.stepAside();
        }
        if (waiters.any()) {
            waiters.wakeDone();
        }
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
        long napNs = Math.min(Math.min(leftNs, idle.napNs(quiet)), sleepBoundNs());
        token.exit();
        try {
            space.nap(napNs, ports.socketsBeforeSleep());
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
        long sleepNs = Math.min(leftNs, sleepBoundNs());
        token.exit();
        try {
            space.sleep(announcement, sleepNs, ports.socketsBeforeSleep());
        } finally {
            token.enter();
        }
        return quiet;
    }

    /** Caller holds the token: lanes that others add or end meanwhile would be missing in the middle of the look. */
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
