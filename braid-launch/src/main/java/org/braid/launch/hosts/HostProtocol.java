package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a job's server and its joins say to each other; little-endian.
 *
 * <pre>
 *   first, from the join: the hello of 16 bytes (org.braid.base.wire.Hello); then frames both ways:
 *   0                4
 *  +---------------+-----------------
 *  | len 24 | kind | payload, len bytes
 *  +---------------+-----------------
 *
 *   join                                                  server
 *   PROVE        nonce 32, proof 32                       CHALLENGE  job 16, nonce 32: right after the hello
 *   ENTER        host 16, launcher pid i64, cores,        WELCOME    proof 32
 *                each, count, rank or -1 × count,         SEATED     count × rank
 *                site, cluster, name: each u8 length,     BEGIN      seats (JoinSeats), ticket (TicketCodec) of the first of them
 *                UTF-8; CoreLayout
 *   STARTED      rank, pid i64
 *   NOT_STARTED  rank, UTF-8 why                          CONTROL    rank or -1 for all, kind, payload of that control frame
 *   EXITED       rank, code                               END        how, UTF-8 signal: TERMINATE, KILL, FORWARD, SIGNAL, PAUSE, STOP or GO_ON
 *   SAID         pid, a piece of what that process        AWAITED    i64: rank 0 waits for more than so many bytes of input
 *                says to the rank server                  OVER       exit code, UTF-8 why if the job never began
 *   HELD         rank, 1 or 0: stopped or running         REFUSED    UTF-8 "BRD-nnnn reason\nwhat to do"
 *   SIGNALLED    number                                   ANSWER     pid, the rank server's answer to that process
 *   FAREWELL     UTF-8: what ranks have printed last, a line each: rank, blank, line; or memory, blank, hint
 *   SPAWN_NEWS   rank, SpawnNews for it                   SPAWN      rank, SpawnRequest of it
 *   SPAWNS       count of jobs that run, exit code
 *   JOB_FAILED   FailedJob, for all ranks of all joins
 *   NAME         NameOwner, NameRequest of it              NAMED      NameOwner, NameAnswer for it
 *   NAMER_GONE   NameOwner of which that was the last
 *   HOLD         1: the job is to be held, it was asked
 *                to; 0: it runs again
 *   PAUSED       none of its ranks runs
 *   READY        job, UTF-8 why it cannot, "" if it     PART       job, n, n × number of a command, SpawnRequest of
 *                can: answers PART                                 these: what this join is to start of a job more
 *   ABANDONED    UTF-8 why: nobody keeps its ranks of
 *                this job any more, though it goes on
 *   LANDMARK_AT  port, token i64: answers LANDMARK          LANDMARK   listen, since others are to measure their way here
 *   PINGED       round, microseconds or -1: answers PING    PING       round, port, token i64, UTF-8 address of that landmark
 *   JOB          both ways: job, a frame of these that is about that job and its ranks
 *                                                         NOTICE     UTF-8: what is to be said to whoever waits for the job there
 *   BEAT         both ways, once a second if nothing else goes
 * </pre>
 */
final class HostProtocol {
    static final int PROVE = 1;
    static final int ENTER = 2;
    static final int STARTED = 3;
    static final int NOT_STARTED = 4;
    static final int EXITED = 5;
    static final int SAID = 6;
    static final int HELD = 7;
    static final int SIGNALLED = 8;
    static final int BEAT = 9;
    static final int FAREWELL = 10;
    static final int SPAWN_NEWS = 11;
    static final int SPAWNS = 12;
    static final int JOB_FAILED = 13;
    static final int NAME = 14;
    static final int NAMER_GONE = 15;
    static final int READY = 16;
    static final int JOB = 17;
    static final int HOLD = 18;
    static final int PAUSED = 19;
    static final int ABANDONED = 20;
    static final int LANDMARK_AT = 21;
    static final int PINGED = 22;
    static final int CHALLENGE = 0x81;
    static final int WELCOME = 0x82;
    static final int REFUSED = 0x83;
    static final int SEATED = 0x84;
    static final int BEGIN = 0x85;
    static final int CONTROL = 0x86;
    static final int END = 0x87;
    static final int AWAITED = 0x88;
    static final int OVER = 0x89;
    static final int ANSWER = 0x8a;
    static final int SPAWN = 0x8b;
    static final int NAMED = 0x8c;
    static final int PART = 0x8d;
    static final int LANDMARK = 0x8e;
    static final int PING = 0x8f;
    static final int NOTICE = 0x90;

    /** END: ask them to end. */
    static final int TERMINATE = 1;

    /** END: end them. */
    static final int KILL = 2;

    /** END: pass on the signal that ends the job. */
    static final int FORWARD = 3;

    /** END: pass on a signal that ends nothing. */
    static final int SIGNAL = 4;

    /** END: stop them until GO_ON, and answer PAUSED. */
    static final int PAUSE = 5;

    /** END: no rank runs, so whoever was asked to hold the job may stop, too. */
    static final int STOP = 6;

    /** END: they run again. */
    static final int GO_ON = 7;

    /** In place of a rank: any, or all of the host. */
    static final int ANY = -1;

    static final int HEAD = 4;
    static final int NONCE_BYTES = 32;
    static final int PROOF_BYTES = 32;

    /** No frame's payload is longer: a control frame and what names its rank. */
    static final int MAX_PAYLOAD = 96 * 1024;

    /** Of a peer that has not proved the secret. */
    static final int MAX_UNPROVED_PAYLOAD = 1024;

    /** Roles in a proof, which keep an answer from being reflected. */
    static final String ROLE_JOIN = "join";

    static final String ROLE_SERVER = "keeper";

    private static final int MAX_TEXT_BYTES = 16 * 1024;

    private HostProtocol() {}

    /** A frame whose payload of {@code length} bytes is still to be put. */
    static ByteBuffer frame(int kind, int length) {
        return ByteBuffer.allocate(HEAD + length).order(ByteOrder.LITTLE_ENDIAN).putInt(length << 8 | kind);
    }

    static byte[] withText(int kind, int number, String text) {
        byte[] bytes = bytes(text);
        return frame(kind, 4 + bytes.length).putInt(number).put(bytes).array();
    }

    static byte[] withText(int kind, String text) {
        byte[] bytes = bytes(text);
        return frame(kind, bytes.length).put(bytes).array();
    }

    /** The rest of a payload, as the text that it is. */
    static String text(ByteBuffer in) {
        return StandardCharsets.UTF_8.decode(in).toString();
    }

    private static byte[] bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_TEXT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_TEXT_BYTES);
    }
}
