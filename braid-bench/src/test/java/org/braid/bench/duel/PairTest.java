package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.bench.figure.CoreState;
import org.junit.jupiter.api.Test;

class PairTest {
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
