package org.braid.launch.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long S = 1_000_000_000L;
    private static final ZonedDateTime NOON = ZonedDateTime.of(2026, 11, 30, 12, 0, 0, 900_000_000, ZoneOffset.UTC);

    @Test
    void whoHasSaidNothingWaitsForEverAndWhoHasNamedATimeoutUntilThen() {
        assertEquals(Long.MAX_VALUE, new Patience(5, 0).endNs());
        assertEquals(5 + 30 * S, new Patience(5, 30 * S).endNs());
    }

    @Test
    void joinsThatNobodyContradictsChangeNothing() {
        Patience patience = new Patience(0, 0);
        patience.joined(7 * S);
        patience.settled();
        assertEquals(Long.MAX_VALUE, patience.endNs());
        assertFalse(patience.isBoundByContradiction());
    }

    @Test
    void aContradictionIsWaitedForAMinuteAndASecondOneWinsNoTime() {
        Patience patience = new Patience(0, 0);
        patience.contradicted(10 * S);
        patience.contradicted(50 * S);
        assertTrue(patience.isBoundByContradiction());
        assertEquals(70 * S, patience.endNs());
    }

    @Test
    void whileJoinsComeTheJobGathers() {
        Patience patience = new Patience(0, 0);
        patience.contradicted(10 * S);
        patience.joined(50 * S);
        assertEquals(110 * S, patience.endNs());
    }

    @Test
    void aSettledContradictionBindsNobodyAndTheNextOneHasAMinuteOfItsOwn() {
        Patience patience = new Patience(0, 0);
        patience.contradicted(10 * S);
        patience.settled();
        assertEquals(Long.MAX_VALUE, patience.endNs());
        patience.contradicted(100 * S);
        assertEquals(160 * S, patience.endNs());
    }

    @Test
    void aTimeoutStands() {
        Patience patience = new Patience(0, 600 * S);
        patience.contradicted(10 * S);
        patience.joined(20 * S);
        assertEquals(600 * S, patience.endNs());
        assertFalse(patience.isBoundByContradiction());
    }

    @Test
    void peopleAreToldBothTheMomentAndTheTime() {
        Patience patience = new Patience(0, 0);
        patience.contradicted(10 * S);
        assertEquals("until 12:01:00 Z, 60 s from now, and 60 s longer from each join that comes meanwhile", patience.until(10 * S, NOON));
        assertEquals("until 12:00:20 Z, 20 s from now, and 60 s longer from each join that comes meanwhile", patience.until(50 * S + S / 2, NOON));
        assertEquals("until 12:00:30 Z, 30 s from now (--timeout)", new Patience(0, 40 * S).until(10 * S, NOON));
    }
}
