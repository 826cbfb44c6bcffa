package org.braid.mpi.objects.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

/** The sender's book of what its reader has let come. */
class CreditTest {
    private static final int MOST = 8;

    @Test
    void nothingLeavesBeforeTheHeadWasAnswered() {
        Credit credit = new Credit(MOST);
        assertFalse(credit.mayGo());
        assertTrue(credit.isOwed());
        credit.answered(2);
        assertTrue(credit.mayGo());
        assertFalse(credit.isOwed());
    }

    @Test
    void eachPieceButTheLastIsAnsweredOnce() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        Credit credit = new Credit(MOST);
        credit.answered(2);
        int held = 2; // by the reader's book
        int sent = 0;
        int answered = 0;
        for (int i = 0; i < 10_000; i++) {
            if (credit.mayGo() && random.nextBoolean()) {
                credit.sent();
                sent++;
            } else if (answered < sent) {
                int more = held < MOST ? 2 : 1;
                held += more - 1;
                credit.answered(more);
                answered++;
            }
            assertEquals(answered < sent, credit.isOwed(), "replay with -Dbraid.seed=" + seed);
            assertTrue(sent - answered <= MOST, "replay with -Dbraid.seed=" + seed);
        }
        assertEquals(MOST, held);
    }

    @Test
    void aReaderThatWantsNoMoreStillAnswersWhatHasLeft() {
        Credit credit = new Credit(MOST);
        credit.answered(2);
        credit.sent();
        credit.sent();
        credit.answered(Credit.STOP);
        assertTrue(credit.isStopped() && credit.isOwed());
        credit.answered(Credit.STOP);
        assertFalse(credit.isOwed());
    }

    @Test
    void answersThatNoReaderGivesAreRefused() {
        Credit credit = new Credit(MOST);
        assertThrows(BraidException.class, () -> credit.answered(-1));
        assertThrows(BraidException.class, () -> credit.answered(MOST + 1));
        credit.answered(2);
        assertThrows(BraidException.class, () -> credit.answered(1), "nothing was sent that it could be the answer to");
    }
}
