package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever finds a rank's process ended is told how, once the launcher has said so. */
@Timeout(60)
class DeathsTest {
    private static final long LONG_NS = 50_000_000_000L;

    private static void assertSays(String what, String why, BraidException said) {
        assertEquals(what, said.what());
        assertTrue(said.why().startsWith(why), said.why());
    }

    @Test
    void theLaunchersWordIsPassedOnWhetherItComesBeforeTheQuestionOrAfterIt() {
        Deaths deaths = new Deaths(LONG_NS);
        new Thread(() -> deaths.add(2, "was killed by signal 9")).start();
        assertSays("Rank 2 has died", "it was killed by signal 9", deaths.of(2));
        assertSays("Rank 2 has died", "it was killed by signal 9", deaths.of(2));
    }

    @Test
    void whoIsInterruptedHearsTheLaunchersWordAllTheSame() {
        Deaths deaths = new Deaths(LONG_NS);
        new Thread(() -> deaths.add(2, "was killed by signal 9")).start();
        Thread.currentThread().interrupt();
        BraidException said = deaths.of(2);
        assertTrue(Thread.interrupted(), "the status stays set");
        assertSays("Rank 2 has died", "it was killed by signal 9", said);
    }

    @Test
    void aRankThatEndsBecauseOfAnotherOnesDeathIsNotCalledTheCulprit() {
        Deaths deaths = new Deaths(LONG_NS);
        deaths.add(2, "was killed by signal 9");
        assertSays("Rank 1 has ended", "the job ends: Rank 2 has died, it was killed by signal 9", deaths.of(1));
    }

    @Test
    void aRankOfWhichNobodySaysAnythingHasEndedInGoodOrder() {
        BraidException end = new Deaths(0).of(1);
        assertSays("Rank 1 has ended", "it had done its part", end);
        assertEquals(ErrorCode.PEER_ENDED, end.code());
    }

    @Test
    void whatNobodyHasSaidIsNotKnown() {
        Deaths deaths = new Deaths(LONG_NS);
        assertNull(deaths.known(2));
        deaths.add(2, "was killed by signal 9");
        assertSays("Rank 2 has died", "it was killed by signal 9", Objects.requireNonNull(deaths.known(2)));
        assertSays("Rank 1 has ended", "the job ends: Rank 2 has died", Objects.requireNonNull(deaths.known(1)));
    }

    @Test
    void whatWasThrownForWantOfAPeerIsOfADeathOnceOneIsKnown() {
        Deaths deaths = new Deaths(0);
        RuntimeException thrown = new IllegalStateException(new BraidException(ErrorCode.PEER_LOST, "Rank 2 cannot be reached", "its lane was cut", "See what ended it"));
        assertFalse(deaths.areCauseOf(thrown));
        deaths.add(2, "was killed by signal 9");
        assertTrue(deaths.areCauseOf(thrown));
        assertFalse(deaths.areCauseOf(new IllegalStateException("a mistake of this rank's own")));
    }
}
