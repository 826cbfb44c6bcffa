package org.braid.link.stream;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.link.chain.SendingChain;
import org.braid.link.receiving.ReceivingStream;
import org.braid.link.spi.EndedLane;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneOwner;
import org.jspecify.annotations.Nullable;

/**
 * What carries a stream: a lane, and where it came from.
 *
 * @param lane what links send by: the transport's own, or the chain above it
 * @param bottom the transport's
 * @param owner where it came from; null if nothing leads to the peer
 * @param method the whole chain, as a user writes it
 */
public record Carrier(ContextId peer, Lane lane, Lane bottom, @Nullable LaneOwner owner, String method) {
    /** Nothing leads there. */
    public static Carrier none(ContextId peer, Throwable why) {
        Lane ended = new EndedLane(why);
        return new Carrier(peer, ended, ended, null, "none");
    }

    /** The chain's text as the peer is told it, in UTF-8; empty if there are no devices. */
    byte[] announced() {
        return lane instanceof SendingChain chain ? chain.text().toString().getBytes(StandardCharsets.UTF_8) : new byte[0];
    }

    /**
     * What the peer has not accepted; see {@link Lane#handBack}.
     *
     * @param accepted frames as the peer counts them; {@link ReceivingStream#UNSEEN} if not even the lane's introduction has come
     */
    void handBack(long accepted, Consumer<Frame> to) {
        if (accepted == ReceivingStream.UNSEEN && lane instanceof SendingChain chain) {
            chain.handBackAll(to);
        } else {
            lane.handBack(accepted == ReceivingStream.UNSEEN ? 0 : accepted, to);
        }
    }

    /** True if nothing leads there. */
    public boolean isNowhere() {
        return owner == null;
    }

    boolean mayBeReplaced() {
        return owner != null && lane.mayBeLeft();
    }

    /** Nobody uses it any more. What it has taken still arrives, unless it was handed back. Returns false if it stays, because the peer uses it, too, or whoever selects it next. */
    boolean release() {
        boolean ends = owner == null || owner.release(bottom);
        if (ends && lane instanceof SendingChain chain) {
            chain.close();
        }
        return ends;
    }

    /** Why the lane takes nothing any more. */
    BraidException whyEnded() {
        return lane.closedBy() instanceof BraidException why
                ? why
                : new BraidException(ErrorCode.PEER_LOST, "Nothing can be sent to " + peer, "its lane has ended", "See the first error of this job for the cause");
    }
}
