package org.braid.testkit.sim.machine;

import java.lang.foreign.MemorySegment;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Reach;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.jspecify.annotations.Nullable;

/** What of a process another one can touch on the same host: its segments, and its whole memory as long as the kernel lets it. */
final class SimReach implements Reach {
    private static final int NO_SUCH_PROCESS = -3;
    private static final int NOT_PERMITTED = -1;
    private static final int BAD_ADDRESS = -14;
    private static final int SELDOM = 4;

    private final SimNet net;
    private final Script script;
    private final ContextId peer;
    private final SimProcess there;
    private final boolean readable;

    /** @param readable whether the kernel lets this process read the other one's memory, until it changes its mind */
    SimReach(SimNet net, ContextId peer, SimProcess there, boolean readable) {
        this.net = net;
        this.script = net.script();
        this.peer = peer;
        this.there = there;
        this.readable = readable;
    }

    @Override
    public @Nullable MemorySegment segment(int id, int fd, long bytes) {
        return there.isDead() || script.strikes(Fault.SEGMENT_REFUSED, SELDOM) ? null : there.segment(id);
    }

    @Override
    public boolean mapsSegments() {
        return true;
    }

    @Override
    public boolean hasRecalledSince(long count) {
        return net.recallsOf(peer) != count;
    }

    @Override
    public boolean canRead() {
        return readable;
    }

    @Override
    public int read(long remoteAddress, MemorySegment to, long at, int bytes) {
        if (there.isDead()) {
            return NO_SUCH_PROCESS;
        }
        if (script.strikes(Fault.GET_REFUSED, SELDOM)) {
            return NOT_PERMITTED;
        }
        UserMemory memory = there.at(remoteAddress);
        MemorySegment from = memory == null ? null : memory.readable();
        long offset = memory == null ? 0 : remoteAddress - memory.address();
        if (memory == null || from == null || offset + bytes > from.byteSize()) {
            return BAD_ADDRESS;
        }
        if (memory.kind() == MemoryKind.FOREIGN) {
            Pattern.fill(to, at, (int) offset, bytes); // the kernel knows no threads
        } else {
            MemorySegment.copy(from, offset, to, at, bytes);
        }
        return bytes;
    }
}
