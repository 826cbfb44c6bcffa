package org.braid.base.wire;

/**
 * The layout of a frame's header: 36 bytes, little-endian, so that 28 bytes of payload share its cache line.
 *
 * <pre>
 *   0        4          8              10       11      12        16   20   24   28   32           36
 *  +--------+----------+--------------+--------+-------+---------+----+----+----+----+------------+---------
 *  | word 0 | endpoint | generation16 | chan8  | flags8| handler | a0 | a1 | a2 | a3 | spare      | payload …
 *  +--------+----------+--------------+--------+-------+---------+----+----+----+----+------------+---------
 *   word 0 = payload length in bytes &lt;&lt; 8 | kind       route = the int at 8        CRC32C where not memory
 * </pre>
 *
 * <p>A kind is never 0, so word 0 is never 0: in a ring it is the record's ready flag, stored last with release. Only constants and
 * shifts live here; whoever takes a frame off a wire checks it first.
 *
 * <p>{@code docs/wire.md} draws every kind.
 */
public final class Frame {
    public static final int HEADER_BYTES = 36;

    // Offsets from the start of the header, bytes.
    public static final int WORD0 = 0;
    public static final int ENDPOINT = 4;
    public static final int ROUTE = 8;
    public static final int HANDLER = 12;
    public static final int A0 = 16;
    public static final int A1 = 20;
    public static final int A2 = 24;
    public static final int A3 = 28;
    public static final int SPARE = 32;

    /** Not a frame: the word that a ring's consumer finds where nothing was written yet. */
    public static final int EMPTY = 0;
    /** A remote service request: the payload is for a handler. */
    public static final int RSR = 1;
    /** The rest of a ring before it wraps; the length is that of the padding. */
    public static final int PAD = 2;
    /** The last record in an old ring: the stream goes on in the ring that it names. */
    public static final int HANDOVER = 3;
    /** A segment that the peer may attach. */
    public static final int SEGMENT = 4;
    /** The envelope of a payload that is still with the sender. */
    public static final int OFFER = 5;
    /** The receiver of an offer asks the sender to push it. */
    public static final int PULL = 6;
    /** A piece of a pushed payload. */
    public static final int FRAGMENT = 7;
    /** An offered payload was fetched, refused, or failed: the sender's buffer is free. */
    public static final int DONE = 8;
    /** More eager payload may be sent. */
    public static final int CREDIT = 9;
    /** The name that belongs to a handler id, before its first use on a lane. */
    public static final int NAME = 10;
    /** The sender's default descriptor table. */
    public static final int TABLE = 11;
    /** Who is at the other end of a lane, and what it has received so far. */
    public static final int HELLO = 12;
    /** The last frame of a stream, with the number of frames before it. */
    public static final int BYE = 13;
    /** Everything up to a number was accepted. */
    public static final int ACK = 14;
    /** Are you there? */
    public static final int PING = 15;
    /** I am. */
    public static final int PONG = 16;
    /** Why something that the receiver of this frame had sent was refused. */
    public static final int ALERT = 17;
    /** In a ring: a request with the header of the one before it, but for a1. */
    public static final int REPEAT = 18;
    /** A lane's first frame, unless it is a peer's first lane: the stream that it carries, the chain that the receiver has to undo, and what it wants to know of the stream's lane before. */
    public static final int LANE = 19;
    /** How many frames of its lane before a stream's receiving end has accepted: the rest comes by the new one. */
    public static final int HANDED = 20;
    /** The receiving end refuses what a lane brings from now on, and why. */
    public static final int CUT = 21;
    /** The largest kind that exists. */
    public static final int LAST_KIND = CUT;

    /**
     * Added to the kind of a frame that has gone through a chain of devices: what the kind says holds for the frame above the chain. Whoever carries such a frame neither charges credit for it, nor shortens its
     * header, nor leaves its payload where it is.
     */
    public static final int CHAINED = 0x40;

    /** The receiver's process is woken even if nobody waits in it (DESIGN section 3, doorbell state IDLE). */
    public static final int NEEDS_YOU = 0x01;

    /** {@link #NEEDS_YOU} where it stands in the word at {@link #ROUTE}. */
    public static final int ROUTE_NEEDS_YOU = NEEDS_YOU << 24;

    private Frame() {}

    /** The first word of a frame; {@code payloadBytes} below 2^24. */
    public static int word0(int payloadBytes, int kind) {
        return payloadBytes << 8 | kind;
    }

    /** The payload's length in bytes that a first word says. */
    public static int payloadBytes(int word0) {
        return word0 >>> 8;
    }

    /** The kind that a first word says. */
    public static int kind(int word0) {
        return word0 & 0xff;
    }

    /** A number that takes two of the four arguments. */
    public static long joined(int low, int high) {
        return (low & 0xFFFF_FFFFL) | (long) high << 32;
    }

    /** Of the word at {@link #ROUTE}: the endpoint's generation (16 bits), the channel (8), the flags (8). */
    public static int generation(int route) {
        return route & 0xffff;
    }
}
