package org.braid.link.progress;

import org.braid.link.progress.Waiters.Waiter;
import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Waiting while another thread holds the token: parked until the holder, or the background thread, has polled what this one waits for. A platform thread takes the token over when it
 * becomes free; virtual threads leave polling to others.
 */
final class ParkedWait {
    /** No holder owes a wake-up that came in the instant between a waiter's last look and its parking: a waiter looks again after this time. */
    private static final long PARK_NS = 1_000_000;

    /** So long where one thread runs at a time: who is done and passed over is not to take the core before its turn. The background thread looks after those that nobody polls for. */
    private static final long PASSED_OVER_NS = 20_000_000;

    private final Token token;
    private final Waiters waiters;
    private final LongWait longWait;
    private final AddressSpace space;
    private final Clock clock;
    private final PollingWait polling;
    private final Baton baton;

    ParkedWait(Token token, Waiters waiters, LongWait longWait, AddressSpace space, PollingWait polling, Baton baton) {
        this.token = token;
        this.waiters = waiters;
        this.longWait = longWait;
        this.space = space;
        this.clock = space.clock();
        this.polling = polling;
        this.baton = baton;
    }

    /** @return true if done; false if the time was over first */
    boolean until(Completion c, long timeoutNs) {
        if (token.isMine()) {
            throw Token.handlerWaits();
        }
        long deadlineNs = Deadline.in(clock, timeoutNs);
        Waiter self = waiters.add(c, Thread.currentThread());
        try {
            return untilPoller(c, deadlineNs, self, !self.isVirtual()) ? takeOver(c, deadlineNs) : c.isDone();
        } finally {
            leaveToOthers();
        }
    }

    /**
     * Gives the token back and parks until {@code c} is done, the time is over, or the calling thread is to poll again.
     *
     * @param next is woken, if somebody is to run; the caller has no core then
     * @return true if the caller has the token again, and is to poll
     */
    boolean passing(Completion c, long deadlineNs, @Nullable Waiter next) {
        Waiter self = waiters.add(c, Thread.currentThread());
        token.exit();
        if (next != null) {
            next.wake();
        }
        return untilPoller(c, deadlineNs, self, false);
    }

    private void leaveToOthers() {
        if (!waiters.any()) {
            return;
        }
        if (baton.oneAtATime()) {
            space.background().takeOver();
        } else {
            waiters.wakeOne();
        }
    }

    private boolean untilPoller(Completion c, long deadlineNs, Waiter self, boolean pollsAtOnce) {
        try {
            boolean mayPoll = pollsAtOnce;
            self.looks();
            while (!c.isDone() && !Deadline.isOver(clock, deadlineNs)) {
                if (mayPoll && tryTakeOver()) {
                    return true;
                }
                space.background().takeOver();
                self.park(clock, baton.oneAtATime() && !self.isVirtual() ? Math.min(PASSED_OVER_NS, Deadline.leftNs(clock, deadlineNs)) : PARK_NS);
                self.looks();
                lookWhileNobodyPolls(c);
                mayPoll = !self.isVirtual();
            }
            return false;
        } finally {
            waiters.remove(self);
        }
    }

    private boolean tryTakeOver() {
        return baton.oneAtATime() ? token.tryTakeOver() : token.tryEnter();
    }

    private boolean takeOver(Completion c, long deadlineNs) {
        try {
            return polling.until(c, Deadline.leftNs(clock, deadlineNs));
        } finally {
            token.exit();
        }
    }

    /** Virtual threads leave polling to others, who may have none of their own that wait. */
    private void lookWhileNobodyPolls(Completion c) {
        if (longWait.isDue() && token.tryEnter()) {
            try {
                longWait.look(c);
            } finally {
                token.exit();
            }
        }
    }
}
