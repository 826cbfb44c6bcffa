package org.braid.bench.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CoreStateTest {
    @Test
    void aLineTakesTensOfNanosecondsBetweenNearCoresAndHundredsBetweenFarOnes() {
        assertEquals(CoreState.NEAR, CoreState.of(33, 36));
        assertEquals(CoreState.NEAR, CoreState.of(63, 63));
        assertEquals(CoreState.FAR, CoreState.of(110, 170));
        assertEquals(CoreState.FAR, CoreState.of(450, 400));
    }

    @Test
    void whatChangedBetweenTwoProbesIsNoState() {
        assertEquals(CoreState.MIXED, CoreState.of(34, 165));
        assertEquals(CoreState.MIXED, CoreState.of(450, 180));
        assertEquals(CoreState.MIXED, CoreState.of(34, 0));
    }

    @Test
    void whereNobodyProbedThereIsOneStateForAll() {
        assertEquals(CoreState.ANY, CoreState.of(0, 0));
    }
}
