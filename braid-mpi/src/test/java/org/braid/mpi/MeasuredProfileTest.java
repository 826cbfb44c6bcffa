package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.braid.mpi.coll.JobProfile;
import org.braid.mpi.coll.MeasuredProfile;
import org.braid.mpi.topology.Cartesian;
import org.junit.jupiter.api.Test;

/** A job that measures its own profile: all ranks have the same text, with a line for each level that parts them. */
class MeasuredProfileTest {
    private static final String COSTS = " latency=[1-9]\\d*ns send=\\d+ns receive=\\d+ns gap=\\d+ns bandwidth=\\d+B/s( offered=16KiB trips=4)?\n";

    private static String measured(Topology topology, int sharedCores) {
        ConcurrentLinkedQueue<String> texts = new ConcurrentLinkedQueue<>();
        Ranks.run(topology.size(), world -> texts.add(MeasuredProfile.measure(world, topology, sharedCores)));
        List<String> all = List.copyOf(texts);
        assertEquals(topology.size(), all.size());
        for (String each : all) {
            assertEquals(all.getFirst(), each);
        }
        return all.getFirst();
    }

    private static Topology clusters() {
        return Topology.of(Level.toHosts(), List.of(Place.of("west", "", "a"), Place.of("east", "", "b"), Place.of("east", "", "b"), Place.of("east", "", "c")));
    }

    @Test
    void ranksOfOneHostHaveOneLine() {
        String text = measured(Topology.flat(3), 0);
        assertTrue(text.matches("host" + COSTS), text);
    }

    @Test
    void eachLevelThatPartsRanksHasOneAlsoWhereRankNoughtIsInNoPair() {
        String text = measured(clusters(), 0);
        assertTrue(text.matches("\\*" + COSTS + "cluster" + COSTS + "host" + COSTS), text);
    }

    @Test
    void ranksThatShareCoresMeasureWhatATurnCosts() {
        String text = measured(Topology.flat(4), 2);
        assertTrue(text.matches("host" + COSTS + "compute cores=2 turn=\\d+ns\n"), text);
    }

    @Test
    void oneRankMeasuresNothing() {
        assertEquals("", measured(Topology.flat(1), 0));
    }

    /** Equal texts are equal profiles, which choose alike, and leave shared memory where it is. */
    @Test
    void whatIsChosenIsAPureFunctionOfTheText() {
        String text = measured(clusters(), 0);
        JobProfile one = JobProfile.measured(text);
        JobProfile other = JobProfile.measured(text);
        assertNotSame(one, other);
        assertEquals(one.checksum(), other.checksum());
        assertTrue(one.knowsBoards());
        Selection first = one.selection(clusters(), RuleTable.multilevel(), false);
        Selection second = other.selection(clusters(), RuleTable.multilevel(), false);
        for (Operation operation : new Operation[] {Operation.BARRIER, Operation.BCAST, Operation.ALLREDUCE, Operation.ALLGATHER, Operation.ALLGATHERV, Operation.GATHERV, Operation.ALLTOALLV, Operation.REDUCE_SCATTER}) {
            for (long bytes = 8; bytes <= 1 << 20; bytes *= 64) {
                assertEquals(first.choose(operation, 4, 0, bytes, false, true), second.choose(operation, 4, 0, bytes, false, true));
                assertTrue(first.prefersMemory(operation, 4, 0, bytes, false, true));
            }
            assertTrue(CostSelection.isByCost(first.choose(operation, 4, 0, 8, false, true)));
        }
        Cartesian ring = new Cartesian(new int[] {4}, new boolean[] {true}, 0);
        for (Operation operation : new Operation[] {Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLGATHERV, Operation.NEIGHBOR_ALLTOALLV}) {
            Rule chosen = first.choose(operation, 4, ring, 8, false);
            assertEquals(chosen, second.choose(operation, 4, new Cartesian(new int[] {4}, new boolean[] {true}, 3), 8, false));
            assertTrue(CostSelection.isByCost(chosen));
        }
        assertFalse(CostSelection.isByCost(first.beforeAgreement().choose(Operation.BARRIER, 4, 0, 0, false, true)));
    }
}
