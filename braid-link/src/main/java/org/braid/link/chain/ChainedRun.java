package org.braid.link.chain;

import java.lang.foreign.MemorySegment;
import org.braid.link.spi.Frame;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.FrameSlot;
import org.braid.link.spi.RequestRun;
import org.jspecify.annotations.Nullable;

/**
 * The requests that lie behind each other in a lane, as the stream sees them above the devices: each goes up through these when the stream asks for it, and never while a device is at work on another one.
 *
 * <pre>
 *   ring      r1 r2 r3 …  the run of the lane
 *   devices   one request at a time, on demand
 *   stream    requests(r1, run), run.next(): r2, run.next(): r3 …
 * </pre>
 *
 * <p>A request whose payload is not in the lane's memory any more when it has come up, such as one that was compressed, ends the run and follows it by itself. Guarded by the context's token.
 */
final class ChainedRun implements RequestRun {
    private final ReceivingChain chain;
    private final FrameSlot slot;
    private final NativePayload aside;
    private MemorySegment lane = MemorySegment.NULL;
    private @Nullable RequestRun behind; // null when nothing is under way
    private @Nullable ReceivingSeat lowest;
    private @Nullable Frame first;
    private boolean came; // and has not been handed up
    private boolean isInLane;
    private int a1;
    private long offset;
    private int length;

    /**
     * The run of one chain.
     *
     * @param slot of the frames that go up
     * @param aside where a payload lies that is not in the lane
     */
    ChainedRun(ReceivingChain chain, FrameSlot slot, NativePayload aside) {
        this.chain = chain;
        this.slot = slot;
        this.aside = aside;
    }

    /** A run begins with this request, of memory {@code its}, and goes up from this device. */
    @SuppressWarnings("MemorySegmentReferenceEquality") // mostly the very same
    void begin(ReceivingSeat from, Frame request, MemorySegment its, RequestRun more) {
        lowest = from;
        first = request;
        if (lane != its) { // a reference that is stored again costs a card mark
            lane = its;
        }
        behind = more;
        came = false;
    }

    /** True while what comes out of the topmost device belongs to the run. */
    boolean isUnderWay() {
        return behind != null;
    }

    /** A request has come out of the topmost device. */
    @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // what a device has moved has another base
    void came(Frame frame) {
        isInLane = frame.base() == lane;
        if (!isInLane) {
            aside.copyOf(frame);
        }
        a1 = frame.a1();
        offset = frame.offset();
        length = frame.length();
        came = true;
    }

    /** The first request goes up, and the stream asks for the others. */
    void handTo(FrameSink stream) {
        Frame f = first;
        if (f != null && goesUp(f)) {
            stream.requests(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), a1, f.a2(), f.a3(), lane, offset, length, this);
        }
    }

    @Override
    public boolean next() {
        RequestRun more = behind;
        return more != null && !came && chain.isOpen() && more.next() && goesUp(slot.again(more.a1(), more.offset(), more.length()));
    }

    /** True if it has come out again, and lies in the lane still. */
    private boolean goesUp(Frame frame) {
        ReceivingSeat from = lowest;
        if (from == null) {
            return false;
        }
        chain.arrive(from, frame);
        boolean goesOn = came && isInLane;
        came &= !goesOn;
        return goesOn;
    }

    /** The stream asks for no more. */
    void end(FrameSink stream) {
        behind = null;
        Frame f = first;
        if (came && f != null) {
            came = false;
            stream.frame(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), a1, f.a2(), f.a3(), aside.segment(), aside.offset(), length);
        }
    }

    @Override
    public int a1() {
        return a1;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }
}
