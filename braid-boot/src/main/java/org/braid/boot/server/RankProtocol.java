package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.braid.base.wire.Hello;
import org.braid.base.wire.Limits;

/**
 * What ranks and rank server say to each other; little-endian.
 *
 * <pre>
 *   first, from the client: the hello of 16 bytes (org.braid.base.wire.Hello); then frames both ways:
 *   0                4
 *  +---------------+-----------------
 *  | len 24 | kind | payload, len bytes
 *  +---------------+-----------------
 *
 *   client                                               server
 *   JOIN         job 16, rank, size, secret 32           WELCOME    nothing
 *   REGISTER     descriptor table                        REFUSED    UTF-8 "BRD-nnnn reason"; then it closes
 *   LOOKUP       first rank, count                       PAGE       first rank, n, n × (length or -1, table)
 *   LOOKUP_NOW   as LOOKUP                               PAGE       at once, with what is known
 *   LEAVE        it has finished but for the others      ALL_LEFT   nothing, once no rank is left that has not finished as often
 *   HAS_LEFT     rank, how often the asker has finished  LEFT       the same two, state; no answer while that rank has not finished more often
 *   FINISHED     it has finished
 *   ALIVE        it reacts: the answer to a PING down the control pipe
 *   ABORT        exit code, UTF-8 reason
 *   NOTE         UTF-8: why this rank is about to fail
 *   NOTICE       UTF-8: what the user should know once, such as a fallback
 *   AWAIT_INPUT  i64 bytes of standard input that it has read: it waits for more
 *   WHOLE        rank: its table without promises; answered by a PAGE of this rank alone, with -1 once its process has ended
 *   KEPT         descriptor table without promises, after the launcher has asked for it down the control pipe
 *   HOSTS        first rank, count                       HOST_PAGE  who is where: org.braid.boot.hosts.HostPage
 *   SPAWN        more processes: org.braid.boot.spawn.SpawnRequest; answered down the control pipe
 *   NAME         of a port, for other jobs of the family: org.braid.boot.names.NameRequest; answered down the control pipe
 *   PHASES       i64 monotonic nanoseconds: main, Init, Finalize
 *   EXITED       exit code: this rank has ended, and its process goes on with other ranks
 * </pre>
 *
 * The PAGE of a LOOKUP is sent once its first rank has registered, or will never do so; ranks after the first are included as far as they are known
 * and fit. {@code length -1}: not known (yet).
 */
public final class RankProtocol {
    /** The client names job, rank and size and shows the secret: {@link #JOIN_BYTES}. */
    public static final int JOIN = 1;

    /** The rank leaves its descriptor table and is inside the job from now on. */
    public static final int REGISTER = 3;

    /** The rank asks for the tables of a range of ranks and waits until the first of them is known. */
    public static final int LOOKUP = 4;

    /** The rank has left MPI. */
    public static final int FINISHED = 5;

    /** The rank ends the whole job with an exit code, i32, and a reason, UTF-8. */
    public static final int ABORT = 6;

    /** The rank says why it is about to fail, UTF-8 of at most {@link #MAX_TEXT_BYTES}. */
    public static final int NOTE = 7;

    /** The rank waits for standard input, of which it has read so many bytes, i64. */
    public static final int AWAIT_INPUT = 8;

    /** The rank says when it reached main, Init and Finalize: three i64 of monotonic nanoseconds. */
    public static final int PHASES = 9;

    /** The rank asks for one other rank's table without promises. */
    public static final int WHOLE = 10;

    /** The rank leaves its table without promises, as its launcher has asked for. */
    public static final int KEPT = 11;

    /** The rank says what the user should know once, UTF-8 of at most {@link #MAX_TEXT_BYTES}. */
    public static final int NOTICE = 12;

    /** The rank has finished but for the others, and wants to hear {@link #ALL_LEFT}. */
    public static final int LEAVE = 13;

    /** The rank asks whether another one has left more often than itself: i32 rank, i32 times. */
    public static final int HAS_LEFT = 14;

