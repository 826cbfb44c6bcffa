package org.braid.pipe;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.pipe.state.LaneFailure;

/** The errors of lanes over pipes in words; each names the method. */
final class PipeErrors {
    private PipeErrors() {}

    static BraidException laneFailed(String method, ContextId peer, LaneFailure failure, String why) {
        String what = "The " + method + " lane to context " + peer + " has failed";
        return switch (failure) {
            case UNREACHABLE -> new BraidException(ErrorCode.PEER_LOST, what, "no connection could be made in time; last: " + why,
                    "See whether its process lives and whether the network between the two hosts lets " + method + " through");
            case PROTOCOL -> new BraidException(ErrorCode.STREAM_VIOLATED, what, why, "Restart the job; if it happens again, report it");
            case REFUSED -> new BraidException(ErrorCode.CONNECT_FAILED, what, "the peer answered and refused: " + why, "Start all processes of a job with the same launcher and build");
            case LEFT -> new BraidException(ErrorCode.LANE_CUT, what, why, "Nothing is lost if another lane leads there; see the notices of that context");
            case PEER_DIED -> new BraidException(ErrorCode.PEER_LOST, what, why, "See what ended it");
        };
    }

    static BraidException tooManyLanes(String method, ContextId peer, int most) {
        return new BraidException(ErrorCode.LANES_USED_UP, "No further " + method + " lane to context " + peer + " is opened", most + " are open", "Let startpoints share parameters, or close some");
    }
}
