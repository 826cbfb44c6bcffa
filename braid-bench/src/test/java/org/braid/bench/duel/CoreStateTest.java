package org.braid.bench.duel;

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
        assertEquals(CoreState.ANY, new Pair(new Slice(0, 5, 0), new Slice(0, 4, 0)).state());
    }

    @Test
    void aPairHasAStateIfBothItsTurnsWereInIt() {
        Slice near = new Slice(34, 100, 34);
        Slice far = new Slice(160, 300, 160);
        assertEquals(CoreState.NEAR, new Pair(near, near).state());
        assertEquals(CoreState.MIXED, new Pair(near, far).state());
        assertEquals(CoreState.MIXED, new Pair(near, new Slice(34, 100, 160)).state());
        assertEquals(3, new Pair(far, near).ratio());
    }
}
