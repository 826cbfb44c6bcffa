package org.braid.testkit.sim;

import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.pipe.state.LaneState;
import org.jspecify.annotations.Nullable;

/** Every transition and verdict of the cores that a build must have seen. One that is not listed here is a failure when it occurs. */
public enum Transition {
    CLOSED_TO_CONNECTING,
    CLOSED_TO_GREETING,
    CONNECTING_TO_GREETING,
    CONNECTING_TO_BROKEN,
    CONNECTING_TO_FAILED,
    CONNECTING_TO_CLOSED,
    GREETING_TO_UP,
    GREETING_TO_GREETING,
    GREETING_TO_BROKEN,
    GREETING_TO_FAILED,
    GREETING_TO_CLOSED,
    UP_TO_GREETING,
    UP_TO_BROKEN,
    UP_TO_CLOSING,
    UP_TO_FAILED,
    BROKEN_TO_GREETING,
    BROKEN_TO_CONNECTING,
    BROKEN_TO_FAILED,
    BROKEN_TO_CLOSED,
    CLOSING_TO_CLOSED,
    CLOSING_TO_FAILED,

    SEND_OFFERED_TO_PULLED,
    SEND_OFFERED_TO_PUTTING,
    SEND_OFFERED_TO_PUSHING,
    SEND_OFFERED_TO_DONE,
    SEND_OFFERED_TO_REFUSED,
    SEND_OFFERED_TO_FAILED,
    SEND_PULLED_TO_PUSHING,
    SEND_PULLED_TO_DONE,
    SEND_PULLED_TO_FAILED,
    SEND_PUTTING_TO_OFFERED,
    SEND_PUTTING_TO_DONE,
    SEND_PUTTING_TO_FAILED,
    SEND_PUSHING_TO_PUSHED,
    SEND_PUSHING_TO_FAILED,
    SEND_PUSHED_TO_DONE,
    SEND_PUSHED_TO_SETTLING,
    SEND_PUSHED_TO_FAILED,
    SEND_SETTLING_TO_DONE,
    SEND_SETTLING_TO_FAILED,

    RECEIVE_MATCHED_TO_GETTING,
    RECEIVE_MATCHED_TO_AWAITING_PUT,
    RECEIVE_MATCHED_TO_PIPING,
    RECEIVE_MATCHED_TO_DONE,
    RECEIVE_GETTING_TO_PIPING,
    RECEIVE_GETTING_TO_DONE,
    RECEIVE_GETTING_TO_FAILED,
    RECEIVE_AWAITING_PUT_TO_PIPING,
    RECEIVE_AWAITING_PUT_TO_DONE,
    RECEIVE_AWAITING_PUT_TO_FAILED,
    RECEIVE_PIPING_TO_DONE,
    RECEIVE_PIPING_TO_FAILED,

    /** A new connection, and frames that the old one had carried are written again unless the peer has them. */
    LOG_RESUMED,
    /** No acknowledgement for a while on a lane of packets. */
    PACKETS_SENT_AGAIN,
    /** A log refused a frame. */
    LOG_FULL,
    /** A log doubled. */
    LOG_GREW,
    /** An empty log gave its memory back because the budget was tight. */
    LOG_GAVE_BACK,
    /** An acknowledgement was ahead of what the connection had carried. */
    ACK_AHEAD_OF_REPLAY,
    DUPLICATE_DROPPED,
    HOLD_NEXT,
    HOLD_HELD,
    HOLD_DUPLICATE,
    /** Both sides connected at once, and one connection was closed. */
    CROSSED_CONNECT,
    CREDIT_REFUSED,
    /** Without credit an eager message became an offer. */
    EAGER_BECAME_OFFER,
    CONTROL_CREDIT_REFUSED,
    GRANT_REPEATED,
    BULK_TABLE_FULL,
    BULK_STALE_MESSAGE,
    INBOX_FULL,
    CLOSE_FLUSHED,
    CLOSE_ABANDONED;

    private static final Transition[] ALL = values();
    private static final String[] SEND = {"FREE", "OFFERED", "PULLED", "PUTTING", "PUSHING", "PUSHED", "SETTLING", "DONE", "REFUSED", "FAILED"};
    private static final String[] RECEIVE = {"FREE", "MATCHED", "GETTING", "AWAITING_PUT", "PIPING", "DONE", "FAILED"};
    private static final String[] LANE = {"CLOSED", "CONNECTING", "GREETING", "UP", "BROKEN", "CLOSING", "FAILED"};
    private static final @Nullable Transition[][] OF_SEND = table("SEND_", SEND);
    private static final @Nullable Transition[][] OF_RECEIVE = table("RECEIVE_", RECEIVE);
    private static final @Nullable Transition[][] OF_LANE = table("", LANE);

    static Transition of(int ordinal) {
        return ALL[ordinal];
    }

    static int count() {
        return ALL.length;
    }

    static Transition ofLane(LaneState from, LaneState to) {
        return legal(OF_LANE, LANE, number(from), number(to));
    }

    static Transition ofSend(int from, BulkSend to) {
        return legal(OF_SEND, SEND, from, to.state());
    }

    static Transition ofReceive(int from, BulkReceive to) {
        return legal(OF_RECEIVE, RECEIVE, from, to.state());
    }

    private static Transition legal(@Nullable Transition[][] table, String[] names, int from, int to) {
        Transition found = table[from][to];
        if (found == null) throw new SimFailure("transition " + names[from] + " to " + names[to] + " isn't drawn anywhere");
        return found;
    }

    private static int number(LaneState state) {
        return switch (state) {
            case LaneState.Closed _ -> 0;
            case LaneState.Connecting _ -> 1;
            case LaneState.Greeting _ -> 2;
            case LaneState.Up _ -> 3;
            case LaneState.Broken _ -> 4;
            case LaneState.Closing _ -> 5;
            case LaneState.Failed _ -> 6;
        };
    }

    private static @Nullable Transition[][] table(String prefix, String[] names) {
        @Nullable Transition[][] table = new Transition[names.length][names.length];
        for (Transition t : ALL)
            for (int from = 0; from < names.length; from++)
                for (int to = 0; to < names.length; to++)
                    if (t.name().equals(prefix + names[from] + "_TO_" + names[to])) table[from][to] = t;
        return table;
    }
}
