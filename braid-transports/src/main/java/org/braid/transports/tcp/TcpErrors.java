package org.braid.transports.tcp;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.pipe.state.LaneFailure;

/** The errors of this transport in words. */
final class TcpErrors {
    private TcpErrors() {}

    static BraidException laneFailed(ContextId peer, LaneFailure failure, String why) {
        String what = "The tcp lane to context " + peer + " has failed";
        return switch (failure) {
            case UNREACHABLE -> new BraidException(ErrorCode.PEER_LOST, what, "no connection could be made in time; last: " + why,
                    "See whether its process lives and whether the network between the two hosts lets tcp through");
            case PROTOCOL -> new BraidException(ErrorCode.STREAM_VIOLATED, what, why, "Restart the job; if it happens again, report it");
            case REFUSED -> new BraidException(ErrorCode.CONNECT_FAILED, what, "the peer answered and refused: " + why, "Start all processes of a job with the same launcher and build");
            case PEER_DIED -> new BraidException(ErrorCode.PEER_LOST, what, why, "See what ended it");
            case CLOSE_DEADLINE -> new BraidException(ErrorCode.CLOSE_INCOMPLETE, what, why, "Close later, or give it more time");
        };
    }

    static BraidException tooManyLanes(ContextId peer, int most) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "No further tcp lane to context " + peer + " is opened", most + " with parameters of their own are open",
                "Let startpoints share parameters");
    }

    static BraidException notBeyond(ContextId peer, String interfaceName) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "tcp(interface=" + interfaceName + ") does not reach context " + peer, "none of its addresses lies beyond that interface",
                "Name another interface, or none");
    }

    static BraidException clearRefused(ContextId peer) {
        return new BraidException(ErrorCode.CLEAR_REFUSED, "Context " + peer + " is on another host", "tcp would carry its messages in the clear",
                "Use a protected method, or allow it with --allow-clear");
    }
}
