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
    private final CreditAccount receiver = new CreditAccount(WINDOW);

    @Test
    void aSenderMaySendOneWindowAndThenMustWait() {
        assertTrue(sender.covers(100));
        assertFalse(sender.covers(101));
        sender.take(60);
        assertFalse(sender.covers(41));
        assertThrows(IllegalStateException.class, () -> sender.take(41));
        assertEquals(40, sender.availableBytes());
    }

    @Test
    void aGrantIsDueAfterAQuarterAndOwedAfterOneByte() {
        assertTrue(receiver.arrived(50));
        assertFalse(receiver.grantOwed());
        receiver.consumed(1);
        assertTrue(receiver.grantOwed());
        receiver.consumed(23);
        assertFalse(receiver.grantDue());
        receiver.consumed(1);
        assertTrue(receiver.grantDue());
        assertEquals(125, receiver.takeGrant());
        assertFalse(receiver.grantOwed());
    }

    @Test
    void lostRepeatedAndOldGrantsAreHarmless() {
        sender.take(100);
        assertTrue(sender.granted(150));
        assertTrue(sender.granted(150));
        assertTrue(sender.granted(120));
        assertEquals(50, sender.availableBytes());
    }

    @Test
    void aGrantOfMoreThanTheWindowIsALie() {
        assertFalse(sender.granted(101));
        sender.take(10);
        assertTrue(sender.granted(110));
        assertFalse(sender.granted(111));
        assertFalse(sender.granted(Long.MAX_VALUE));
        assertFalse(sender.granted(-1));
        assertEquals(100, sender.availableBytes());
    }

    @Test
    void aPeerThatSendsWithoutCreditIsFound() {
        assertTrue(receiver.arrived(100));
        assertFalse(receiver.arrived(1));
        receiver.consumed(50);
        assertFalse(receiver.arrived(1), "consumed, but not announced");
        receiver.takeGrant();
        assertTrue(receiver.arrived(50));
        assertFalse(receiver.arrived(-1));
        assertThrows(IllegalStateException.class, () -> receiver.consumed(101));
    }

    @Test
    void anyOrderOfSendingConsumingAndLosingGrantsNeverExceedsTheWindowAndLosesNoCredit() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CreditWindow window = new CreditWindow(WINDOW);
            CreditAccount account = new CreditAccount(WINDOW);
            for (int step = 0; step < 500; step++) {
                int bytes = random.nextInt(40);
                if (window.covers(bytes)) {
                    window.take(bytes);
                    assertTrue(account.arrived(bytes), "seed " + seed);
                }
                account.consumed(random.nextInt((int) account.heldBytes() + 1));
                if (account.grantDue() && random.nextInt(3) > 0) assertTrue(window.granted(account.takeGrant()), "seed " + seed);
                assertTrue(account.heldBytes() <= WINDOW, "seed " + seed);
            }
            account.consumed((int) account.heldBytes());
            assertTrue(window.granted(account.takeGrant()), "seed " + seed);
            assertEquals(WINDOW, window.availableBytes(), "seed " + seed);
        }
    }
}
