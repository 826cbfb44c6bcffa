package org.braid.transports.shm;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Transport;

/**
 * What a method expression may set: {@code shm(ring=1MiB, eager=64KiB)}.
 *
 * @param ringBytes capacity of the ring to one peer, a power of two
 * @param eagerBytes longest message that is copied through the ring in one piece; never more than one record holds, about a quarter of the ring
 */
record ShmParameters(int ringBytes, int eagerBytes) {
    static final ShmParameters DEFAULTS = new ShmParameters(256 << 10, 16 << 10);

    private static final int LEAST_RING = 64 << 10;
    private static final int MOST_RING = 64 << 20;

    static List<Transport.Parameter> described() {
        return List.of(
                new Transport.Parameter("ring", "size", "256KiB", "capacity of the ring to one peer, 64KiB to 64MiB, rounded up to a power of two"),
                new Transport.Parameter("eager", "size", "16KiB", "longest message that is copied through the ring in one piece; a quarter of the ring at most"));
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
            case "ring" -> new ShmParameters(powerOfTwo((int) given.bytes(LEAST_RING, MOST_RING)), eagerBytes);
            case "eager" -> new ShmParameters(ringBytes, (int) given.bytes(0, MOST_RING));
            default -> throw new BraidException(
                    ErrorCode.METHOD_PARAMETER, "shm's parameter " + given.key() + " is not valid", "there is no such parameter", "Use one of ring, eager");
        };
    }

    /** The longest payload of one record. */
    int frameBytes() {
        return RingLayout.maxPayloadBytes(ringBytes);
    }

    /** What goes eagerly, as far as the ring can hold it. */
    int eagerInFrames() {
        return Math.min(eagerBytes, frameBytes());
    }

    private static int powerOfTwo(int bytes) {
        return Integer.highestOneBit(2 * bytes - 1);
    }
}
