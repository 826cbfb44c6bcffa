package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import org.braid.boot.ticket.Ticket;
import org.junit.jupiter.api.Test;

/** Members leave their tables and get the ordered list. */
class TablesTest extends RankServerTalk {
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
    void aLookupOfWhatIsKnownNowWaitsForNobody() {
        Session asking = member(0);
        say(asking, lookupNow(2, 2));
        Said page = next(asking);
        assertEquals(RankProtocol.PAGE, page.kind());
        assertEquals(2, page.payload().getInt());
        assertEquals(2, page.payload().getInt());
        assertEquals(-1, page.payload().getInt());
        assertEquals(-1, page.payload().getInt());
        say(member(2), frame(RankProtocol.REGISTER, new byte[] {22}));
        assertNull(peek(asking), "it has its answer");
        say(asking, lookupNow(2, 1));
        assertEquals(22, next(asking).payload().get(12));
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
    void aRankThatEndedKeepsNoPromisesHoweverItIsAskedFor() {
        say(member(2), frame(RankProtocol.REGISTER, new byte[] {2}));
        Session early = member(0);
        Session late = member(1);
        say(early, whole(2));
        core.gone(2);
        core.gone(3);
        say(late, whole(2));
        assertNothing(2, next(early));
        assertNothing(2, next(late));
        say(late, whole(3));
        assertNothing(3, next(late));
    }

    private static void assertNothing(int rank, Said page) {
        assertEquals(RankProtocol.PAGE, page.kind());
        assertEquals(rank, page.payload().getInt());
        assertEquals(1, page.payload().getInt());
        assertEquals(-1, page.payload().getInt());
    }

    @Test
    void nobodyKeepsWhatNobodyAskedFor() {
        Session session = member(0);
        say(session, frame(RankProtocol.KEPT, new byte[1]));
        assertRefused(session, "BRD-1001");
    }

    @Test
    void aPageNeverExceedsAFrame() {
        RankServerCore wide = new RankServerCore(new Ticket(77, 11, 22, 0, 64, 0, 64, 0, "", JOB.secret(), "", "", false), heard);
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
    void aTableIsRegisteredOnce() {
        Session session = member(0);
        say(session, frame(RankProtocol.REGISTER, new byte[1]));
        say(session, frame(RankProtocol.REGISTER, new byte[1]));
        assertRefused(session, "BRD-1001");
    }
}
