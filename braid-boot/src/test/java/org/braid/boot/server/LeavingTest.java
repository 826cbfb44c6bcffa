package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Who waits to leave, and who asks whether another has left, is told once and in time. */
class LeavingTest extends RankServerTalk {
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
        assertEquals("finished 1,gone 3,finished 0,finished 2", heard.all());
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
    }

    @Test
    void aRankOutsideTheJobAndACountThatCannotBeAreRefused() {
        for (byte[] wrong : new byte[][] {hasLeft(SIZE, 0), hasLeft(-1, 0), hasLeft(3, -1)}) {
            RankServerCore fresh = new RankServerCore(JOB, heard);
            Session session = connect(fresh, "", hello(77), join(22, 0, SIZE, JOB.secret()));
            drain(session);
            fresh.received(session, ByteBuffer.wrap(wrong));
            assertEquals(RankProtocol.REFUSED, next(session).kind());
        }
    }

    private static void drain(Session... members) {
        for (Session member : members) {
            for (ByteBuffer out = member.outgoing(); out != null; out = member.outgoing()) {
                out.position(out.limit());
            }
        }
    }
}
