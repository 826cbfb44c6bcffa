package org.braid.boot.control;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.braid.boot.ticket.TicketCodec;

/**
 * The frames of a rank's control pipe, which is its standard input: launcher → rank, one way, little-endian.
 *
 * <pre>
 *   0                4
 *  +---------------+-----------------
 *  | len 24 | kind | payload, len bytes
 *  +---------------+-----------------
 *   TICKET       first frame, once: see TicketCodec
 *   INPUT        bytes of the user's standard input; only rank 0, and at most INPUT_WINDOW_BYTES beyond those it has read
 *   INPUT_END    the user's standard input has ended
 *   RANK_FAILED  i32 rank, UTF-8 how it died
 *   DUMP         print the stacks of all threads to standard error
 *   ABORT        i32 exit code, UTF-8 reason: leave now
 *   TABLE        somebody needs this rank's whole table: see RankProtocol, KEPT
 *   PING         somebody has waited long for this rank: say ALIVE
 *   SPAWNED      what has become of processes that this rank has asked for: see SpawnNews
 *   PARENT       UTF-8: where the process waits that has asked for this one, a port or pipes; right behind the ticket
 *   ANSWER       a frame of the rank server (see RankProtocol), where ranks ask through a pipe
 *   JOB_FAILED   a job that was started for this one, or for one beside it, has failed: see FailedJob
 *   NAMED        what has come of a question about names of ports: see NameAnswer
 *   SEAT         i32 rank: the frame that follows is for this one of the ranks that share the process
 * </pre>
 *
 * The end of the pipe itself means that the launcher is gone, and that the rank must be gone too.
 */
public final class ControlFrame {
    /** The first frame, which comes once: its payload is what {@link TicketCodec} reads. */
    public static final int TICKET = 1;

    /** Its payload is the next bytes of the user's standard input. */
    public static final int INPUT = 2;

    /** The user's standard input has ended; no payload. */
    public static final int INPUT_END = 3;

    /** Another rank has died: its payload is made by {@link #failure}. */
    public static final int RANK_FAILED = 4;

    /** The rank prints the stacks of all its threads to standard error; no payload. */
    public static final int DUMP = 5;

    /** The rank halts at once with the exit code that the payload begins with. */
    public static final int ABORT = 6;

    /** Its payload is a frame of the rank server, which answers through this pipe. */
    public static final int ANSWER = 7;

    /** Another rank needs this one's whole table, which it answers by KEPT; no payload. */
    public static final int TABLE = 8;

    /** The launcher asks whether this process reacts, which it answers by ALIVE; no payload. */
    public static final int PING = 9;

    /** Its payload says what has become of processes that this rank has asked for. */
    public static final int SPAWNED = 10;

    /** Its payload says at which port or pipes the process waits that has asked for this one. */
    public static final int PARENT = 11;

    /** The frame behind it is for one of the ranks that share a process as threads: its payload is that rank's number, i32. */
    public static final int SEAT = 12;

    /** Its payload is a {@link org.braid.boot.spawn.FailedJob}: another job whose processes this one may know. */
    public static final int JOB_FAILED = 13;

    /** Its payload is a {@link org.braid.boot.names.NameAnswer}: what has come of a question about names of ports. */
    public static final int NAMED = 14;

    static final int HEAD = 4;

    /** How many bytes of the user's input may be on their way to a rank that has not read them. */
    public static final int INPUT_WINDOW_BYTES = 16 * 1024;

    /** No frame is longer; with {@link #INPUT_WINDOW_BYTES} it keeps an unread pipe from ever filling. */
    public static final int MAX_PAYLOAD = TicketCodec.MAX_BYTES;

    private static final int MAX_HOW_BYTES = 1024;

    private ControlFrame() {}

    /** The payload of RANK_FAILED. A long one, as of an exception's message, is cut. */
    public static byte[] failure(int rank, String how) {
        byte[] text = how.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_HOW_BYTES);
        return ByteBuffer.allocate(4 + length).order(ByteOrder.LITTLE_ENDIAN).putInt(rank).put(text, 0, length).array();
    }

    /** The frame that goes before one for a rank that shares its process. */
    public static byte[] seat(int rank) {
        return of(SEAT, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(rank).array(), 4);
    }

    /** Head and payload in one array, so that one write puts the frame on the pipe. */
    public static byte[] of(int kind, byte[] payload, int length) {
        if (length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a control frame of " + length + " bytes exceeds the limit of " + MAX_PAYLOAD);
        }
        byte[] frame = new byte[HEAD + length];
        frame[0] = (byte) kind;
        frame[1] = (byte) length;
        frame[2] = (byte) (length >> 8);
        frame[3] = (byte) (length >> 16);
        System.arraycopy(payload, 0, frame, HEAD, length);
        return frame;
    }
}
