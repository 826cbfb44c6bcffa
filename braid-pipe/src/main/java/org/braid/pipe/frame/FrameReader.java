package org.braid.pipe.frame;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.Limits;
import org.braid.link.spi.FrameSink;
import org.braid.pipe.log.ReceiveCount;
import org.jspecify.annotations.Nullable;

/**
 * Takes whole frames out of the bytes that a connection brought and hands them up, in order, each once. Knows no connection, so that any bytes can be tried on it.
 *
 * <pre>
 *      0            start             end            capacity
 *      | handed up  | not parsed yet  | free         |
 * </pre>
 *
 * <p>Length and kind are checked before anything else is believed, the checksum before anything is handed up. A violation is a code, after which the connection must be closed:
 * nothing on it can be trusted any more, and a replay on the next one repeats what was lost.
 */
public final class FrameReader {
    /** What frames without a number say to the lane. */
    public interface Control {
        /** The peer asks whether this end is there. */
        void ping(long nowNs);

        /**
         * The peer sends no more by this lane.
         *
         * @param lastNumber frames with a number that it has sent
         * @param how one of those of {@link FrameHeader}, or what the peer says in place of it
         */
        void bye(long lastNumber, int how, long nowNs);
    }

    /** Results of {@link #parse} below zero: what the peer did wrong. */
    static final int BAD_KIND = -1;
    static final int BAD_LENGTH = -2;
    static final int BAD_SUM = -3;

    /** Nothing is wrong with the peer: the memory that a payload was landing in is wanted for something else, or was closed. The replay brings the frame again, and it goes elsewhere. */
    static final int LANDING_GONE = -4;

    /** What such a code says, for people. */
    public static String describe(int code) {
        return switch (code) {
            case BAD_KIND -> "a frame of unknown kind came";
            case BAD_LENGTH -> "a frame of impossible length came";
            case LANDING_GONE -> "the memory that a long message was read into is gone";
            default -> "a frame with a wrong checksum came";
        };
    }

    static final int FIRST_BYTES = 16 << 10;
    static final int MOST_READ_BYTES = 256 << 10;
    private static final int BETWEEN_LANDINGS_BYTES = 4 << 10;

    /** Kinds that have a meaning here, as bits; rings have some more. */
    private static final int KINDS = 1 << FrameKind.RSR | 1 << FrameKind.OFFER | 1 << FrameKind.PULL | 1 << FrameKind.FRAGMENT | 1 << FrameKind.DONE | 1 << FrameKind.CREDIT | 1 << FrameKind.NAME
            | 1 << FrameKind.TABLE | 1 << FrameKind.BYE | 1 << FrameKind.ACK | 1 << FrameKind.PING | 1 << FrameKind.PONG | 1 << FrameKind.ALERT | 1 << FrameKind.LANE | 1 << FrameKind.HANDED | 1 << FrameKind.OVER | 1 << FrameKind.CUT
            | 1 << FrameKind.STRIPED | 1 << FrameKind.GATHERED | 1 << FrameKind.ACCESS | 1 << FrameKind.ACCESSED | 1 << FrameKind.DENIED;
    /** Kinds without number and payload: cumulative or repeatable, so that they need no replay. */
    private static final int UNNUMBERED = 1 << FrameKind.BYE | 1 << FrameKind.ACK | 1 << FrameKind.PING | 1 << FrameKind.PONG;

    private final FrameSink sink;
    private final ReceiveCount receiving;
    private final LaneCounts counts;
    private final Control control;
    private final CRC32C crc = new CRC32C();
    private final Landing landing = new Landing();
    private final ByteBuffer[] rooms = new ByteBuffer[2];
    private final IntFunction<ByteBuffer> memory;
    private final Scarcity scarcity = new Scarcity();

    private ByteBuffer bytes;
    private ByteBuffer summed;
    private MemorySegment segment;
    private int start;
    private int end;
    private int wanted; // bytes of a frame for which the buffer is too short, and there was no memory for a longer one; else 0
    private boolean interrupted; // whoever was handed a frame has thrown, and others wait behind it
    private long takenBytes;
    private int diverted; // bytes of a refused frame that are still to come
    private boolean deaf;
    private boolean gone; // the memory that a payload was landing in
    private boolean landed; // long payloads are landing: then little more than a header is to come through this buffer

    /** One for each lane, whatever connections it has. */
    public FrameReader(FrameSink sink, ReceiveCount receiving, LaneCounts counts, Control control) {
        this(sink, receiving, counts, control, DirectMemory::buffer);
    }

