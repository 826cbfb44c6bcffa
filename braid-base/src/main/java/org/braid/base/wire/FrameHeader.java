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
 * <p>{@link FrameKind} has the kinds.
 */
public final class FrameHeader {
    public static final int BYTES = 36;

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

    /** The receiver's process is woken even if nobody waits in it (DESIGN section 3, doorbell state IDLE). */
    public static final int NEEDS_YOU = 0x01;

    /** The third argument of BYE: the sender's context closes, and everything has come before. */
    public static final int BYE_OF_CONTEXT = 0;

    /** Likewise: only this lane ends, and its sender stays. */
    public static final int BYE_OF_LANE = 1;

    /** Likewise: the sender's context closes, and something that it had for the receiver has found no way in time. */
    public static final int BYE_INCOMPLETE = 2;

    /** Likewise, of a ring: no context closes, but the sender has given the receiver up, and neither says nor hears anything more. */
    public static final int BYE_RENOUNCED = 3;

    /** {@link #NEEDS_YOU} where it stands in the word at {@link #ROUTE}. */
    public static final int ROUTE_NEEDS_YOU = NEEDS_YOU << 24;

    private FrameHeader() {}

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