    /** The rank reacts: the answer to a PING that came down the control pipe. */
    public static final int ALIVE = 15;

    /** As {@link #LOOKUP}, answered at once with what is known. */
    public static final int LOOKUP_NOW = 16;

    /** The rank asks on which hosts a range of ranks is. */
    public static final int HOSTS = 17;

    /** The rank asks for more processes: its payload is what {@link org.braid.boot.spawn.SpawnRequest} reads. The launcher answers down the control pipe. */
    public static final int SPAWN = 18;

    /** The rank has ended with an exit code, i32, in a process that goes on: several ranks share it. */
    public static final int EXITED = 19;

    /** The rank publishes the name of a port, or looks one up: its payload is what {@link org.braid.boot.names.NameRequest} reads. The launcher answers down the control pipe. */
    public static final int NAME = 20;

    /** The server lets a client in; where it challenged, its payload is the server's own proof. */
    public static final int WELCOME = 0x81;

    /** The server refuses and closes: its payload is UTF-8, an error's code and a reason. */
    public static final int REFUSED = 0x82;

    /** The server sends tables: first rank, how many, and for each its length, -1 for none yet, and its bytes. */
    public static final int PAGE = 0x83;

    /** No rank is left that has finished less often than the one that waits. */
    public static final int ALL_LEFT = 0x85;

    /** A rank has left: i32 rank, i32 as {@link #HAS_LEFT} said, i32 one of the three states below. */
    public static final int LEFT = 0x86;

    /** The server tells on which hosts some ranks are: the first of those that were asked for, and as many more as fit. */
    public static final int HOST_PAGE = 0x87;

    /** LEFT: it is inside MPI.Finalize, and answers for itself. */
    public static final int LEAVING = 1;

    /** LEFT: it is beyond MPI.Finalize, having met nobody there was to wait for. */
    public static final int HAS_FINISHED = 2;

    /** LEFT: its process has ended. */
    public static final int HAS_ENDED = 3;

    /** Bytes of a frame's head: kind in the low 8 bits, the payload's length in the high 24. */
    public static final int FRAME_HEAD = 4;

    /** Bytes of a JOIN's payload: job 16, rank 4, size 4, secret 32. */
    public static final int JOIN_BYTES = 16 + 8 + 32;

    /** Longest table a rank may register. */
    public static final int MAX_TABLE_BYTES = Limits.MAX_TABLE_BYTES;

    /** Longest frame of a client that has joined; before, {@link #MAX_FRAME_BEFORE_JOIN}. */
    public static final int MAX_FRAME = 32 * 1024;

    /** Longest PAGE; small enough that an unread control pipe holds it together with the input that was asked for. */
    public static final int MAX_PAGE_BYTES = 16 * 1024;

    /** Longest frame of a client that has not joined. */
    public static final int MAX_FRAME_BEFORE_JOIN = 4 * 1024;

    /** Longest reason or note. */
    public static final int MAX_TEXT_BYTES = 8 * 1024;

    private RankProtocol() {}

    /** An empty buffer in the protocol's byte order. */
    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What processes of a build say first. */
    public static Hello hello(int build) {
        return new Hello(Hello.THIS_VERSION, build, 0);
    }

    /** Puts the head of a frame whose payload has {@code length} bytes. */
    static ByteBuffer putHead(ByteBuffer out, int kind, int length) {
        return out.putInt(length << 8 | kind);
    }

    /** A frame with its head; the payload of {@code length} bytes is still to be put. */
    static ByteBuffer frame(int kind, int length) {
        return putHead(buffer(FRAME_HEAD + length), kind, length);
    }

    /** The rest of a payload, as the text that it is. */
    static String text(ByteBuffer in) {
        return StandardCharsets.UTF_8.decode(in).toString();
    }

    /** A text as bytes, cut to {@link #MAX_TEXT_BYTES}. */
    static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_TEXT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_TEXT_BYTES);
    }
}
