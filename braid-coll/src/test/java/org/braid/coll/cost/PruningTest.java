package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** What a contest leaves out before it has been run could not have won. */
class PruningTest {
    private static final String FAR = "host latency=20us overhead=20us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s shared offered=16KiB trips=4\n* latency=30ms overhead=20us bandwidth=10MB/s shared offered=16KiB trips=4";
    private static final String NEAR = "host latency=500ns overhead=200ns bandwidth=8GB/s\n* latency=10us overhead=2us bandwidth=1GB/s shared=side";
    private static final String CROWDED = "host latency=500ns overhead=1us bandwidth=8GB/s\ncompute cores=2 turn=2us";

    private static List<Network> networks() {
        return List.of(Networks.of(FAR, Places.figure9(4, false)), Networks.of(FAR, Places.figure1()), Networks.of(NEAR, Places.hosts(3, 4, false)), Networks.of(CROWDED, Topology.flat(8)));
    }

    /** What takes exactly as long as it may is run to its end, however busy its root is; what takes a picosecond longer is not. */
    @Test
    void nothingIsGivenUpThatEndsInTime() {
        for (Network network : networks()) {
            for (Operation operation : Operation.values()) {
                for (long bytes : operation.isOfNeighbours() ? new long[0] : new long[] {8, 40_000}) {
                    Candidates call = new Candidates(operation, 3, bytes, true, false, network);
                    for (Algorithm algorithm : call.algorithms()) {
                        assertEndsInTime(call.collective(algorithm), network);
                    }
                }
            }
        }
    }

    private static void assertEndsInTime(Collective collective, Network network) {
        long timePs = Simulator.run(collective, network).timePs();
        Outcome inTime = Simulator.runWithin(collective, network, timePs, Long.MAX_VALUE);
        assertNotNull(inTime, collective::toString);
        assertEquals(timePs, inTime.timePs());
        assertNull(Simulator.runWithin(collective, network, timePs - 1, Long.MAX_VALUE), collective::toString);
    }

    /** With another level left out an algorithm may go along the same trees: in segments it is not run again. */
    @Test
    void whatGoesAlikeInOnePieceGoesAlikeInSegments() {
        int alike = 0;
        for (Network network : networks()) {
            for (Operation operation : new Operation[] {Operation.BCAST, Operation.REDUCE, Operation.ALLREDUCE, Operation.GATHER, Operation.SCATTER}) {
                Candidates call = new Candidates(operation, 0, 64 << 10, true, false, network);
                for (Algorithm algorithm : call.algorithms()) {
                    if (algorithm.isMultilevel() && algorithm.hasSegments()) {
                        alike += pairsThatGoAlike(call, algorithm);
                    }
                }
            }
        }
        assertTrue(alike > 20, "so many would be run again: " + alike);
    }

    private static int pairsThatGoAlike(Candidates call, Algorithm algorithm) {
        List<Set<String>> sets = List.of(Set.of(), Set.of("site"), Set.of("host"), Set.of("site", "host"));
        int pairs = 0;
        for (int i = 0; i < sets.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (call.collective(algorithm, leavingOut(sets.get(i), 0)).goesAs(call.collective(algorithm, leavingOut(sets.get(j), 0)))) {
                    assertEquals(ends(call, algorithm, leavingOut(sets.get(i), 4 << 10)), ends(call, algorithm, leavingOut(sets.get(j), 4 << 10)), () -> algorithm + " " + sets);
                    pairs++;
                }
            }
        }
        return pairs;
    }

    private static Tuning leavingOut(Set<String> levels, long segmentBytes) {
        return new Tuning(levels, Map.of(), segmentBytes);
    }

    private static List<Long> ends(Candidates call, Algorithm algorithm, Tuning tuning) {
        List<Long> ends = new ArrayList<>();
        for (long end : call.run(algorithm, tuning).endsPs()) {
            ends.add(end);
        }
        return ends;
    }
}
