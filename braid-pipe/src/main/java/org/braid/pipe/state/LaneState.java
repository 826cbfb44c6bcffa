package org.braid.pipe.state;

import org.braid.pipe.state.LaneEvent.Accepted;
import org.braid.pipe.state.LaneEvent.Answered;
import org.braid.pipe.state.LaneEvent.Connected;
import org.braid.pipe.state.LaneEvent.Greeted;
import org.braid.pipe.state.LaneEvent.Lost;
import org.braid.pipe.state.LaneEvent.Open;
import org.braid.pipe.state.LaneEvent.Tick;

/**
 * The life of a lane's connection. A broken connection is no failure of the lane: what was sent waits in the {@link ReplayLog}. How a lane ends is no matter of its connection: see {@link CloseHandshake}.
 *
 * <pre>
 *             Open               Connected              Greeted
 *   Closed ─────────> Connecting ─────────> Greeting ─────────────> Up
 *     │                 ^    │ Lost or deadline │ Lost or deadline   │
 *     │         retryAt │    v                  v                    │ Lost
 *     │                Broken <─────────────────────────────────────-┘
 *     │ Accepted        │  │ grace time over
 *     └──────────────> Greeting   └──────> Failed
 *      (also from Connecting, Greeting, Broken and Up: the peer noticed a break before we did)
 *
 *   Answered, in Connecting: the deadline moves, since what has begun would be lost with the call
 * </pre>
 *
 * <p>Transitions are values: the caller compares the state before and after, and does what the new one asks for. They happen a few
 * times in a connection's life, never per message.
 */
public sealed interface LaneState {
    /** Nothing is open, nothing is owed. The first send opens. */
    record Closed() implements LaneState {}

    /** We called; no answer yet. Sends go to the log. {@code sinceNs}: without a working connection since then. */
    record Connecting(long sinceNs, int attempt, long deadlineNs) implements LaneState {}

    /** A connection is open, and the greetings with both counts are under way. Sends go to the log. */
    record Greeting(long sinceNs, int attempt, long deadlineNs) implements LaneState {}

    /** Both sides agreed where to go on; frames flow. Epochs count the connections of the lane. */
    record Up(long epoch) implements LaneState {}

    /** The connection was lost; the next attempt starts at {@code retryAtNs}. Sends go to the log. */
    record Broken(long sinceNs, int attempt, long retryAtNs) implements LaneState {}

    /** Terminal. Sends report the cause. */
    record Failed(LaneFailure cause) implements LaneState {}

    LaneState CLOSED = new Closed();

    /** The state after {@code event}; the same object when the event means nothing here. */
    default LaneState on(LaneEvent event, LaneTimes times) {
        return switch (this) {
            case Failed _ -> this;
            case Closed _ -> fromClosed(event, times);
            case Connecting(long since, int attempt, long deadline) -> fromConnecting(since, attempt, deadline, event, times);
            case Greeting(long since, int attempt, long deadline) -> fromGreeting(since, attempt, deadline, event, times);
            case Up _ -> fromUp(event, times);
            case Broken(long since, int attempt, long retryAt) -> fromBroken(since, attempt, retryAt, event, times);
        };
    }

    private LaneState fromClosed(LaneEvent event, LaneTimes times) {
        return switch (event) {
            case Open(long now) -> new Connecting(now, 1, now + times.connectNs());
            case Accepted(long now) -> new Greeting(now, 1, now + times.greetNs());
            default -> this;
        };
    }

    private LaneState fromConnecting(long since, int attempt, long deadline, LaneEvent event, LaneTimes times) {
        return switch (event) {
            case Answered _ when since + times.firstNs() - deadline > 0 -> new Connecting(since, attempt, since + times.firstNs());
            case Connected(long now) -> new Greeting(since, attempt, now + times.greetNs());
            case Accepted(long now) -> new Greeting(since, attempt, now + times.greetNs());
            case Lost(long now) -> broken(since, attempt, now, times);
            case Tick(long now) when now - deadline >= 0 -> broken(since, attempt, now, times);
            default -> this;
        };
    }

    private LaneState fromGreeting(long since, int attempt, long deadline, LaneEvent event, LaneTimes times) {
        return switch (event) {
            case Greeted(long epoch) -> new Up(epoch);
            case Accepted(long now) -> new Greeting(since, attempt, now + times.greetNs());
            case Lost(long now) -> broken(since, attempt, now, times);
            case Tick(long now) when now - deadline >= 0 -> broken(since, attempt, now, times);
            default -> this;
        };
    }

    private LaneState fromUp(LaneEvent event, LaneTimes times) {
        return switch (event) {
            case Accepted(long now) -> new Greeting(now, 1, now + times.greetNs());
            case Lost(long now) -> broken(now, 0, now, times);
            default -> this;
        };
    }

    private LaneState fromBroken(long since, int attempt, long retryAt, LaneEvent event, LaneTimes times) {
        return switch (event) {
            case Accepted(long now) -> new Greeting(since, attempt, now + times.greetNs());
            case Tick(long now) when now - since >= times.graceNs() -> new Failed(LaneFailure.UNREACHABLE);
            case Tick(long now) when now - retryAt >= 0 -> new Connecting(since, attempt, now + times.connectNs());
            default -> this;
        };
    }

    private static LaneState broken(long since, int attempt, long now, LaneTimes times) {
        if (now - since >= times.graceNs()) return new Failed(LaneFailure.UNREACHABLE);
        return new Broken(since, attempt + 1, now + times.retryNs(attempt + 1));
    }
}
