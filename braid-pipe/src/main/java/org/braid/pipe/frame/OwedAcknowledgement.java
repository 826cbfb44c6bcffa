package org.braid.pipe.frame;

import org.braid.base.wire.FrameKind;
import org.braid.pipe.log.ReceiveCount;

/**
 * Whether what was accepted is to be acknowledged by a frame of its own. Mostly it is not: frames that go back carry the count. It is when too much has come without one, when the peer has
 * paused, and at once behind what is large, whose sender waits for that. Owned by the poller.
 */
public final class OwedAcknowledgement {
    private static final long QUIET_NS = 50_000;
    private static final int LARGE_BYTES = 4 << 10;

    private final ReceiveCount receiving;
    private final FrameReader reader;
    private final LaneCounts counts;
    private final SendSide sending;
    private long lastFrameNs;
    private long announcedAtBytes;

    /** One for each lane. */
    public OwedAcknowledgement(ReceiveCount receiving, FrameReader reader, LaneCounts counts, SendSide sending) {
        this.receiving = receiving;
        this.reader = reader;
        this.counts = counts;
        this.sending = sending;
    }

    /**
     * Sends it if it is due.
     *
     * @param quiet whether this look at the connection brought nothing
     */
    public void settle(long nowNs, boolean quiet) {
        if (!quiet) {
            lastFrameNs = nowNs;
        }
        if (receiving.accepted() == counts.announced()) {
            announcedAtBytes = reader.takenBytes();
            if (receiving.ackDue(nowNs)) {
                receiving.takeAck();
            }
        } else if (isDue(nowNs, quiet) && !sending.isOccupied()) { // a thread that is inside writes frames that carry the count, and may be in a system call: the poller does not wait for that
            sending.control(FrameKind.ACK, nowNs);
            announcedAtBytes = reader.takenBytes();
            receiving.takeAck();
        }
    }

    private boolean isDue(long nowNs, boolean quiet) {
        return receiving.ackDue(nowNs) || quiet && (isLarge() || nowNs - lastFrameNs >= QUIET_NS);
    }

    private boolean isLarge() {
        return reader.takenBytes() - announcedAtBytes >= LARGE_BYTES;
    }
}
