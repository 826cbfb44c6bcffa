package org.braid.testkit.sim;

import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;


/**
 * The messages of a rendezvous as the simulated wire carries them.
 *
 * <pre>
 *   OFFER     endpoint = message   first = send id      second = bytes
 *   PULL                           first = send id      second = receive id   payload: mode, want, from, to (i64 each)
 *   FRAGMENT                       first = receive id   second = offset       payload: data
 *   DONE      endpoint = side      first = id           second = status
 * </pre>
 */
final class SimBulkFrames {
    static final int TO_SENDER = 0;
    static final int TO_RECEIVER = 1;

    private static final int PULL_BYTES = 32;

    private SimBulkFrames() {}

    static byte[] offer(int message, long sendId, long bytes) {
        return SimFrame.of(FrameKind.OFFER, message, sendId, bytes, 0);
    }

    static byte[] pull(long sendId, long receiveId, long mode, long want, long from, long to) {
        byte[] frame = SimFrame.of(FrameKind.PULL, 0, sendId, receiveId, PULL_BYTES);
        put(frame, 0, mode);
        put(frame, 1, want);
        put(frame, 2, from);
        put(frame, 3, to);
        return frame;
    }

    static int mode(byte[] pull) {
        return (int) field(pull, 0);
    }

    static long want(byte[] pull) {
        return field(pull, 1);
    }

    static long from(byte[] pull) {
        return field(pull, 2);
    }

    static long to(byte[] pull) {
        return field(pull, 3);
    }

    /** Without its data. */
    static byte[] fragmentHeader(long receiveId, long offset, int bytes) {
        byte[] header = new byte[FrameHeader.BYTES];
        SimFrame.header(header, FrameKind.FRAGMENT, 0, receiveId, offset, bytes);
        return header;
    }

    static byte[] done(int side, long id, int status) {
        return SimFrame.of(FrameKind.DONE, side, id, status, 0);
    }

    private static void put(byte[] frame, int field, long value) {
        SimFrame.putLong(frame, FrameHeader.BYTES + 8 * field, value);
    }

    private static long field(byte[] frame, int field) {
        return SimFrame.getLong(frame, FrameHeader.BYTES + 8 * field);
    }
}
