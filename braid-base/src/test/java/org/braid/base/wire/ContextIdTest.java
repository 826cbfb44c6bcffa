package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

class ContextIdTest {

    @Test
    void ranksAreOrderedByNumberAndAlwaysLowerThanContextsThatAreNoRanks() {
        var low = new ContextId(9, 9, 3);
        var high = new ContextId(1, 1, 4);
        var other = ContextId.notARank(0, 0, -1);
        assertTrue(low.compareTo(high) < 0 && high.compareTo(low) > 0);
        assertTrue(high.compareTo(other) < 0);
        assertTrue(high.isRank());
        assertFalse(other.isRank());
    }

    @Test
    void equalNumbersOfTwoJobsAreOrderedAndDifferent() {
        var one = new ContextId(1, 2, 3);
        assertTrue(one.compareTo(new ContextId(1, 3, 3)) < 0);
        assertTrue(one.compareTo(new ContextId(2, 0, 3)) < 0);
        assertEquals(0, one.compareTo(new ContextId(1, 2, 3)));
        assertEquals(one, new ContextId(1, 2, 3));
        assertEquals(one.hashCode(), new ContextId(1, 2, 3).hashCode());
        assertNotEquals(one, new ContextId(1, 3, 3));
        assertFalse(one.sameJob(new ContextId(1, 3, 3)));
    }

    @Test
    void aNegativeNumberIsRefused() {
        assertThrows(BraidException.class, () -> new ContextId(0, 0, -1));
    }
}
