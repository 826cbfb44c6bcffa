package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

class ScarcityTest {
    private static final BraidException WHY = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));

    private final Scarcity scarcity = new Scarcity();
    private long nowNs = Long.MAX_VALUE - 10; // the clock's sign changes under way

    @Test
    void whoeverWantsMemoryIsToldWhenAllWishesHaveBeenRefusedForLong() {
        assertNull(scarcity.lasting(nowNs));
        scarcity.met(WHY, nowNs);
        nowNs += Scarcity.PATIENCE_NS - 1;
        assertNull(scarcity.lasting(nowNs));
        scarcity.met(WHY, ++nowNs);
        assertSame(WHY, scarcity.lasting(nowNs));
    }

    @Test
    void oneWishThatIsGrantedEndsIt() {
        scarcity.met(WHY, nowNs);
        scarcity.over();
        nowNs += Scarcity.PATIENCE_NS;
        assertNull(scarcity.lasting(nowNs));
        scarcity.met(WHY, nowNs);
        assertNull(scarcity.lasting(nowNs));
    }

    @Test
    void timeInWhichNobodyHasLookedDoesNotCount() {
        scarcity.met(WHY, nowNs);
        nowNs += 2 * Scarcity.PATIENCE_NS;
        scarcity.met(WHY, nowNs);
        assertNull(scarcity.lasting(nowNs));
    }
}
