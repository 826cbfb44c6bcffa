package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rank server takes any bytes, however they are cut, and refuses those that break its rules. */
class RankServerCoreTest extends RankServerTalk {
    @Test
    void oversizedFramesAreRefusedBeforeTheyAreRead() {
        assertRefused(connect(hello(77), new byte[] {RankProtocol.JOIN, 1, 16, 0}), "BRD-1004");
        Session member = member(0);
        say(member, new byte[] {RankProtocol.NOTE, -1, -1, -1});
        assertRefused(member, "BRD-1004");
    }

    @Test
    void membersThatBreakTheRulesAreRefusedOneByOne() {
        byte[][] wrong = {
            lookup(-1, 1), lookup(SIZE, 1), lookup(0, 0), frame(RankProtocol.LOOKUP, new byte[7]), lookupNow(SIZE, 1), lookupNow(0, 0), frame(99, new byte[0]), whole(-1), whole(SIZE), whole(1),
            frame(RankProtocol.REGISTER, new byte[RankProtocol.MAX_TABLE_BYTES + 1]), frame(RankProtocol.ABORT, new byte[3]),
            frame(RankProtocol.AWAIT_INPUT, new byte[5]), frame(RankProtocol.JOIN, new byte[RankProtocol.JOIN_BYTES]),
            frame(RankProtocol.NOTE, new byte[RankProtocol.MAX_TEXT_BYTES + 1])
        };
        for (byte[] bytes : wrong) {
            RankServerCore fresh = new RankServerCore(JOB, heard);
            Session session = connect(fresh, "", hello(77), join(22, 0, SIZE, JOB.secret()));
            next(session);
            fresh.received(session, ByteBuffer.wrap(bytes));
            assertEquals(RankProtocol.REFUSED, next(session).kind());
            assertTrue(session.isClosing());
        }
    }

    @Test
    void whoNeverReadsIsCutOff() {
        Session session = member(0);
        say(session, frame(RankProtocol.REGISTER, new byte[1]));
        for (int i = 0; i <= Session.MAX_WAITING_FRAMES; i++) {
            say(session, lookup(0, 1));
        }
        assertTrue(session.isClosing());
    }

    @Test
    void howTheBytesAreCutMakesNoDifference() {
        byte[] abort = frame(RankProtocol.ABORT, RankProtocol.buffer(7).putInt(9).put("why".getBytes(StandardCharsets.UTF_8)).array());
        byte[][] parts = {hello(77), join(22, 0, SIZE, JOB.secret()), frame(RankProtocol.FINISHED, new byte[0]), abort};
        ByteBuffer all = ByteBuffer.allocate(1024);
        for (byte[] part : parts) {
            all.put(part);
        }
        byte[] bytes = Arrays.copyOf(all.array(), all.position());
        for (int cut = 1; cut < bytes.length; cut++) {
            Heard recorder = new Heard();
            RankServerCore fresh = new RankServerCore(JOB, recorder);
            Session session = connect(fresh, "");
            fresh.received(session, ByteBuffer.wrap(bytes, 0, cut));
            fresh.received(session, ByteBuffer.wrap(bytes, cut, bytes.length - cut));
            assertEquals("finished 0,aborted 0 9 why", recorder.all(), "cut at " + cut);
        }
    }

    @Test
    void garbageNeverHurtsTheServer() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            RankServerCore fresh = new RankServerCore(JOB, new Heard());
            Session session = random.nextBoolean() ? connect(fresh, "") : connect(fresh, "", hello(77), join(22, 0, SIZE, JOB.secret()));
            byte[] garbage = new byte[random.nextInt(200)];
            random.nextBytes(garbage);
            try {
                fresh.received(session, ByteBuffer.wrap(garbage));
                fresh.tick(random.nextLong());
                fresh.closed(session);
            } catch (RuntimeException e) {
                throw new AssertionError("replay with seed " + seed, e);
            }
        }
    }
}
