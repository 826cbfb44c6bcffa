package org.braid.bench.rank;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Several kinds of work in turns, block by block, so that what disturbs the machine disturbs all of them alike: the median of each, and the median of two kinds' ratios within a turn. All ranks
 * make the same turns; what is asked for afterwards is this rank's.
 */
final class InTurns {
    private static final int TURNS = 25;

    private final double[][] took; // by kind of work, by turn

    /** @param works each does its block and returns what one call of it took, or how many were done in a second */
    InTurns(DoubleSupplier... works) {
        took = new double[works.length][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int work = 0; work < works.length; work++) {
                took[work][turn] = works[work].getAsDouble();
            }
        }
    }

    /** Of a count of calls that is meant for all turns together. */
    static int calls(int all) {
        return Math.max(1, all / TURNS);
    }

    /** A block of calls; what one takes is in microseconds. */
    static DoubleSupplier block(int calls, Runnable call) {
        return () -> {
            long startNs = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            return (System.nanoTime() - startNs) / 1e3 / calls;
        };
    }

    /** One block of each, of which nobody wants to know what it took. */
    static void rehearse(DoubleSupplier... works) {
        for (DoubleSupplier work : works) {
            double ignored = work.getAsDouble();
        }
    }

    double median(int work) {
        return median(took[work]);
    }

    /** What one took over what the other one took in the same turn. */
    double ratio(int over, int under) {
        double[] ratios = new double[TURNS];
        Arrays.setAll(ratios, turn -> took[over][turn] / took[under][turn]);
        return median(ratios);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