    /** @param memory as {@link DirectMemory#buffer} */
    FrameReader(FrameSink sink, ReceiveCount receiving, LaneCounts counts, Control control, IntFunction<ByteBuffer> memory) {
        this.memory = memory;
        this.sink = sink;
        this.receiving = receiving;
        this.counts = counts;
        this.control = control;
        bytes = memory.apply(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        summed = view(bytes);
        segment = MemorySegment.ofBuffer(view(bytes));
    }

    /** A new connection: what was left of the old one means nothing. */
    public void reset() {
        start = 0;
        end = 0;
        wanted = 0;
        interrupted = false;
        diverted = 0;
        landed = false;
        gone = false;
        landing.end();
    }

    /** True once the sink has refused a frame: that one and all that follow are read and dropped, neither counted nor acknowledged. What frames without a number say is obeyed as before. */
    public boolean isDeaf() {
        return deaf;
    }

    /** The sink has refused what this lane brings, at a moment when it brought nothing. */
    public void goDeaf() {
        deaf = true;
    }

    /** Bytes of all frames so far. */
    long takenBytes() {
        return takenBytes;
    }

    /** Where the next bytes belong if they are the rest of a long payload: that first, then {@link #room}. Null otherwise. */
    public ByteBuffer @Nullable [] rooms() {
        ByteBuffer target = landing.target();
        if (target == null) {
            return null;
        }
        if (sink.refuses()) { // the same bytes may come by another lane, and must not be written over
            deaf = true;
            diverted = target.remaining();
            landing.end();
            return null;
        }
        if (hasLostItsLanding()) {
            return null;
        }
        rooms[0] = target;
        rooms[1] = room();
        return rooms;
    }

    /** Asked when memory refuses to be read into, too: true if a payload was landing and can't any more. Then the connection is of no use, as {@link #parse} says. */
    public boolean hasLostItsLanding() {
        gone |= landing.target() != null && !landing.isWantedBy(sink);
        return gone;
    }

    /** True if whoever was handed a frame has thrown: before more is read, {@link #goOn} with what has come behind it. */
    public boolean isInterrupted() {
        return interrupted;
    }

    /** As {@link #parse}, of what was read before. */
    public int goOn(long nowNs) {
        bytes.limit(bytes.capacity()).position(end);
        return parse(nowNs);
    }

    /** False while a frame is longer than the buffer and there is no memory for a longer one: then nothing more can be read. */
    public boolean hasRoom(long nowNs) {
        if (wanted > 0) {
            makeRoom(wanted, nowNs);
        }
        return end < bytes.capacity();
    }

    /** @throws BraidException {@code BRD-1109}, once in a while, if a frame has waited for memory for long */
    public void mayWaitForMemory(long nowNs) {
        BraidException starved = wanted > 0 ? scarcity.lasting(nowNs) : null;
        if (starved != null) {
            scarcity.over();
            throw starved;
        }
    }

    /** The buffer to read into, from its position to its limit: some room, unless {@link #hasRoom} says that there is none. */
    public ByteBuffer room() {
        int limit = landed ? Math.min(bytes.capacity(), end + BETWEEN_LANDINGS_BYTES) : bytes.capacity();
        return bytes.limit(limit).position(end);
    }

    /** Where the first byte of {@link #room} lies. */
    public long roomAddress() {
        return segment.address() + bytes.position();
    }

    /**
     * Hands up every whole frame of what was read into {@link #rooms} or {@link #room}.
     *
     * @param nowNs when
     * @return frames handed up or obeyed, or one of the codes below zero
     */
    public int parse(long nowNs) {
        interrupted = true;
        int frames = handUpAll(nowNs);
        interrupted = false;
        return frames;
    }

    private int handUpAll(long nowNs) {
        boolean filled = !bytes.hasRemaining();
        end = bytes.position();
        bytes.limit(bytes.capacity());
        int frames = 0;
        if (gone) {
            return LANDING_GONE;
        }
        if (diverted > 0) {
            int dropped = Math.min(diverted, end - start);
            start += dropped;
            diverted -= dropped;
        }
        landed = landing.target() != null;
        if (landed) {
            if (!landing.isWhole()) {
                return 0;
            }
            if (hasLostItsLanding()) {
                return LANDING_GONE;
            }
            if (!landing.sumIsRight(crc)) {
                return BAD_SUM;
            }
            land();
            frames++;
        }
        while (end - start >= PipeFrame.HEADER_BYTES) {
            int word0 = bytes.getInt(start);
            int kind = FrameHeader.kind(word0);
            int length = FrameHeader.payloadBytes(word0);
            int plain = kind & ~FrameKind.CHAINED;
            if (plain > FrameKind.LAST || (KINDS >>> plain & 1) == 0 || kind != plain && (UNNUMBERED >>> plain & 1) != 0) {
                return BAD_KIND;
            }
            if (length > Limits.MAX_FRAME_PAYLOAD || length > 0 && (UNNUMBERED >>> plain & 1) != 0) {
                return BAD_LENGTH;
            }
            int whole = PipeFrame.HEADER_BYTES + length;
            if (end - start < whole) {
                waitFor(kind, whole, length, nowNs);
                return frames;
            }
            if (!sumIsRight(start, whole)) {
                return BAD_SUM;
            }
            int at = start;
            start += whole;
            takenBytes += whole;
            handUp(kind, at, length, nowNs);
            frames++;
        }
        if (start == end) {
            start = 0;
            end = 0;
        }
        if (!filled || landed || bytes.capacity() >= MOST_READ_BYTES || !growsTo(2 * bytes.capacity(), nowNs)) {
            makeRoom(PipeFrame.HEADER_BYTES, nowNs);
        }
        return frames;
    }

    /** A frame is there in part: the rest lands where it belongs, or there must be room for it here. */
    private void waitFor(int kind, int whole, int length, long nowNs) {
        int have = end - start;
        if (kind == FrameKind.FRAGMENT && !deaf && whole - have >= Landing.LEAST_BYTES && landing.begin(sink, bytes, start, have, length)) {
            start = 0;
            end = 0;
            landed = true;
        } else {
            makeRoom(whole, nowNs);
        }
    }

    private void land() {
        int length = landing.payloadBytes();
        landing.end();
        takenBytes += PipeFrame.HEADER_BYTES + length;
        counts.acknowledged(landing.word(PipeFrame.ACCEPTED_AT));
        if (!deaf && receiving.admits()) {
            try {
                sink.landed(FrameKind.FRAGMENT, landing.word(FrameHeader.A0), landing.word(FrameHeader.A1), landing.word(FrameHeader.A2), landing.word(FrameHeader.A3), length);
            } finally {
                came(length);
            }
        }
    }

    private void handUp(int kind, int at, int length, long nowNs) {
        ByteBuffer b = bytes;
        counts.acknowledged(b.getInt(at + PipeFrame.ACCEPTED_AT));
        switch (kind) {
            case FrameKind.ACK, FrameKind.PONG -> {}
            case FrameKind.PING -> control.ping(nowNs);
            case FrameKind.BYE -> control.bye(b.getLong(at + FrameHeader.A0), b.getInt(at + FrameHeader.A2), nowNs);
            default -> {
                if (!deaf && receiving.admits()) {
                    try {
                        sink.frame(
                                kind, b.getInt(at + FrameHeader.ENDPOINT), b.getInt(at + FrameHeader.ROUTE), b.getInt(at + FrameHeader.HANDLER), b.getInt(at + FrameHeader.A0), b.getInt(at + FrameHeader.A1),
                                b.getInt(at + FrameHeader.A2), b.getInt(at + FrameHeader.A3), segment, at + PipeFrame.HEADER_BYTES, length);
                    } finally {
                        came(length); // it has come, whatever was thrown
                    }
                }
            }
        }
    }

    /** Unless the sink says of the frame that it was just handed that it is none of its. */
    private void came(int length) {
        if (sink.refuses()) {
            deaf = true;
        } else {
            receiving.came(PipeFrame.HEADER_BYTES + length);
        }
    }

    private boolean sumIsRight(int at, int whole) {
        int shown = bytes.getInt(at + PipeFrame.CRC_AT);
        bytes.putInt(at + PipeFrame.CRC_AT, 0);
        return PipeFrame.sum(crc, summed, at, whole) == shown;
    }

    /** So that a frame of {@code whole} bytes, which begins at {@code start}, fits behind it, as soon as there is memory for that. The length has been checked. */
    private void makeRoom(int whole, long nowNs) {
        if (start + whole <= bytes.capacity() && bytes.capacity() - end >= PipeFrame.HEADER_BYTES) {
            return;
        }
        boolean isLong = whole > bytes.capacity();
        wanted = isLong ? whole : 0;
        if (isLong && growsTo(Integer.highestOneBit(2 * whole - 1), nowNs)) {
            wanted = 0;
            return;
        }
        bytes.limit(end).position(start);
        bytes.compact();
        end -= start;
        start = 0;
    }

    private boolean growsTo(int capacity, long nowNs) {
        try {
            grow(memory.apply(capacity).order(ByteOrder.LITTLE_ENDIAN));
            scarcity.over();
            return true;
        } catch (BraidException refused) {
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            scarcity.met(refused, nowNs);
            return false;
        }
    }

    private void grow(ByteBuffer larger) {
        larger.put(bytes.limit(end).position(start)).clear();
        bytes = larger;
        summed = view(larger);
        segment = MemorySegment.ofBuffer(view(larger));
        end -= start;
        start = 0;
    }

    private static ByteBuffer view(ByteBuffer of) {
        return of.duplicate().clear();
    }
}
