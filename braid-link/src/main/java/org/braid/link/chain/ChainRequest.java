package org.braid.link.chain;

import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;

/** A request as its chain keeps count of it. Guarded by the chain's gate. */
final class ChainRequest extends IoRequest {
    private static final int NOBODY = -1;

    private final WayDown way;
    private Frame given;
    private long number;
    private boolean taken;
    private int keeper = NOBODY; // position of the device that has it

    ChainRequest(WayDown way, Frame given, long number) {
        super(given);
        this.way = way;
        this.given = given;
        this.number = number;
    }

    /** Serves for another frame, after the one before has completed or was refused. */
    void begin(Frame nextGiven, long nextNumber) {
        replace(nextGiven);
        given = nextGiven;
        number = nextNumber;
        taken = false;
        keeper = NOBODY;
    }

    boolean isOf(WayDown chain) {
        return way == chain;
    }

    /** The frame as the sender offered it. */
    Frame given() {
        return given;
    }

    /** How many frames the sender had given to the chain before. */
    long number() {
        return number;
    }

    /** True when the lane has it. */
    boolean isTaken() {
        return taken;
    }

    void take() {
        taken = true;
    }

    /** True when the device at this position has it, or one below. */
    boolean isKeptBelow(int position) {
        return keeper >= position;
    }

    void keptBy(int position) {
        keeper = position;
    }
}
