package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.braid.base.os.Entropy;
import org.braid.base.wire.Hello;
import org.braid.boot.Secret;
import org.braid.boot.Ticket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rank server refuses what reliability.md section 4.3 lists, and gives members the ordered list. */
class RankServerCoreTest {
    private static final int SIZE = 4;
    private static final Ticket JOB = new Ticket(77, 11, 22, 0, SIZE, 0, SIZE, 0, "unix:/x", Secret.random(), "", "", false);

    private final Heard heard = new Heard();
    private final RankServerCore core = new RankServerCore(JOB, false, heard);

    // ---- a client's bytes -------------------------------------------------------------------------------------------

    private static byte[] hello(int build) {
        return RankProtocol.putHello(RankProtocol.buffer(Hello.BYTES), RankProtocol.hello(build)).array();
    }

    private static byte[] frame(int kind, byte[] payload) {
        return RankProtocol.putHead(RankProtocol.buffer(4 + payload.length), kind, payload.length).put(payload).array();
    }

    private static byte[] join(long jobLow, int rank, int size, Secret secret) {
        ByteBuffer out = RankProtocol.buffer(RankProtocol.JOIN_BYTES).putLong(11).putLong(jobLow).putInt(rank).putInt(size);
        return frame(RankProtocol.JOIN, out.put(secret.toBytes()).array());
    }

