package org.braid.bench.duel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.braid.bench.figure.CoreState;

/**
 * Whether a figure stands still: two windows of turns, one after the other and in the same state of the cores, whose medians differ by no more than two per cent. What is slow because compilers
 * have not finished gets faster from window to window. Knows no clock.
 */
final class Steadiness {
    private static final int WINDOW = 30;
    private static final double STILL = 1.02;

    private final Slice[] window = new Slice[WINDOW];
    private int turns;
    private CoreState stateBefore = CoreState.MIXED;
    private double before;
    private boolean still;

    void took(Slice slice) {
        window[turns++] = slice;
        if (turns == WINDOW) {
            close();
            turns = 0;
        }
    }

    /** Of the last two whole windows; false until there are two. */
    boolean standsStill() {
        return still;
    }

    private void close() {
        List<Slice> slices = List.of(window);
        CoreState state = Arrays.stream(CoreState.values()).max(Comparator.comparing(each -> count(slices, each))).orElseThrow();
        double now = Median.of(slices.stream().filter(slice -> slice.state() == state).mapToDouble(Slice::operationNs).toArray());
        still = state == stateBefore && state != CoreState.MIXED && Math.max(now, before) <= STILL * Math.min(now, before);
        stateBefore = state;
        before = now;
    }

    private static long count(List<Slice> slices, CoreState state) {
        return slices.stream().filter(slice -> slice.state() == state).count();
    }
}
