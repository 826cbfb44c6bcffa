package org.braid.testkit.sim;

import org.braid.base.wire.Frame;
import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.CreditWindow;

/** Both ends of both credits of a lane: payload in bytes, envelopes in frames. */
final class SimCredit {
    private final SimLane lane;
    private final LaneSteps steps;
    private final CreditWindow eager;
    private final CreditWindow control;
    private final CreditAccount eagerIn;
    private final CreditAccount controlIn;

    SimCredit(SimLane lane) {
        int bytes = lane.options().eagerWindowBytes;
        int frames = lane.options().controlWindow;
        this.lane = lane;
        this.steps = lane.context().world().steps();
        this.eager = new CreditWindow(bytes);
        this.control = new CreditWindow(frames);
        this.eagerIn = new CreditAccount(bytes);
        this.controlIn = new CreditAccount(frames);
    }

    CreditWindow eager() {
        return eager;
    }

    CreditWindow control() {
        return control;
    }

    void arrived(byte[] frame) {
        if (SimFrame.kind(frame) == Frame.OFFER) lane.require(controlIn.arrived(1), "an envelope without credit");
        else lane.require(eagerIn.arrived(SimFrame.payloadBytes(frame)), "eager bytes without credit");
    }

    void consumed(byte[] frame) {
        if (SimFrame.kind(frame) == Frame.OFFER) steps.consumed(lane, controlIn, 1);
        else steps.consumed(lane, eagerIn, SimFrame.payloadBytes(frame));
    }

    void granted(byte[] frame) {
        lane.require(eager.granted(SimFrame.first(frame)), "an absurd grant of eager credit");
        lane.require(control.granted(SimFrame.second(frame)), "an absurd grant of control credit");
    }

    boolean grantDue() {
        return eagerIn.grantDue() || controlIn.grantDue();
    }

    boolean grantOwed() {
        return eagerIn.grantOwed() || controlIn.grantOwed();
    }

    void announce(SimOutput output) {
        output.beside(Frame.CREDIT, eagerIn.takeGrant(), controlIn.takeGrant());
    }

    /** The peer's grants are all back: none leaked. */
    boolean isWhole() {
        return eager.availableBytes() == eager.windowBytes() && control.availableBytes() == control.windowBytes();
    }

    void checkBounds() {
        lane.require(eagerIn.heldBytes() <= eagerIn.windowBytes(), "more eager bytes than the window");
        lane.require(controlIn.heldBytes() <= controlIn.windowBytes(), "more envelopes than the window");
    }

    @Override
    public String toString() {
        return "eager=" + eager.availableBytes() + "/" + eager.windowBytes() + " control=" + control.availableBytes() + "/"
                + control.windowBytes();
    }
}
