package org.braid.testkit.sim;

import org.braid.base.wire.FrameKind;


/** Both credits of a lane: payload in bytes, envelopes in frames. */
final class SimCredit {
    private final SimLane lane;
    private final CreditEnds eager;
    private final CreditEnds control;

    SimCredit(SimLane lane) {
        this.lane = lane;
        this.eager = new CreditEnds(lane, "eager bytes", lane.options().eagerWindowBytes);
        this.control = new CreditEnds(lane, "envelopes", lane.options().controlWindow);
    }

    CreditEnds eager() {
        return eager;
    }

    CreditEnds control() {
        return control;
    }

    void arrived(byte[] frame) {
        of(frame).arrived(amount(frame));
    }

    void consumed(byte[] frame) {
        of(frame).consumed(amount(frame));
    }

    void granted(byte[] frame) {
        eager.granted(SimFrame.first(frame));
        control.granted(SimFrame.second(frame));
    }

    boolean grantDue() {
        return eager.grantDue() || control.grantDue();
    }

    boolean grantOwed() {
        return eager.grantOwed() || control.grantOwed();
    }

    void announce(SimOutput output) {
        output.beside(FrameKind.CREDIT, eager.takeGrant(), control.takeGrant());
    }

    /** The peer's grants are all back: none leaked. */
    boolean isWhole() {
        return eager.isWhole() && control.isWhole();
    }

    void checkBounds() {
        eager.checkBounds();
        control.checkBounds();
    }

    private CreditEnds of(byte[] frame) {
        return SimFrame.kind(frame) == FrameKind.OFFER ? control : eager;
    }

    private static int amount(byte[] frame) {
        return SimFrame.kind(frame) == FrameKind.OFFER ? 1 : SimFrame.payloadBytes(frame);
    }

    @Override
    public String toString() {
        return eager + " " + control;
    }
}
