package org.braid.boot.ticket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A ticket as bytes: a fixed head, then sections, so that later launchers (PMI) can say more.
 *
 * <pre>
 *   0        4         6          8         12
 *  +--------+---------+----------+---------+----------------------------------
 *  | magic  | version | sections | build   | section …
 *  | "BRDT" | u16     | u16      | u32     |
 *  +--------+---------+----------+---------+----------------------------------
 *   section = | tag u16 | reserved u16 | length u32 | bytes |      (little-endian)
 *    1 JOB     job id, 16 bytes                4 SECRET  32 bytes
 *    2 SEAT    rank, size, first on host,      5 POLICY  UTF-8        7 REPORT  UTF-8
 *              ranks on host: 4 × i32          6 FLAGS   u32: bit 0 allow clear, bit 1 a host is crowded,
 *    3 SERVER  UTF-8 address                             bit 2 the map makes this host several
 *    8 LAUNCHER  pid on this host, i64
 *    9 SPREAD  hosts, launchers: 2 × i32
 * </pre>
 *
 * A reader skips tags it does not know, except those with the top bit set: these it must understand. Decoding checks every length and
 * total before use and refuses a ticket that lacks JOB, SEAT or SECRET.
 */
public final class TicketCodec {
    /** No ticket is longer. */
    public static final int MAX_BYTES = 32 * 1024;

    private static final int MAGIC = 'B' | 'R' << 8 | 'D' << 16 | 'T' << 24;
    private static final int VERSION = 1;
    private static final int HEAD = 12;
    private static final int SECTION_HEAD = 8;
    private static final int MUST_UNDERSTAND = 0x8000;
    private static final int ALLOW_CLEAR = 1;
    private static final int CROWDED = 2;
    private static final int PLACED = 4;

    private TicketCodec() {}

    /**
     * The payload of a TICKET frame.
     *
     * @throws IllegalArgumentException if it would be longer than {@link #MAX_BYTES}
     */
    public static byte[] encode(Ticket ticket) {
        byte[] server = utf8(ticket.server());
        byte[] policy = utf8(ticket.policy());
        byte[] report = utf8(ticket.report());
        int total = HEAD + 9 * SECTION_HEAD + 8 + 8 + 16 + 16 + server.length + Secret.BYTES + policy.length + 4 + report.length;
        if (total > MAX_BYTES) {
            throw new IllegalArgumentException("a ticket of " + total + " bytes exceeds the limit of " + MAX_BYTES);
        }
        ByteBuffer out = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(MAGIC).putShort((short) VERSION).putShort((short) 9).putInt(ticket.build());
        section(out, 1, 16).putLong(ticket.jobHigh()).putLong(ticket.jobLow());
        section(out, 2, 16).putInt(ticket.rank()).putInt(ticket.size()).putInt(ticket.firstOnHost()).putInt(ticket.ranksOnHost());
        section(out, 3, server.length).put(server);
        section(out, 4, Secret.BYTES).put(ticket.secret().toBytes());
        section(out, 5, policy.length).put(policy);
        section(out, 6, 4).putInt((ticket.allowClear() ? ALLOW_CLEAR : 0) | (ticket.spread().crowded() ? CROWDED : 0) | (ticket.spread().placed() ? PLACED : 0));
        section(out, 7, report.length).put(report);
        section(out, 8, Long.BYTES).putLong(ticket.launcherPid());
        section(out, 9, 8).putInt(ticket.spread().hosts()).putInt(ticket.spread().launchers());
        return out.array();
    }

    /**
     * The ticket that these bytes are, each length and total checked before use.
     *
     * @throws IllegalArgumentException with the reason, if the bytes are no ticket that this build can use
     */
    public static Ticket decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        check(bytes.length >= HEAD && bytes.length <= MAX_BYTES, "its length");
        check(in.getInt() == MAGIC, "its first bytes");
        int version = in.getShort() & 0xffff;
        check(version == VERSION, "its version (this build reads version 1)");
        int sections = in.getShort() & 0xffff;
        Draft draft = new Draft(in.getInt());
        for (int i = 0; i < sections; i++) {
            check(in.remaining() >= SECTION_HEAD, "a section's head");
            int tag = in.getShort() & 0xffff;
            check(in.getShort() == 0, "a reserved field");
            int length = in.getInt();
            check(length >= 0 && length <= in.remaining(), "a section's length");
            int end = in.position() + length;
            draft.read(tag, in, length);
            in.position(end);
        }
        check(!in.hasRemaining(), "the bytes after its last section");
        return draft.finish();
    }

    /** The fields read so far. */
    private static final class Draft {
        private final int build;
        private int seen;
        private long jobHigh;
        private long jobLow;
        private final int[] seat = new int[4];
        private String server = "";
        private byte[] secret = new byte[0];
        private String policy = "";
        private int flags;
        private String report = "";
        private long launcherPid;
        private int hosts = 1;
        private int launchers = 1;

        Draft(int build) {
            this.build = build;
        }

        void read(int tag, ByteBuffer in, int length) {
            if (tag < 1 || tag > 9) {
                check((tag & MUST_UNDERSTAND) == 0, "a section that this build does not understand");
                return;
            }
            check((seen & 1 << tag) == 0, "a section that occurs twice");
            seen |= 1 << tag;
            switch (tag) {
                case 1 -> readJob(in, length);
                case 2 -> readSeat(in, length);
                case 3 -> server = text(in, length);
                case 4 -> secret = exactly(in, length, Secret.BYTES);
                case 5 -> policy = text(in, length);
                case 6 -> flags = ByteBuffer.wrap(exactly(in, length, 4)).order(ByteOrder.LITTLE_ENDIAN).getInt();
                case 7 -> report = text(in, length);
                case 8 -> launcherPid = number(in, length);
                default -> readSpread(in, length);
            }
        }

        private void readJob(ByteBuffer in, int length) {
            check(length == 16, "the length of section JOB");
            jobHigh = in.getLong();
            jobLow = in.getLong();
        }

        private void readSpread(ByteBuffer in, int length) {
            check(length == 8, "the length of section SPREAD");
            hosts = in.getInt();
            launchers = in.getInt();
        }

        private void readSeat(ByteBuffer in, int length) {
            check(length == 16, "the length of section SEAT");
            for (int i = 0; i < seat.length; i++) {
                seat[i] = in.getInt();
            }
        }

        Ticket finish() {
            check((seen & 0b10110) == 0b10110, "a missing section (JOB, SEAT and SECRET are required)");
            check((flags & ~(ALLOW_CLEAR | CROWDED | PLACED)) == 0, "a flag that this build does not understand");
            return new Ticket(
                    build, jobHigh, jobLow, seat[0], seat[1], seat[2], seat[3], launcherPid, server, Secret.of(secret), policy, report, (flags & ALLOW_CLEAR) != 0,
                    new Spread(hosts, launchers, (flags & CROWDED) != 0, (flags & PLACED) != 0));
        }
    }

    private static ByteBuffer section(ByteBuffer out, int tag, int length) {
        return out.putShort((short) tag).putShort((short) 0).putInt(length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuffer in, int length) {
        return new String(exactly(in, length, length), StandardCharsets.UTF_8);
    }

    private static long number(ByteBuffer in, int length) {
        check(length == Long.BYTES, "the length of a number");
        return in.getLong();
    }

    private static byte[] exactly(ByteBuffer in, int length, int expected) {
        check(length == expected, "a section's length");
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static void check(boolean good, String what) {
        if (!good) {
            throw new IllegalArgumentException("not a ticket of this build: " + what + " cannot be right");
        }
    }
}