    private static byte[] lookup(int first, int count) {
        return frame(RankProtocol.LOOKUP, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    private Session connect(byte[]... said) {
        return connect(core, "", said);
    }

    private static Session connect(RankServerCore core, String source, byte[]... said) {
        Session session = core.open(source, new byte[RankProtocol.NONCE_BYTES], 0);
        assertNotNull(session);
        for (byte[] bytes : said) {
            core.received(session, ByteBuffer.wrap(bytes));
        }
        return session;
    }

    private Session member(int rank) {
        Session session = connect(hello(77), join(22, rank, SIZE, JOB.secret()));
        assertEquals(RankProtocol.WELCOME, next(session).kind());
        return session;
    }

    private void say(Session session, byte[] bytes) {
        core.received(session, ByteBuffer.wrap(bytes));
    }

    private record Said(int kind, ByteBuffer payload) {
        String text() {
            return StandardCharsets.UTF_8.decode(payload.duplicate()).toString();
        }
    }

    private static Said next(Session session) {
        Said said = peek(session);
        assertNotNull(said, "the server said nothing");
        return said;
    }

    private static @Nullable Said peek(Session session) {
        ByteBuffer out = session.outgoing();
        if (out == null) {
            return null;
        }
        ByteBuffer copy = ByteBuffer.allocate(out.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(out).flip();
        int word = copy.getInt();
        assertEquals(copy.remaining(), word >>> 8);
        return new Said(word & 0xff, copy.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    private static void assertRefused(Session session, String code) {
        Said said = next(session);
        assertEquals(RankProtocol.REFUSED, said.kind());
        assertTrue(said.text().startsWith(code), said.text());
        assertTrue(session.isClosing());
    }

    // ---- joining ----------------------------------------------------------------------------------------------------

    @Test
    void whoKnowsTheSecretJoins() {
        for (int rank = SIZE - 1; rank >= 0; rank--) {
            member(rank);
        }
        assertEquals("", heard.all());
    }

    @Test
    void aStrangersFirstBytesAreRefused() {
        assertRefused(connect("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)), "BRD-1010");
    }

    @Test
    void anotherBuildIsRefusedWithBothNames() {
        Session session = connect(hello(78));
        Said said = next(session);
        assertTrue(said.text().startsWith("BRD-1011"), said.text());
        assertTrue(said.text().contains(Integer.toHexString(77)) && said.text().contains(Integer.toHexString(78)), said.text());
    }

    @Test
    void aWrongSecretIsRefused() {
        assertRefused(connect(hello(77), join(22, 0, SIZE, Secret.random())), "BRD-1403");
    }

    @Test
    void anotherJobIsToldNothingElse() {
        Session session = connect(hello(77), join(23, 0, SIZE, JOB.secret()));
        assertRefused(session, "BRD-1406");
        assertNull(peek(session));
    }

    @Test
    void anotherCountIsRefusedWithBothNumbers() {
        Session session = connect(hello(77), join(22, 0, 5, JOB.secret()));
        Said said = next(session);
        assertTrue(said.text().contains("4 ranks") && said.text().contains("expect 5"), said.text());
    }

    @Test
    void ranksOutsideTheJobAreRefused() {
        assertRefused(connect(hello(77), join(22, SIZE, SIZE, JOB.secret())), "BRD-1407");
        assertRefused(connect(hello(77), join(22, -1, SIZE, JOB.secret())), "BRD-1407");
    }

    @Test
    void theSecondOfTwoEqualRanksIsRefusedAndTheFirstStays() {
        Session first = member(1);
        assertRefused(connect(hello(77), join(22, 1, SIZE, JOB.secret())), "BRD-1405");
        assertFalse(first.isClosing());
        assertTrue(heard.all().endsWith("rank 1 has joined before; the first one stays"), heard::all);
    }

    @Test
    void aRankWhoseProcessHasEndedCannotJoinAgain() {
        Session first = member(1);
        core.closed(first);
        core.gone(1);
        assertRefused(connect(hello(77), join(22, 1, SIZE, JOB.secret())), "BRD-1405");
    }

    @Test
    void nothingButAJoinIsHeardBeforeJoining() {
        assertRefused(connect(hello(77), frame(RankProtocol.FINISHED, new byte[0])), "BRD-1403");
        assertTrue(heard.lines.stream().noneMatch(line -> line.startsWith("finished")));
    }

    @Test
    void whoeverDoesNotJoinWithinFiveSecondsIsShownTheDoor() {
        Session silent = connect();
        Session slow = connect(hello(77));
        assertEquals(Strangers.JOIN_DEADLINE_NS, core.deadlineNs());
        core.tick(Strangers.JOIN_DEADLINE_NS - 1);
        assertFalse(silent.isClosing());
        core.tick(Strangers.JOIN_DEADLINE_NS);
        assertRefused(silent, "BRD-1403");
        assertRefused(slow, "BRD-1403");
        assertEquals(Long.MAX_VALUE, core.deadlineNs());
    }

    @Test
    void strangersAreCountedAndMembersAreNot() {
        member(0);
        List<Session> strangers = new ArrayList<>();
        for (int i = 0; i < Strangers.MOST; i++) {
            strangers.add(connect());
        }
        assertNull(core.open("", new byte[32], 0));
        core.closed(strangers.getFirst());
        assertNotNull(core.open("", new byte[32], 0));
    }

    @Test
    void oversizedFramesAreRefusedBeforeTheyAreRead() {
        assertRefused(connect(hello(77), new byte[] {RankProtocol.JOIN, 1, 16, 0}), "BRD-1004");
        Session member = member(0);
        say(member, new byte[] {RankProtocol.NOTE, -1, -1, -1});
        assertRefused(member, "BRD-1004");
    }

    // ---- joining from another host ----------------------------------------------------------------------------------

    private static final byte[] NONCE = Entropy.bytes(32);

    private static byte[] prove(Secret secret, String role, byte[] serverNonce, byte[] clientNonce) {
        byte[] proof = Proof.of(secret, role, 11, 22, 2, SIZE, clientNonce, serverNonce);
        ByteBuffer out = RankProtocol.buffer(RankProtocol.PROVE_BYTES).putLong(11).putLong(22).putInt(2).putInt(SIZE);
        return frame(RankProtocol.PROVE, out.put(clientNonce).put(proof).array());
    }

    private static Session far(RankServerCore core, byte[] nonce, byte[] said) {
        Session session = core.open("10.0.0.7", nonce, 0);
        assertNotNull(session);
        core.received(session, ByteBuffer.wrap(hello(77)));
        Said challenge = next(session);
        assertEquals(RankProtocol.CHALLENGE, challenge.kind());
        core.received(session, ByteBuffer.wrap(said));
        return session;
    }

    @Test
    void aChallengeIsAnsweredWithTheSecretAndTheServerProvesItselfToo() {
        RankServerCore far = new RankServerCore(JOB, true, heard);
        byte[] mine = Entropy.bytes(32);
        Said welcome = next(far(far, NONCE, prove(JOB.secret(), "client", NONCE, mine)));
        assertEquals(RankProtocol.WELCOME, welcome.kind());
        assertEquals(ByteBuffer.wrap(Proof.of(JOB.secret(), "server", 11, 22, 2, SIZE, mine, NONCE)), welcome.payload());
    }

    @Test
    void aReplayedAReflectedAndAForgedProofAreRefused() {
        RankServerCore far = new RankServerCore(JOB, true, heard);
        byte[] mine = Entropy.bytes(32);
        byte[] recorded = prove(JOB.secret(), "client", NONCE, mine);
        assertRefused(far(far, Entropy.bytes(32), recorded), "BRD-1403");
        assertRefused(far(far, NONCE, prove(JOB.secret(), "server", NONCE, mine)), "BRD-1403");
        assertRefused(far(far, NONCE, prove(Secret.random(), "client", NONCE, mine)), "BRD-1403");
        assertRefused(far(far, NONCE, join(22, 2, SIZE, JOB.secret())), "BRD-1403");
    }

    @Test
    void aSourceThatFailsTenTimesIsLockedOut() {
        RankServerCore far = new RankServerCore(JOB, true, heard);
        for (int i = 0; i < Strangers.MOST_FAILURES; i++) {
            assertRefused(far(far, NONCE, prove(Secret.random(), "client", NONCE, NONCE)), "BRD-1403");
        }
        assertNull(far.open("10.0.0.7", NONCE, 0));
        assertNotNull(far.open("10.0.0.8", NONCE, 0));
    }

    // ---- the list ---------------------------------------------------------------------------------------------------

    @Test
    void aLookupWaitsForTheRankThatItBeginsWith() {
        Session asking = member(0);
        say(asking, lookup(2, 2));
        assertNull(peek(asking));
        say(member(3), frame(RankProtocol.REGISTER, new byte[] {33}));
        assertNull(peek(asking));
        say(member(2), frame(RankProtocol.REGISTER, new byte[] {22, 22}));
        Said page = next(asking);
        assertEquals(RankProtocol.PAGE, page.kind());
        assertEquals(2, page.payload().getInt());
        assertEquals(2, page.payload().getInt());
        assertEquals(2, page.payload().getInt());
        assertEquals(22 << 8 | 22, page.payload().getShort());
        assertEquals(1, page.payload().getInt());
        assertEquals(33, page.payload().get());
        assertEquals("registered 3,registered 2", heard.all());
        assertFalse(page.payload().hasRemaining());
    }

    @Test
    void aLookupOfARankThatEndedIsAnsweredWithNothing() {
        Session asking = member(0);
        say(asking, lookup(2, 1));
        core.gone(2);
        Said page = next(asking);
        page.payload().getInt();
        assertEquals(1, page.payload().getInt());
        assertEquals(-1, page.payload().getInt());
    }

    @Test
    void aRankIsAskedOnceToKeepItsPromisesAndEverybodyWhoWaitsGetsThem() {
        Session promising = member(2);
        say(promising, frame(RankProtocol.REGISTER, new byte[] {2}));
        Session early = member(0);
        Session late = member(1);
        say(early, whole(2));
        assertNull(peek(early));
        say(late, whole(2));
        assertNull(peek(late));
        assertEquals("registered 2,whole 2", heard.all());
        say(promising, frame(RankProtocol.KEPT, new byte[] {7, 7}));
        for (Session each : new Session[] {early, late}) {
            Said page = next(each);
            assertEquals(2, page.payload().getInt());
            assertEquals(1, page.payload().getInt());
            assertEquals(2, page.payload().getInt());
            assertEquals(7 << 8 | 7, page.payload().getShort());
        }
        say(early, whole(2));
        assertNotNull(peek(early));
    }

    @Test
    void promisesOfARankThatEndedAreAnsweredAsFarAsTheyWereKept() {
        say(member(2), frame(RankProtocol.REGISTER, new byte[] {2}));
        Session asking = member(0);
        say(asking, whole(2));
        core.gone(2);
        assertEquals(RankProtocol.PAGE, next(asking).kind());
    }

    @Test
    void nobodyKeepsWhatNobodyAskedFor() {
        Session session = member(0);
        say(session, frame(RankProtocol.KEPT, new byte[1]));
        assertRefused(session, "BRD-1001");
    }

    private static byte[] whole(int rank) {
        return frame(RankProtocol.WHOLE, RankProtocol.buffer(4).putInt(rank).array());
    }

    @Test
    void aPageNeverExceedsAFrame() {
        RankServerCore wide = new RankServerCore(new Ticket(77, 11, 22, 0, 64, 0, 64, 0, "", JOB.secret(), "", "", false), false, heard);
        Session first = connect(wide, "", hello(77), join(22, 0, 64, JOB.secret()));
        for (int rank = 1; rank < 64; rank++) {
            Session session = connect(wide, "", hello(77), join(22, rank, 64, JOB.secret()));
            wide.received(session, ByteBuffer.wrap(frame(RankProtocol.REGISTER, new byte[RankProtocol.MAX_TABLE_BYTES])));
        }
        next(first);
        wide.received(first, ByteBuffer.wrap(lookup(1, Integer.MAX_VALUE)));
        Said page = next(first);
        assertEquals(1, page.payload().getInt());
        int entries = page.payload().getInt();
        assertEquals((RankProtocol.MAX_PAGE_BYTES - 8) / (4 + RankProtocol.MAX_TABLE_BYTES), entries);
    }

    @Test
    void membersThatBreakTheRulesAreRefusedOneByOne() {
        byte[][] wrong = {
            lookup(-1, 1), lookup(SIZE, 1), lookup(0, 0), frame(RankProtocol.LOOKUP, new byte[7]), frame(99, new byte[0]), whole(-1), whole(SIZE), whole(1),
            frame(RankProtocol.REGISTER, new byte[RankProtocol.MAX_TABLE_BYTES + 1]), frame(RankProtocol.ABORT, new byte[3]),
            frame(RankProtocol.WANT_INPUT, new byte[5]), frame(RankProtocol.JOIN, new byte[RankProtocol.JOIN_BYTES]),
            frame(RankProtocol.NOTE, new byte[RankProtocol.MAX_TEXT_BYTES + 1])
        };
        for (byte[] bytes : wrong) {
            RankServerCore fresh = new RankServerCore(JOB, false, heard);
            Session session = connect(fresh, "", hello(77), join(22, 0, SIZE, JOB.secret()));
            next(session);
            fresh.received(session, ByteBuffer.wrap(bytes));
            assertEquals(RankProtocol.REFUSED, next(session).kind());
            assertTrue(session.isClosing());
        }
    }

    @Test
    void aTableIsRegisteredOnce() {
        Session session = member(0);
        say(session, frame(RankProtocol.REGISTER, new byte[1]));
        say(session, frame(RankProtocol.REGISTER, new byte[1]));
        assertRefused(session, "BRD-1001");
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

    // ---- bytes ------------------------------------------------------------------------------------------------------

    @Test
    void howTheBytesAreCutMakesNoDifference() {
        byte[] abort = frame(RankProtocol.ABORT, RankProtocol.buffer(7).putInt(9).put("why".getBytes(StandardCharsets.UTF_8)).array());
        byte[][] parts = {hello(77), join(22, 0, SIZE, JOB.secret()), frame(RankProtocol.FINISHED, new byte[0]), abort};
        ByteBuffer all = ByteBuffer.allocate(1024);
        for (byte[] part : parts) {
            all.put(part);
        }
        byte[] bytes = java.util.Arrays.copyOf(all.array(), all.position());
        for (int cut = 1; cut < bytes.length; cut++) {
            Heard recorder = new Heard();
            RankServerCore fresh = new RankServerCore(JOB, false, recorder);
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
            RankServerCore fresh = new RankServerCore(JOB, false, new Heard());
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

    // ---- leaving ----------------------------------------------------------------------------------------------------

    private static final byte[] LEAVE = frame(RankProtocol.LEAVE, new byte[0]);
    private static final byte[] FINISHED = frame(RankProtocol.FINISHED, new byte[0]);

    @Test
    void whoWaitsToLeaveIsToldOnceWhenAllHaveFinishedOrAreGone() {
        Session[] members = {member(0), member(1), member(2)};
        drain(members);
        say(members[0], LEAVE);
        say(members[1], FINISHED);
        say(members[2], LEAVE);
        assertNull(peek(members[0]), "rank 3 has not even joined");
        core.gone(3);
        assertEquals(RankProtocol.ALL_LEFT, next(members[0]).kind());
        assertNull(peek(members[1]), "it does not wait");
        assertEquals(RankProtocol.ALL_LEFT, next(members[2]).kind());
        drain(members);
        say(members[0], FINISHED);
        say(members[2], FINISHED);
        assertNull(peek(members[0]));
        assertEquals("finished 1,finished 0,finished 2", heard.all());
    }

    @Test
    void whoInitialisesAgainIsWaitedForAgain() {
        Session[] members = {member(0), member(1)};
        core.gone(2);
        core.gone(3);
        for (int round = 0; round < 3; round++) {
            drain(members);
            say(members[0], LEAVE);
            assertNull(peek(members[0]));
            say(members[1], FINISHED);
            assertEquals(RankProtocol.ALL_LEFT, next(members[0]).kind());
            say(members[0], FINISHED);
        }
        say(members[1], FINISHED);
        drain(members);
        say(members[0], LEAVE);
        assertEquals(RankProtocol.ALL_LEFT, next(members[0]).kind(), "rank 1 is ahead");
    }

    private static byte[] hasLeft(int rank, int timesFinished) {
        return frame(RankProtocol.HAS_LEFT, RankProtocol.buffer(8).putInt(rank).putInt(timesFinished).array());
    }

    private void assertLeft(int rank, int timesFinished, int state, Session asker) {
        say(asker, hasLeft(rank, timesFinished));
        Said said = next(asker);
        assertEquals(RankProtocol.LEFT, said.kind());
        assertEquals(rank, said.payload().getInt());
        assertEquals(timesFinished, said.payload().getInt());
        assertEquals(state, said.payload().getInt());
    }

    @Test
    void whoAsksForARankIsAnsweredOnlyOnceThatHasLeftMoreOftenThanItself() {
        Session[] members = {member(0), member(1), member(2)};
        drain(members);
        for (int rank = 0; rank < 4; rank++) {
            say(members[0], hasLeft(rank, 0));
        }
        assertNull(peek(members[0]), "nobody has left, and rank 3 may still join");
        assertEquals("awaited 0,awaited 1,awaited 2", heard.all(), "but they may be asked whether they react");
        say(members[1], frame(RankProtocol.ALIVE, new byte[0]));
        assertEquals("awaited 0,awaited 1,awaited 2,alive 1", heard.all());
        say(members[1], LEAVE);
        assertLeft(1, 0, RankProtocol.LEAVING, members[0]);
        say(members[0], hasLeft(1, 1));
        assertNull(peek(members[0]), "it has left as often, and may come back");
        say(members[1], FINISHED);
        assertLeft(1, 0, RankProtocol.HAS_FINISHED, members[0]);
        core.gone(1);
        assertLeft(1, 1, RankProtocol.HAS_ENDED, members[0]);
        say(members[0], hasLeft(4, 0));
        assertEquals(RankProtocol.REFUSED, next(members[0]).kind());
    }

    private static void drain(Session[] members) {
        for (Session member : members) {
            for (ByteBuffer out = member.outgoing(); out != null; out = member.outgoing()) {
                out.position(out.limit());
            }
        }
    }
}
