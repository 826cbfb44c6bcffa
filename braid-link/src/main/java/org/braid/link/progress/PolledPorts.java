package org.braid.link.progress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/** The ports of one context in the order in which they are polled, each as often as its {@link PollTurn} finds worth while. Guarded by the context's token. */
public final class PolledPorts {
    private PollTurn[] turns = new PollTurn[0];

    /** Polls what this method brings from now on. */
    public void add(String method, TransportPort port) {
        PollTurn[] more = Arrays.copyOf(turns, turns.length + 1);
        more[turns.length] = new PollTurn(method, port);
        turns = more;
    }

    /** The methods that are polled so, in their order. */
    public List<String> methods() {
        List<String> names = new ArrayList<>();
        for (PollTurn turn : turns) {
            names.add(turn.method);
        }
        return names;
    }

    boolean any() {
        return turns.length > 0;
    }

    /** @throws BraidException {@code BRD-1304} if this context has not opened such a method */
    PollTurn of(String method) {
        for (PollTurn turn : turns) {
            if (turn.method.equals(method)) {
                return turn;
            }
        }
        throw new BraidException(
                ErrorCode.METHOD_UNKNOWN, "The polling of '" + method + "' cannot be set", "this context has not opened such a method", "See braid info for those that there are");
    }

    /** Every method is polled again as often as its traffic wants: what is closed must be heard. */
    public void forgetSkips() {
        for (PollTurn turn : turns) {
            turn.skipPoll(Progress.ADAPTIVE);
        }
    }

    /** @param found what other methods brought in this turn */
    int poll(int window, int found) {
        int done = 0;
        for (PollTurn turn : turns) {
            done += turn.poll(window, found);
        }
        return done;
    }

    /** {@link TransportPort#recalled}, of all. */
    public void recalled(long count) {
        for (PollTurn turn : turns) {
            turn.port.recalled(count);
        }
    }

    /** Sends out what lanes hold back to batch. */
    void flush() {
        for (PollTurn turn : turns) {
            turn.flush();
        }
    }

    /** True while some port has something that must go on although nobody waits for it. */
    boolean pending() {
        for (PollTurn turn : turns) {
            if (turn.port.pending()) {
                return true;
            }
        }
        return false;
    }

    /** True once something can come in. */
    public boolean anyOpen() {
        for (PollTurn turn : turns) {
            if (turn.port.open()) {
                return true;
            }
        }
        return false;
    }

    /** True while somebody without a lane may call. */
    boolean expectCallers() {
        for (PollTurn turn : turns) {
            if (turn.port.expectsCallers()) {
                return true;
            }
        }
        return false;
    }

    /** Sleep was announced: the look that follows leaves no open port out, for what one of them was told of before that nobody will ring again. Without the token: a turn too many or too few, which the next one makes good. */
    void leaveNoneOut() {
        for (PollTurn turn : turns) {
            turn.isDue();
        }
    }

    /** The port in whose sockets a sleep ends when something comes, or null if there are none; every port is told that turns stop. Without the token: all are looked at anew after it. */
    @Nullable TransportPort socketsBeforeSleep() {
        TransportPort sockets = null;
        for (PollTurn turn : turns) {
            if (turn.port.open() && !turn.port.ringsDoorbell()) {
                sockets = turn.port;
            }
            turn.beforeSleep();
        }
        return sockets;
    }
}
