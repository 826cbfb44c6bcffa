package org.braid.transports.shm;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Transport;

/**
 * What a method expression may set: {@code shm(ring=1MiB, eager=16KiB, arrays=64KiB)}.
 *
 * @param ringBytes capacity of the ring to each of the first {@link #LARGE_RINGS} peers, a power of two; further peers get a quarter (docs/decisions/large-first-rings.md)
 * @param eagerBytes longest message that is copied through the ring in one piece; never more than one record holds, about a quarter of the ring
 * @param eagerArrayBytes likewise of arrays, whose bytes go through the ring in any case (docs/decisions/eager-arrays.md)
 */
record ShmParameters(int ringBytes, int eagerBytes, int eagerArrayBytes) {
    static final ShmParameters DEFAULTS = new ShmParameters(1 << 20, 16 << 10, 64 << 10);

    private static final int LARGE_RINGS = 3;

    /** The smallest ring there is. */
    static final int LEAST_RING = 64 << 10;
    private static final int MOST_RING = 64 << 20;

    static List<Transport.Parameter> described() {
        return List.of(
                new Transport.Parameter("ring", "size", "1MiB", "capacity of the ring to one peer, 64KiB to 64MiB, rounded up to a power of two; a quarter from the fourth peer on"),
                new Transport.Parameter("eager", "size", "16KiB", "longest message that is copied through the ring in one piece; a quarter of the ring at most"),
                new Transport.Parameter("arrays", "size", "64KiB", "likewise of arrays, which no peer can read where they lie; at least as long"));
    }

    static ShmParameters of(List<MethodParameter> given) {
        ShmParameters all = DEFAULTS;
        for (MethodParameter each : given) {
            all = all.with(each);
        }
        return all;
    }

    private ShmParameters with(MethodParameter given) {
        return switch (given.key()) {
            case "ring" -> new ShmParameters(powerOfTwo((int) given.bytes(LEAST_RING, MOST_RING)), eagerBytes, eagerArrayBytes);
            case "eager" -> new ShmParameters(ringBytes, (int) given.bytes(0, MOST_RING), eagerArrayBytes);
            case "arrays" -> new ShmParameters(ringBytes, eagerBytes, (int) given.bytes(0, MOST_RING));
            default -> throw new BraidException(
                    ErrorCode.METHOD_PARAMETER, "shm's parameter " + (given.isUnnamed() ? given.value() : given.key()) + " is not valid", "there is no such parameter", "Use one of ring, eager, arrays");
        };
    }

    /** What the ring to a peer should hold where {@code before} peers have rings already. */
    int ringBytes(int before) {
        return before < LARGE_RINGS ? ringBytes : smallRingBytes();
    }

    boolean isOfDefaultSize() {
        return ringBytes == DEFAULTS.ringBytes;
    }

    int smallRingBytes() {
        return Math.max(LEAST_RING, ringBytes / 4);
    }

    /** What goes eagerly, as far as a ring of that capacity can hold it. */
    int eagerBytes(int capacityBytes) {
        return Math.min(eagerBytes, RingLayout.maxPayloadBytes(capacityBytes));
    }

    /** Likewise of arrays. */
    int eagerArrayBytes(int capacityBytes) {
        return Math.min(Math.max(eagerBytes, eagerArrayBytes), RingLayout.maxPayloadBytes(capacityBytes));
    }

    private static int powerOfTwo(int bytes) {
        return Integer.highestOneBit(2 * bytes - 1);
    }
}
