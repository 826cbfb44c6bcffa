package org.braid.coll.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** What was chosen by hand and is not done is told, and nothing else. */
class VainChoicesTest {
    private static List<String> vain(Topology topology, String chosen) {
        return new VainChoices(topology.size(), topology).of(RuleTable.of(topology).with(chosen));
    }

    @Test
    void anAlgorithmThatDoesNotServeSoManyRanksIsTold() {
        assertEquals(List.of("bcast=scatter-bine serves powers of two of ranks and there are 12, so that another algorithm is taken"), vain(Topology.flat(12), "bcast=scatter-bine, allreduce=ring"));
        assertEquals(List.of(), vain(Topology.flat(16), "bcast=scatter-bine"));
    }

    @Test
    void aLevelThatPartsNobodyIsTold() {
        Topology machines = Places.figure9(4, false);
        assertEquals(List.of("bcast=multilevel(cluster=none) names cluster, which parts none of these ranks, so that this changes nothing"), vain(machines, "bcast=multilevel(cluster=none)"));
        assertEquals(List.of(), vain(machines, "bcast=multilevel(site=none, host=linear, rank=chain, segment=8KiB)"));
        assertTrue(new VainChoices(4, null).of(RuleTable.defaults().with("reduce=multilevel(site=postal(5))")).getFirst().contains("names site"));
        assertEquals(List.of(), vain(machines, ""));
    }
}
