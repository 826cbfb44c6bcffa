package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.link.spi.Clock;
import org.junit.jupiter.api.Test;

/** How long a thread of a rank keeps the rank's core. */
class BatonTest {
    private static final int LONGEST_HOLD = 40;
    private static final int SHORTEST_HOLD = 2;

    private long nowNs = 7;
    private final Baton baton = new Baton(
            new Clock() {
                @Override
                public long nanoTime() {
                    return nowNs;
                }

                @Override
                public void giveWay() {}
            },
            true);

    @Test
    void aThreadsTimeIsOverAfterAMillisecondAndBeginsAnewWithTheNext() throws InterruptedException {
        assertFalse(baton.isOver());
        nowNs += 999_999;
        assertFalse(baton.isOver());
        nowNs++;
        assertTrue(baton.isOver());
        AtomicBoolean next = new AtomicBoolean(true);
        Thread other = Thread.ofPlatform().start(() -> next.set(baton.isOver()));
        other.join();
        assertFalse(next.get());
        assertFalse(baton.isOver(), "and again with this one");
    }

    @Test
    void whoHoldsOnInVainHoldsHalfAsLongTheNextTime() {
        assertEquals(LONGEST_HOLD, holdInVain());
        assertEquals(LONGEST_HOLD / 2, holdInVain());
        assertEquals(LONGEST_HOLD / 4, holdInVain());
        for (int i = 0; i < 4; i++) {
            holdInVain();
        }
        assertEquals(SHORTEST_HOLD, holdInVain());
    }

    @Test
    void whatComesWhileOneHoldsOnMakesItWorthWhileToHoldLonger() {
        holdInVain();
        holdInVain();
        assertTrue(baton.holdsOn(3));
        baton.came();
        assertEquals(LONGEST_HOLD / 2, holdInVain(), "twice ten: three of them were needed");
        assertEquals(LONGEST_HOLD / 4, holdInVain());
        assertTrue(baton.holdsOn(1));
        baton.came();
        assertEquals(5, holdInVain(), "one of five says little");
    }

    @Test
    void whatComesAtOnceSaysNothingOfHolds() {
        holdInVain();
        baton.came();
        assertEquals(LONGEST_HOLD / 2, holdInVain());
    }

    @Test
    void nowAndThenTheLongestHoldIsTriedAndMoreSeldomWhereThatIsInVain() {
        List<Integer> apart = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            apart.add(holdsFromTheLongestToTheNext());
        }
        assertEquals(List.of(16, 32, 64, 128, 256, 512, 512, 512), apart);
    }

    @Test
    void aTrialThatWasWorthWhileIsSoonMadeAgain() {
        holdsFromTheLongestToTheNext();
        holdsFromTheLongestToTheNext();
        assertTrue(baton.holdsOn(9));
        baton.came();
        assertEquals(16, holdsFromTheLongestToTheNext());
    }

    /** The next hold is the longest: how many in vain there are from it on until it is so again. */
    private int holdsFromTheLongestToTheNext() {
        int turns = holdInVain();
        assertEquals(LONGEST_HOLD, turns);
        int holds = 1;
        while (holdInVainShorterThanLongest()) {
            holds++;
        }
        return holds;
    }

    /** @return false if the next hold is the longest, which is left as it is */
    private boolean holdInVainShorterThanLongest() {
        for (int quiet = 1; quiet < LONGEST_HOLD - 1; quiet++) {
            if (!baton.holdsOn(quiet)) {
                return true;
            }
        }
        return false;
    }

    /** @return turns */
    private int holdInVain() {
        int quiet = 1;
        while (baton.holdsOn(quiet)) {
            quiet++;
        }
        return quiet;
    }
}
