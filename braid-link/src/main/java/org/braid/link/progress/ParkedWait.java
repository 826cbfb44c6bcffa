package org.braid.link.progress;

import org.braid.link.progress.Waiters.Waiter;
import org.braid.link.spi.Clock;

/**
 * Waiting while another thread holds the token: parked until the holder, or the background thread, has polled what this one waits for. A platform thread takes the token over when it
 * becomes free; virtual threads leave polling to others.
 */
final class ParkedWait {
    private final Token token;
    private final Waiters waiters;
    private final LongWait longWait;
    private final AddressSpace space;
    private final Clock clock;
    private final PollingWait polling;

    ParkedWait(Token token, Waiters waiters, LongWait longWait, AddressSpace space, PollingWait polling) {
        this.token = token;
        this.waiters = waiters;
        this.longWait = longWait;
        this.space = space;
        this.clock = space.clock();
        this.polling = polling;
    }

    /** @return true if done; false if the time was over first */
    boolean until(Completion c, long timeoutNs) {
        if (token.isMine()) {
            throw Token.handlerWaits();
        }
        Waiter self = waiters.add(c, Thread.currentThread());
        try {
            return until(c, Deadline.in(clock, timeoutNs), self);
        } finally {
            waiters.remove(self);
            if (waiters.any()) {
                waiters.wakeOne();
            }
        }
    }

    private boolean until(Completion c, long deadlineNs, Waiter self) {
        boolean interrupted = false;
        try {
            while (!c.isDone()) {
                if (Deadline.isOver(clock, deadlineNs)) {
                    return c.isDone();
                }
                if (!self.thread().isVirtual() && token.tryEnter()) {
                    return takeOver(c, deadlineNs);
                }
                space.background().takeOver();
                interrupted = Interruption.taken(interrupted);
                self.park(clock, Math.min(waiters.parkNs(self), Deadline.leftNs(clock, deadlineNs)));
                lookWhileNobodyPolls(c);
            }
            return true;
        } finally {
            Interruption.giveBack(interrupted);
        }
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
