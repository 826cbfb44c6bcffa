package org.braid.link.chain;

import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSlot;
import org.braid.link.spi.IoRequest;
import org.jspecify.annotations.Nullable;

/** A request as its chain keeps count of it. Guarded by the chain's gate. */
final class ChainRequest extends IoRequest {
    private static final int NOBODY = -1;

    private final WayDown way;
    private final FrameSlot slot;
    private final Frame given;
    private long number;
    private boolean taken;
    private int keeper = NOBODY; // position of the device that has it

    private ChainRequest(WayDown way, FrameSlot slot, Frame given) {
        super(given);
        this.way = way;
        this.slot = slot;
        this.given = given;
    }

    /** It is nobody's request before it was {@linkplain #begin begun}. */
    static ChainRequest of(WayDown way) {
        FrameSlot slot = new FrameSlot();
        return new ChainRequest(way, slot, slot.fill(0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0));
    }

    /** Serves for a frame, after the one before has completed or was refused. */
    void begin(long nextNumber, int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        replace(slot.fill(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length));
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
