package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;

/** The way to a region by frames, which its owner's progress executes. It holds its stream until it is closed and its last access is over. Caller holds the token. */
final class Framed {
    private final Accesses accesses;
    private final Link link;
    private final RegionCapability capability;
    private final RegionName name;
    private int underWay;
    private boolean closed;

    Framed(Accesses accesses, Link link, RegionCapability capability, RegionName name) {
        this.accesses = accesses;
        this.link = link;
        this.capability = capability;
        this.name = name;
    }

    /** Whose region it is. */
    Peer peer() {
        return link.peer();
    }

    RegionName name() {
        return name;
    }

    /** An access that goes on until {@link #ends}. */
    void begins() {
        if (closed) {
            throw Lane.unused();
        }
        underWay++;
    }

    void ends() {
        underWay--;
        closeUnused();
    }

    /** No access begins any more. */
    void close() {
        closed = true;
        closeUnused();
    }

    private void closeUnused() {
        if (closed && underWay == 0) {
            link.close();
        }
    }

    /**
     * When it returns the buffer may be reused; waits for room, and copies in a handler.
     *
     * @param there completes when the data is there
     */
    void put(long at, Object base, long offset, long bytes, Notice notice, Completion there) {
        Access access = accesses.open(this, AccessRequest.PUT, at, bytes, null, 0, there);
        try {
            byte[] frame = new byte[AccessRequest.BYTES + (int) Math.min(bytes, AccessRequest.MOST_BYTES)];
            long done = 0;
            do {
                int piece = (int) Math.min(bytes - done, link.frames().frameBytes(AccessRequest.BYTES + AccessRequest.MOST_BYTES) - AccessRequest.BYTES);
                boolean last = done + piece == bytes;
                request(last ? access.id : 0, AccessRequest.PUT, at + done, piece, 0, 0).write(MemorySegment.ofArray(frame));
                Memory.copy(base, offset + done, frame, AccessRequest.BYTES, piece);
                if (tell(last ? notice : Notice.NONE, frame, AccessRequest.BYTES + piece)) {
                    done += piece;
                    access.sent = last;
                }
            } while (!access.sent);
        } catch (Throwable refused) {
            accesses.forget(access); // what was begun is not finished, and nobody will answer
            throw refused;
        }
    }

    /** @param here completes when the data is */
    void get(long at, Object base, long offset, long bytes, Completion here) {
        accesses.ask(accesses.open(this, AccessRequest.GET, at, bytes, base, offset, here));
    }

    /** Asks for the next {@code piece} bytes of a get; never waits. */
    void ask(Access get, int piece) {
        byte[] frame = new byte[AccessRequest.BYTES];
        request(get.id, AccessRequest.GET, get.at + get.asked, piece, get.asked, 0).write(MemorySegment.ofArray(frame));
        link.frames().keep(FrameKind.ACCESS, frame, frame.length);
    }

    /** @param operation {@link AccessRequest#ADD} or {@link AccessRequest#SWAP} */
    void word(int operation, long at, long operand, long value, FetchedLong before) {
        Access access = accesses.open(this, operation, at, Long.BYTES, null, 0, before);
        try {
            byte[] frame = new byte[AccessRequest.BYTES];
            request(access.id, operation, at, Long.BYTES, operand, value).write(MemorySegment.ofArray(frame));
            boolean sent = tell(Notice.NONE, frame, frame.length);
            if (!sent) {
                throw new IllegalStateException("A lane takes no " + frame.length + " bytes");
            }
        } catch (Throwable refused) {
            accesses.forget(access);
            throw refused;
        }
    }

    /** False if the stream goes by a lane with shorter frames now. */
    private boolean tell(Notice notice, byte[] frame, int length) {
        return link.frames().tell(FrameKind.ACCESS, notice.handler(), notice.a0(), notice.a1(), notice.a2(), notice.a3(), frame, length) != Lane.TOO_LONG;
    }

    private AccessRequest request(long id, int operation, long at, long bytes, long operand, long value) {
        return new AccessRequest(id, capability.number(), operation, capability.keyHigh(), capability.keyLow(), at, bytes, operand, value);
    }
}
