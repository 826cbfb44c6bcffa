package org.braid.link.dispatch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.wire.GetBuffer;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.receiving.Creditor;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.RequestRun;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The data of one remote service request, seen by its handler during the call: one flyweight per peer, never kept.
 *
 * <p>Either the bytes are here, in native memory that goes back to the lane when the handler returns, or they are still with the sender and this is an <em>offer</em>. Only handlers
 * registered to take offers see those; for all others the bytes are fetched first.
 */
public final class Payload {
    private static final MemorySegment NOTHING = Arena.global().allocate(8);

    private final Peer source;
    private @Nullable Creditor creditor;
    private MemorySegment segment = NOTHING;
    private long offset;
    private long length;
    private @Nullable Offer offer;
    private @Nullable Slab slab;
    private @Nullable RequestRun run;
    private int passed; // what the requests of this run took of their sender's credit, but for the one at hand; at most a turn's worth
    private boolean held;
    private boolean eager; // it came inside a frame, at the cost of its sender's credit

    Payload(Peer source) {
        this.source = source;
    }

    /** Who gave its sender the credit that messages use. */
    void creditor(Creditor giver) {
        creditor = giver;
    }

    /** Whose message this is. */
    public Peer source() {
        return source;
    }

    /** Bytes of the message, here or still with the sender. */
    public long length() {
        return length;
    }

    /** True while the bytes are still with the sender. */
    public boolean isOffer() {
        return offer != null;
    }

    /** The bytes, for the time of the call; not for offers. */
    public MemorySegment segment() {
        return segment.asSlice(offset, length);
    }

    /** Copies the first {@code bytes}, at most {@link #length}, into user memory. */
    public void copyTo(Object base, long at, int bytes) {
        if (NativeMemory.isAll(segment)) {
            Memory.copyOut(NativeMemory.of(segment), offset, base, at, bytes); // from a ring: the same segment, seen as the constant
        } else {
            Memory.copyOut(segment, offset, base, at, bytes);
        }
    }

    /**
     * In {@link Handler#handleRun}: goes on to the next request, if it is here already.
     *
     * @return true if this is that request's payload from now on, and {@link #a1} its argument
     */
    public boolean next() {
        RequestRun following = run;
        if (following == null || !following.next()) {
            return false;
        }
        passed += held ? 0 : RingLayout.recordBytes((int) length);
        held = false;
        offset = following.offset();
        length = following.length();
        return true;
    }

    /** The second argument of the request that {@link #next} has shown. */
    public int a1() {
        RequestRun following = run;
        return following == null ? 0 : following.a1();
    }

    /** Reads what a {@link org.braid.base.wire.PutBuffer} wrote. */
    public GetBuffer reader() {
        return new GetBuffer(segment, offset, (int) length);
    }

    /**
     * Takes the bytes beyond the call. Data that came in bulk changes owner without a copy; data inside a lane's own memory is copied once, because a lane hands its memory back in
     * order. Until the slab is released its bytes count against the sender's credit.
     */
    public Slab grab() {
        Slab whole = slab;
        if (whole == null) {
            whole = Slab.copyOf(segment, offset, (int) length, creditor(), charge());
        }
        hold(); // not before: there may be no memory for the copy
        slab = null;
        return whole;
    }

    /** Takes the offer: the receiver now owns when and where to the bytes are pulled. */
    public Offer takeOffer() {
        Offer taken = offer;
        if (taken == null) {
            throw new IllegalStateException("The payload is here already; only an offer can be taken");
        }
        offer = null;
        return taken;
    }

    /**
     * Keeps the sender's credit charged after the handler returns; whoever calls gives it back to the {@link #creditor}. For receivers that copy an early message aside.
     *
     * @return the charge in bytes
     */
    public int hold() {
        held = true;
        return charge();
    }

    /** Who gets back what {@link #hold} has kept; messages that come by another stream have another one. */
    public Creditor creditor() {
        Creditor giver = creditor;
        return giver == null ? source.defaultCreditor() : giver;
    }

    /** What was fetched or is still with the sender took none of its credit. */
    private int charge() {
        return eager ? RingLayout.recordBytes((int) length) : 0;
    }

    Payload here(MemorySegment at, long from, int bytes) {
        eager = true;
        segment = at;
        offset = from;
        length = bytes;
        held = false;
        return this;
    }

    /** The first of a run, which ends with {@link #endRun}. */
    Payload first(RequestRun behind, MemorySegment at, long from, int bytes) {
        run = behind;
        passed = 0;
        return here(at, from, bytes);
    }

    void endRun() {
        run = null;
        creditor().consumed(held ? passed : passed + charge());
    }

    /** The handler is through with these bytes: what they took of the sender's credit is given back, unless somebody holds it. */
    void settle() {
        if (!held) {
            creditor().consumed(charge());
        }
    }

    /** Of what came in another way than as a request, and has a {@link #creditor} of its own. */
    Payload nothing() {
        return here(NOTHING, 0, 0);
    }

    Payload offered(Offer taken) {
        offer = taken;
        length = taken.length();
        eager = false;
        return this;
    }

    Payload inSlab(Slab whole) {
        slab = whole;
        here(whole.segment(), 0, (int) whole.length());
        eager = false;
        return this;
    }

    @Nullable Offer untakenOffer() {
        Offer left = offer;
        offer = null;
        return left;
    }

    @Nullable Slab untakenSlab() {
        Slab left = slab;
        slab = null;
        return left;
    }
}
