package org.braid.testkit.sim.wire;

import java.nio.ByteBuffer;
import org.braid.pipe.hello.Handshake;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;

/**
 * One direction of a wire: what was written arrives after a while, in order, as much of it at a time as there was room for.
 *
 * <pre>
 *   bytes:  | arrived, to be read | on its way | room |
 *           0                     arrived      position
 * </pre>
 */
final class Direction {
    private static final int SELDOM = 8;
    private static final long STALL_NS = 300_000;

    private final Script script;
    private final ByteBuffer bytes;
    private final long latencyNs;
    private int arrived;
    private long taken;
    private long delivered;
    private long lastNs; // when the youngest byte arrives
    private boolean ended;
    private boolean cut;
    private boolean silent;

    Direction(Script script, int capacityBytes, long latencyNs) {
        this.script = script;
        this.bytes = ByteBuffer.allocate(capacityBytes);
        this.latencyNs = latencyNs;
    }

    /** Takes what there is room for, or less. */
    int put(ByteBuffer from) {
        int room = Math.min(from.remaining(), bytes.remaining());
        int count = room > 1 && taken > Handshake.ALL_BYTES && script.strikes(Fault.PARTIAL_WRITE, SELDOM) ? 1 + script.below(room - 1) : room;
        int limit = from.limit();
        bytes.put(from.limit(from.position() + count));
        from.limit(limit);
        if (count > 0) {
            taken += count;
            travel(count);
        }
        return count;
    }

    private void travel(int count) {
        long delayNs = latencyNs + (script.strikes(Fault.STALL, 2 * SELDOM) ? script.within(STALL_NS) : 0);
        long nowNs = script.time().elapsedNs();
        lastNs = Math.max(lastNs, nowNs + delayNs);
        script.time().after(lastNs - nowNs, () -> arrived = Math.min(arrived + count, bytes.position()));
    }

    /** Gives what has arrived and finds room. */
    int get(ByteBuffer to) {
        int count = silent || cut ? 0 : Math.min(to.remaining(), arrived);
        if (count > 0) {
            bytes.flip();
            int limit = bytes.limit();
            to.put(bytes.limit(count));
            bytes.limit(limit);
            bytes.compact();
            arrived -= count;
            delivered += count;
        }
        return count;
    }

    /** Nothing comes behind what is on its way. */
    void end() {
        ended = true;
    }

    /** What is on its way is lost, and both ends know. */
    void cut() {
        cut = true;
    }

    /** Nothing is delivered any more, and nobody knows. */
    void silence() {
        silent = true;
    }

    /** Damages a byte that is on its way; false if there is none. Not of a handshake, which has no checksum. */
    boolean damage() {
        int from = Math.max(arrived, (int) Math.min(bytes.position(), Handshake.ALL_BYTES - delivered));
        int onItsWay = bytes.position() - from;
        if (onItsWay > 0) {
            int at = from + script.below(onItsWay);
            bytes.put(at, (byte) (bytes.get(at) ^ 1 << script.below(8)));
        }
        return onItsWay > 0;
    }

    boolean isCut() {
        return cut;
    }

    boolean isOver() {
        return ended && !silent && bytes.position() == 0;
    }
}
