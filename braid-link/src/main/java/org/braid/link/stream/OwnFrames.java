package org.braid.link.stream;

import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.link.control.Handled;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.spi.Lane;

/** Frames of the runtime's own that a link carries to its endpoint, in order with its messages. */
public final class OwnFrames {
    private final Link link;
    private final Progress progress;

    OwnFrames(Link link, Progress progress) {
        this.link = link;
        this.progress = progress;
    }

    /** The longest payload of one frame by its lane now, at most {@code most}. Caller holds the token. */
    public int frameBytes(int most) {
        return Math.min(link.stream().lane().frameBytes(), most);
    }

    /**
     * Sends one. Waits for room, polling; of what a handler sends a copy waits. Caller holds the token.
     *
     * @param handler that the frame names; 0 for none
     * @param payload at most {@link #frameBytes}, from its first byte on
     * @return {@link Lane#TAKEN}, or {@link Lane#TOO_LONG} if the lane is another one by now, with shorter frames
     * @throws BraidException if the peer has failed; {@code CREDIT_VIOLATED} if handlers have sent more than may wait
     */
    public int tell(int kind, int handler, int a0, int a1, int a2, int a3, byte[] payload, int length) {
        link.announce(handler);
        while (true) {
            Stream s = link.openStream();
            if (length > s.lane().frameBytes()) {
                return Lane.TOO_LONG;
            }
            if (progress.isPolling()) {
                s.keep(kind, link.endpoint(), link.route(), handler, a0, a1, a2, a3, payload, 0, length);
                return Lane.TAKEN;
            }
            int taken = s.outboxEmpty() ? s.lane().offer(kind, link.endpoint(), link.route(), handler, a0, a1, a2, a3, payload, 0, length) : Lane.FULL;
            if (taken == Lane.TAKEN) {
                return Lane.TAKEN;
            }
            s.mayWaitForRoom();
            progress.pollOrYield();
        }
    }

    /** As {@link #tell} without a handler, for what is bounded by what it is about: it never waits. Caller holds the token. */
    public void keep(int kind, byte[] payload, int length) {
        Stream s = link.openStream();
        s.answer(kind, link.endpoint(), link.route(), HandlerId.NONE, 0, 0, 0, 0, payload, 0, length);
    }

    /**
     * Sends one request without a payload that must neither wait nor be lost: at once, or as soon as there is room, credit, or memory for a lane. For what answers a message, whose sender bounds it. Caller holds the token.
     *
     * @throws BraidException if the peer has failed
     */
    public void answer(int handler, int a0, int a1, int a2, int a3) {
        try {
            link.announce(handler);
            link.openStream().answer(FrameKind.RSR, link.endpoint(), link.route(), handler, a0, a1, a2, a3, null, 0, 0);
        } catch (BraidException refused) {
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            link.peer().unsaid().add(FrameKind.RSR, link.endpoint(), link.route(), handler, a0, a1, a2, a3, null, 0, 0);
        }
    }

    /** Completes when everything that the link has sent is handled at the peer, or fails with the peer. */
    public Completion askHandled() {
        Completion answer = new Completion();
        boolean entered = progress.enterUnlessMine();
        try {
            Stream s = link.openStream();
            long number = link.peer().handled().ask(answer);
            s.keep(FrameKind.DONE, 0, FrameHeader.ROUTE_NEEDS_YOU, HandlerId.NONE, (int) number, (int) (number >>> 32), 0, Handled.QUESTION, null, 0, 0);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
        return answer;
    }
}
