package org.braid.link.chain;

import java.util.function.Consumer;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.Lane;

/**
 * From a lane that is given up back to the sender: what the peer has not accepted, oldest first, as it was when it was offered. Frames that the lane had taken come before those that wait in devices, and those
 * of a lower device before those of a higher one.
 */
final class WayBack {
    private final String chain;
    private final SendingSeat[] seats;
    private final Consumer<org.braid.link.spi.Frame> to;

    WayBack(String chain, SendingSeat[] seats, Consumer<org.braid.link.spi.Frame> to) {
        this.chain = chain;
        this.seats = seats;
        this.to = to;
    }

    /**
     * Hands everything back.
     *
     * @param accepted frames that the lane need not hand back
     * @throws org.braid.base.BraidException {@code STREAM_VIOLATED} as {@link Lane#handBack}; {@code DEVICE_FAILED} if a device cannot undo what it has made
     */
    void handBack(Lane lane, long accepted) {
        lane.handBack(accepted, frame -> {
            if ((frame.kind() & FrameKind.CHAINED) != 0) { // what has introduced the lane did not go through the devices
                up(seats.length, frame.as(frame.kind() & ~FrameKind.CHAINED));
            }
        });
        for (int i = seats.length - 1; i >= 0; i--) {
            int above = i;
            seats[i].end().giveUp(frame -> up(above, frame));
        }
    }

    private void up(int fromBelow, org.braid.link.spi.Frame frame) {
        org.braid.link.spi.Frame f = frame;
        for (int i = fromBelow - 1; i >= 0; i--) {
            f = undone(seats[i], f);
        }
        to.accept(f);
    }

    private org.braid.link.spi.Frame undone(SendingSeat seat, org.braid.link.spi.Frame frame) {
        org.braid.link.spi.Frame undone;
        try {
            undone = seat.end().undo(frame);
        } catch (RuntimeException thrown) {
            throw ChainErrors.cannotUndo(seat.name(), chain, thrown);
        }
        String wrong = Form.wrong(undone, frame, Integer.MAX_VALUE);
        if (wrong != null) {
            throw ChainErrors.cannotUndo(seat.name(), chain, new DamagedFrame("it " + wrong));
        }
        return undone;
    }
}
