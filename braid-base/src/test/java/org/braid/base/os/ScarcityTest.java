package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

class ScarcityTest {
    private static final BraidException WHY = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
    private static final long LATE_NS = Long.MAX_VALUE - 10; // the clock's sign changes under way

    private final Scarcity scarcity = new Scarcity();

    @Test
    void whoeverWantsMemoryIsToldWhenAllWishesHaveBeenRefusedForLong() {
        assertNull(scarcity.lasting(LATE_NS));
        scarcity.met(WHY, LATE_NS);
        assertNull(scarcity.lasting(LATE_NS + Scarcity.PATIENCE_NS - 1));
        scarcity.met(WHY, LATE_NS + Scarcity.PATIENCE_NS);
        assertSame(WHY, scarcity.lasting(LATE_NS + Scarcity.PATIENCE_NS));
    }

    @Test
    void oneWishThatIsGrantedEndsIt() {
        scarcity.met(WHY, LATE_NS);
        scarcity.over();
        assertNull(scarcity.lasting(LATE_NS + Scarcity.PATIENCE_NS));
        scarcity.met(WHY, LATE_NS + Scarcity.PATIENCE_NS);
        assertNull(scarcity.lasting(LATE_NS + Scarcity.PATIENCE_NS + 1));
    }

    @Test
    void timeInWhichNobodyHasLookedDoesNotCount() {
        scarcity.met(WHY, LATE_NS);
        scarcity.met(WHY, LATE_NS + 2 * Scarcity.PATIENCE_NS);
        assertNull(scarcity.lasting(LATE_NS + 2 * Scarcity.PATIENCE_NS));
    }
}
