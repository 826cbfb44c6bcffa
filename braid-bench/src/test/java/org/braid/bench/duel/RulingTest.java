package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RulingTest {
    private static Ruling of(double low, double high) {
        return Ruling.of(new Interval(low, (low + high) / 2, high), 1.03);
    }

    @Test
    void theWholeIntervalHasToLieOnOneSideOfTheBound() {
        assertEquals(Ruling.PASS, of(0.9, 1.03));
        assertEquals(Ruling.FAIL, of(1.04, 1.2));
        assertEquals(Ruling.UNDECIDED, of(1.0, 1.04));
    }

    @Test
    void withoutAnIntervalNothingIsDecided() {
        assertEquals(Ruling.TOO_FEW, of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        assertEquals("too few", Ruling.TOO_FEW.word());
    }
}
