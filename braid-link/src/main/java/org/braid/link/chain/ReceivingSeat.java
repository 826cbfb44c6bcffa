package org.braid.link.chain;

import org.braid.base.wire.Limits;
import org.braid.link.spi.Alert;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.jspecify.annotations.Nullable;

/** A device's place at the receiving end. Counts what goes in and out, so that a device that swallows or doubles a frame is found. Guarded by the context's token. */
final class ReceivingSeat extends Seat {
    private final ReceivingChain way;
    private final @Nullable ReceivingSeat above;
    private final @Nullable ReceivingSeat nextStep;
    private @Nullable Frame atHand;
    private long in;
    private long out;

    /** @param above null if that is the stream, else open */
    ReceivingSeat(ReceivingChain way, Surroundings surroundings, ChainText text, int position, int frameBytesBelow, @Nullable ReceivingSeat above) {
        super(surroundings, text, position, frameBytesBelow);
        this.way = way;
        this.above = above;
        this.nextStep = above == null ? null : above.orNextStep();
    }

    /** This device, or the next one above that looks at what goes up; null if all let it pass. */
    @Nullable ReceivingSeat orNextStep() {
        return isStep() ? this : nextStep;
    }

    /** The neighbour below, or the lane, hands up a frame. */
    void arrived(Frame frame) {
        Frame before = atHand;
        int caller = way.enter(position());
        atHand = frame;
        in++;
        end().up(frame);
        atHand = before;
        way.enter(caller);
    }

    @Override
    public void above(Frame frame) {
        String wrong = Form.wrong(frame, atHand, Limits.MAX_FRAME_PAYLOAD);
        if (wrong == null && out == in && way.isOrdered()) {
            wrong = "handed up a frame that had not come";
        }
        if (wrong != null) {
            way.refuse(this, wrong);
        } else if (way.isOpenAbove(this)) {
            out++;
            handUp(frame);
        }
    }

    private void handUp(Frame frame) {
        if (nextStep != null) {
            nextStep.arrived(frame);
        } else {
            way.deliver(this, frame);
        }
    }

    /** True if a frame has come in, has not gone out, and does not wait here either. */
    boolean hasSwallowed() {
        return in != out && !end().pending();
    }

    /** Everything that waits here goes to the stream, undone by the devices above, which give up before. */
    void giveUp() {
        end().giveUp(this::givenUp);
    }

    private void givenUp(Frame frame) {
        ReceivingSeat next = above;
        Frame f = frame;
        while (next != null && way.isOpenAbove(next)) {
            way.enter(next.position());
            f = next.undone(f);
            next = next.above;
        }
        if (next == null && way.isOpenAbove(this)) {
            way.deliver(this, f);
        }
    }

    private Frame undone(Frame frame) {
        Frame undone = end().undo(frame);
        String wrong = Form.wrong(undone, frame, Limits.MAX_FRAME_PAYLOAD);
        if (wrong != null) {
            way.refuse(this, wrong);
        }
        return undone;
    }

    @Override
    public void refuse(String why) {
        way.refuse(this, why);
    }

    @Override
    public boolean isSending() {
        return false;
    }

    @Override
    public int below(IoRequest request) {
        throw new IllegalStateException("nothing goes down at the receiving end");
    }

    @Override
    public void completed(IoRequest request) {
        throw new IllegalStateException("no request is made at the receiving end");
    }

    @Override
    public void alert(Alert.Severity severity, String text) {
        pass(new Alert(name(), severity, text));
    }

    @Override
    public void pass(Alert alert) {
        if (above != null) {
            above.end().alert(alert);
        } else {
            way.raise(alert);
        }
    }
}
