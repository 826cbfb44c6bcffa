package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which ranks a process holds is said on its command line, and understood there as it was meant. */
class RankSetTest {
    /** Of ten ranks, whichever are meant. */
    private static RankSet subset(int bits) {
        int[] ranks = new int[Integer.bitCount(bits)];
        int count = 0;
        for (int rank = 0; rank < 10; rank++) {
            if ((bits >> rank & 1) != 0) {
                ranks[count++] = rank;
            }
        }
        return RankSet.part(ranks, 0, count);
    }

    @Test
    void everySubsetOfTenRanksIsReadAsItWasWritten() {
        for (int bits = 1; bits < 1 << 10; bits++) {
            RankSet read = RankSet.parse(subset(bits).toString());
            assertEquals(Integer.bitCount(bits), read.count());
            assertEquals(Integer.numberOfTrailingZeros(bits), read.first());
            for (int rank = 0; rank < 10; rank++) {
                int place = read.placeOf(rank);
                assertEquals((bits >> rank & 1) != 0, place >= 0 && read.at(place) == rank, read + " and " + rank);
            }
        }
    }

    @Test
    void theyAreWrittenAsPeopleWriteThem() {
        assertEquals("0-3,7", RankSet.parse("0,1,2,3,7").toString());
        assertEquals("5-8", RankSet.range(5, 4).toString());
        assertEquals("3", RankSet.of(3).toString());
    }

    @Test
    void whatIsNoListOfRanksIsRefused() {
        for (String text : new String[] {"", "x", "1,", "-1", "3-2", "2,1", "2,2", "0-1048576", "0-3,3", "1-", "99999999999"}) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> RankSet.parse(text), text);
            assertTrue(refused.getMessage() != null, text);
        }
    }
}
