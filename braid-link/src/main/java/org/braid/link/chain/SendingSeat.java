package org.braid.link.chain;

import org.braid.link.spi.Alert;
import org.braid.link.spi.DamagedFrame;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** A device's place at the sending end. Nothing that a device answers is believed: what became of the frame is seen below it. */
final class SendingSeat extends Seat {
    private final WayDown way;
    private final @Nullable SendingSeat nextStep;
    private @Nullable SendingSeat above;
    private long passed; // frames that went below

    /** @param below null if that is the lane, else open */
    SendingSeat(WayDown way, Surroundings surroundings, ChainText text, int position, int frameBytesBelow, @Nullable SendingSeat below) {
        super(surroundings, text, position, frameBytesBelow);
        this.way = way;
        this.nextStep = below == null ? null : below.orNextStep();
        if (below != null) {
            below.above = this;
        }
    }

    /** This device, or the next one below that looks at what goes down; null if all let it pass. */
    @Nullable SendingSeat orNextStep() {
        return isStep() ? this : nextStep;
    }

    /** The neighbour above, or the sender, offers a request. What is refused is as it was before. */
    int offered(ChainRequest request) {
        Frame asGiven = request.frame();
        int depth = request.depth();
        int caller = way.enter(position());
        int answer = end().down(request);
        way.enter(caller);
        int became = became(request, answer);
        if (answer == became && answer != Lane.CLOSED) {
            return answer;
        }
        boolean refused = became == Lane.CLOSED && answer < Lane.TAKEN && answer >= Lane.CONTENDED;
        if (!refused) {
            way.fail(this, "answered " + answer + (answer == Lane.PENDING ? " for a frame that it does not keep" : " for a frame of which something else became"));
        }
        if (became == Lane.CLOSED) {
            request.complete(depth, refused ? answer : Lane.CLOSED);
            request.replace(asGiven);
        }
        return refused ? answer : became;
    }

    /** TAKEN if the lane has it, PENDING if this device or one below has, CLOSED if nobody has. */
    private int became(ChainRequest request, int answer) {
        if (request.isTaken()) {
            return Lane.TAKEN;
        }
        if (answer == Lane.PENDING && !request.isKeptBelow(position()) && request.isKept()) {
            request.keptBy(position());
        }
        return request.isKeptBelow(position()) ? Lane.PENDING : Lane.CLOSED;
    }

    @Override
    public int below(IoRequest request) {
        if (!(request instanceof ChainRequest known) || !known.isOf(way)) {
            return fault("offered a request that it had made itself");
        }
        if (known.number() != passed) {
            return fault(known.number() < passed ? "passed on a frame twice" : "passed on a frame before one that had come earlier");
        }
        String wrong = Form.wrong(known.frame(), known.given(), frameBytesBelow());
        if (wrong != null) {
            return fault(wrong);
        }
        int answer = nextStep != null ? nextStep.offered(known) : way.offerToLane(this, known);
        if (answer >= Lane.TAKEN) {
            passed++;
        }
        return answer;
    }

    private int fault(String what) {
        way.fail(this, what);
        return Lane.CLOSED;
    }

    @Override
    public void completed(IoRequest request) {
        if (request instanceof ChainRequest known && known.isTaken()) {
            known.complete(0, Lane.TAKEN);
        } else {
            way.fail(this, "completed a request that was not taken");
        }
    }

    @Override
    public boolean isSending() {
        return true;
    }

    @Override
    public void above(Frame frame) {
        throw new IllegalStateException("nothing goes up at the sending end");
    }

    /** While a lane hands back: what was made here cannot be undone here. */
    @Override
    public void refuse(String why) {
        throw new DamagedFrame(why);
    }

    @Override
    public void alert(Alert.Severity severity, String text) {
        pass(new Alert(name(), severity, text));
    }

    @Override
    public void pass(Alert alert) {
        SendingSeat next = above;
        if (next == null) {
            way.raise(alert);
        } else {
            next.end().alert(alert);
        }
    }
}
