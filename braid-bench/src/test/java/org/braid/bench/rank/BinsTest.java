package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class BinsTest {
    private static final long BIN_NS = 100;

    private final Bins bins = new Bins(4, BIN_NS);

    @Test
    void eachBinHasTheMeanOfWhatEndedInIt() {
        bins.ended(10, 10);
        bins.ended(40, 30);
        bins.ended(140, 100);
        bins.ended(240, 100);
        bins.ended(399, 7);
        assertArrayEquals(new double[] {20, 100, 100, 7}, bins.meansNs());
    }

    @Test
    void aBinInWhichNothingEndedWasSpentInTheOperationThatEndedLater() {
        bins.ended(10, 10);
        bins.ended(350, 340);
        assertArrayEquals(new double[] {10, 340, 340, 340}, bins.meansNs());
    }

    @Test
    void whatEndsAfterTheLastBinCountsThereIfNothingElseDid() {
        bins.ended(50, 50);
        bins.ended(900, 850);
        bins.ended(901, 1);
        assertArrayEquals(new double[] {50, 850, 850, 850}, bins.meansNs());
    }

    @Test
    void operationsThatEndAfterTheLastBinChangeNothingElse() {
        bins.ended(350, 50);
        bins.ended(400, 50_000);
        assertArrayEquals(new double[] {50, 50, 50, 50}, bins.meansNs());
    }
}
