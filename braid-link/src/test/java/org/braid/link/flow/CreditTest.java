package org.braid.link.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CreditTest {
    private static final int WINDOW = 100;
    private final CreditWindow sender = new CreditWindow(WINDOW);
    private final GrantedCredit granted = new GrantedCredit(WINDOW);
    private final CreditAccount receiver = new CreditAccount(WINDOW);

    @Test
    void aSenderMaySendOneWindowAndThenMustWait() {
        assertTrue(sender.covers(100));
        assertFalse(sender.covers(101));
        assertTrue(sender.tryTake(60));
        assertFalse(sender.tryTake(41));
        assertEquals(40, sender.availableBytes());
        assertEquals(60, sender.takenBytes());
    }

    @Test
    void whatALaneHadNoRoomForCostsNothing() {
        assertTrue(sender.tryTake(100));
        sender.giveBack(100);
        assertEquals(100, sender.availableBytes());
    }

    @Test
    void aSenderWithoutALimitMaySendForEver() {
        CreditWindow endless = new CreditWindow(Long.MAX_VALUE);
        assertTrue(endless.tryTake(Integer.MAX_VALUE));
        assertTrue(endless.tryTake(Integer.MAX_VALUE));
    }

    @Test
    void aGrantIsDueAfterAQuarterAndOwedAfterOneByte() {
        assertFalse(receiver.grantOwed());
        receiver.consumed(1);
        assertTrue(receiver.grantOwed());
        receiver.consumed(23);
        assertFalse(receiver.grantDue());
        receiver.consumed(1);
        assertTrue(receiver.grantDue());
        assertEquals(100, receiver.grantedBytes());
        assertEquals(125, receiver.takeGrant());
        assertEquals(125, receiver.grantedBytes());
        assertFalse(receiver.grantOwed());
    }

    @Test
    void lostRepeatedAndOldGrantsAreHarmless() {
        assertTrue(granted.granted(150, 100));
        assertTrue(granted.granted(150, 100));
        assertTrue(granted.granted(120, 100));
        assertEquals(150, granted.totalBytes());
    }

    @Test
    void aGrantOfMoreThanTheWindowIsALie() {
        assertFalse(granted.granted(101, 0));
        assertTrue(granted.granted(110, 10));
        assertFalse(granted.granted(111, 10));
        assertFalse(granted.granted(Long.MAX_VALUE, 10));
        assertFalse(granted.granted(-1, 10));
        assertEquals(110, granted.totalBytes());
    }

    @Test
    void aWindowOfNothingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new GrantedCredit(0));
        assertThrows(IllegalArgumentException.class, () -> new CreditAccount(0));
    }

    @Test
    void anyOrderOfSendingConsumingAndLosingGrantsNeverExceedsTheWindowAndLosesNoCredit() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CreditWindow window = new CreditWindow(WINDOW);
            GrantedCredit grants = new GrantedCredit(WINDOW);
            CreditAccount account = new CreditAccount(WINDOW);
            int held = 0;
            for (int step = 0; step < 500; step++) {
                int bytes = random.nextInt(40);
                if (window.tryTake(bytes)) {
                    held += bytes;
                    assertTrue(window.takenBytes() <= account.grantedBytes(), "seed " + seed);
                }
                int consumed = random.nextInt(held + 1);
                account.consumed(consumed);
                held -= consumed;
                if (account.grantDue() && random.nextInt(3) > 0) {
                    assertTrue(grants.granted(account.takeGrant(), window.takenBytes()), "seed " + seed);
                    window.limit(grants.totalBytes());
                }
                assertTrue(held <= WINDOW, "seed " + seed);
            }
            account.consumed(held);
            assertTrue(grants.granted(account.takeGrant(), window.takenBytes()), "seed " + seed);
            window.limit(grants.totalBytes());
            assertEquals(WINDOW, window.availableBytes(), "seed " + seed);
        }
    }
}
