package org.braid.pipe.state;

/** What can happen to a lane's connection. Times are nanoseconds of one monotonic clock. */
public sealed interface LaneEvent {
    /** Somebody wants to send. */
    record Open(long nowNs) implements LaneEvent {}

    /** We called, and the peer's process has answered, though the connection is not open yet: a handshake is under way, for the first connection of the lane. */
    record Answered(long nowNs) implements LaneEvent {}

    /** The connection that we opened is open; greetings can be exchanged. */
    record Connected(long nowNs) implements LaneEvent {}

    /** The peer opened a connection that stays (see {@link CrossedConnect}); it replaces whatever we had. */
    record Accepted(long nowNs) implements LaneEvent {}

    /** Both greetings were valid, and the counts of both sides agree. */
    record Greeted(long epoch) implements LaneEvent {}

    /** The connection broke, was reset, ended without farewell, or carried garbage. */
    record Lost(long nowNs) implements LaneEvent {}

    /** Time went on. */
    record Tick(long nowNs) implements LaneEvent {}
}
