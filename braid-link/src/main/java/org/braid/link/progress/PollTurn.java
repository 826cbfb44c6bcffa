package org.braid.link.progress;

import org.braid.link.spi.TransportPort;

/**
 * How often a port is polled: Nexus's {@code skip_poll} (nexus-multimethod, section 5.1), set by hand or found by itself. A port that brought something last is polled on every
 * turn; while other methods bring news and this one does not, the turns it is skipped double, up to {@link #MOST}, or as many messages of others. A quiet context polls everything: then nothing is delayed by
 * it, unless it is set so by hand.
 */
final class PollTurn {
    /** Nexus's Table 3 found 1000 best for a slow method beside a fast one. */
    static final int MOST = 1024;

    private static final int QUIET_TURNS = 64;

    /** A port that only waits to be called is looked at so often, whatever others bring: a look is a clock and now and then a system call, and whoever calls gives up after a while. */
    static final int CALLER_TURNS = 64;

    final String method;
    final TransportPort port;
    private int byHand = Progress.ADAPTIVE;
    private int skip;
    private int left;
    private int quietTurns;
    private int turnsWithoutLane;
    private boolean wasOpen;

    PollTurn(String method, TransportPort port) {
        this.method = method;
        this.port = port;
    }

    /** Fixes the number of turns skipped between two polls; {@link Progress#ADAPTIVE} lets it follow the traffic again. */
    void skipPoll(int turns) {
        byHand = Math.max(Progress.ADAPTIVE, turns);
        skip = Math.max(0, byHand);
        left = 0;
    }

    int skipPoll() {
        return skip;
    }

    /** The next turn is not left out. */
    void isDue() {
        left = 0;
    }

    /** The process is about to sleep, so turns no longer tell the time: the next one looks whether something has come, callers too. */
    void beforeSleep() {
        turnsWithoutLane = CALLER_TURNS - 1;
        isDue();
    }

    /** Sends out what is held back; what a lane holds that is younger than the last turn goes with the next one. */
    void flush() {
        if (wasOpen) {
            port.flush();
        }
    }

    /** @param foundElsewhere what other methods brought in this turn */
    int poll(int limit, int foundElsewhere) {
        wasOpen = port.open();
        if (!wasOpen) {
            return lookForCallers(limit);
        }
        if (foundElsewhere > 0) {
            quietTurns = 0;
        } else if (quietTurns < QUIET_TURNS) {
            quietTurns++;
        }
        if (byHand == Progress.NEVER) {
            return 0;
        }
        if (left > 0 && (byHand >= 0 || quietTurns < QUIET_TURNS)) {
            left -= byHand < 0 ? Math.max(1, foundElsewhere) : 1; // handlers may take long: a turn that brings many counts as many
            return 0;
        }
        int done = port.poll(limit);
        if (byHand < 0) {
            skip = done > 0 ? 0 : foundElsewhere > 0 ? Math.min(MOST, skip * 2 + 1) : skip;
        }
        left = skip;
        return done;
    }

    /** Each call of a port takes as long as a tenth of a message. Turns that are skipped by hand count; what the traffic has taught is of lanes, and would be of no use on top of that. */
    private int lookForCallers(int limit) {
        if ((++turnsWithoutLane & CALLER_TURNS - 1) != 0 || byHand == Progress.NEVER || !port.expectsCallers()) {
            return 0;
        }
        if (byHand > 0 && left >= CALLER_TURNS) {
            left -= CALLER_TURNS;
            return 0;
        }
        int done = port.poll(limit);
        skip = byHand < 0 && done > 0 ? 0 : skip; // whoever has called is answered at once
        left = skip;
        return done;
    }
}
