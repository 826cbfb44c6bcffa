package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Started calls of all ranks on one thread, in an order that is up to chance. */
final class Interleaving {
    private static final long MOST_TURNS = 2_000_000;

    /** What ranks call. */
    @FunctionalInterface
    interface Calls {
        /** The rank's part of the call of that number, described and not started. */
        Call describe(int call, int rank);
    }

    private Interleaving() {}

    /** Every rank starts its calls in order; which rank starts, tests, or gets a message next is up to chance. */
    static void drive(InMemoryNetwork network, Engine[] engines, int calls, Calls all, Random random, String replay) {
        List<List<Call>> open = new ArrayList<>();
        int[] started = new int[engines.length];
        for (int rank = 0; rank < engines.length; rank++) {
            open.add(new ArrayList<>());
        }
        int left = engines.length * calls;
        for (long turns = 0; left > 0; turns++) {
            assertTrue(turns < MOST_TURNS, () -> "no end in sight; " + replay);
            int rank = random.nextInt(engines.length);
            if (random.nextInt(3) > 0) {
                network.step();
            } else if (started[rank] < calls && random.nextBoolean()) {
                Call call = all.describe(started[rank]++, rank);
                engines[rank].start(call);
                open.get(rank).add(call);
            } else {
                int before = open.get(rank).size();
                open.get(rank).removeIf(engines[rank]::test);
                left -= before - open.get(rank).size();
            }
        }
    }
}
