package org.braid.coll.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

class RuleTableTest {
    private static final RuleTable DEFAULTS = RuleTable.defaults();

    private static Algorithm chosen(RuleTable selection, Operation operation, int size, long bytes, boolean crowded, boolean commutative) {
        return selection.choose(operation, size, 0, bytes, crowded, commutative).algorithm();
    }

    @Test
    void everySituationHasAnAlgorithmThatMayServeIt() {
        for (Operation operation : Operation.values()) {
            for (int size = 1; size < 100; size++) {
                for (long bytes = 0; bytes < 1L << 40; bytes = 3 * bytes + 1) {
                    for (int bits = 0; bits < 4; bits++) {
                        Algorithm algorithm = chosen(DEFAULTS, operation, size, bytes, (bits & 1) != 0, (bits & 2) != 0);
                        assertTrue(algorithm.serves(operation) && algorithm.allows(size, (bits & 2) != 0));
                    }
                }
            }
        }
    }

    @Test
    void moreRanksThanCoresMeetAtACentre() {
        assertEquals(Algorithm.CENTRAL_BARRIER, chosen(DEFAULTS, Operation.BARRIER, 8, 0, true, true));
        assertEquals(Algorithm.DISSEMINATION_BARRIER, chosen(DEFAULTS, Operation.BARRIER, 8, 0, false, true));
        assertEquals(Algorithm.CENTRAL_ALLREDUCE, chosen(DEFAULTS, Operation.ALLREDUCE, 8, 8, true, true));
    }

    @Test
    void aRuleSetByHandWinsWhereItsAlgorithmIsRight() {
        RuleTable ring = DEFAULTS.with("allreduce = ring, barrier=central");
        assertEquals(Algorithm.RING_ALLREDUCE, chosen(ring, Operation.ALLREDUCE, 8, 8, false, true));
        assertEquals(Algorithm.RECURSIVE_DOUBLING_ALLREDUCE, chosen(ring, Operation.ALLREDUCE, 8, 8, false, false));
        assertEquals(Algorithm.CENTRAL_BARRIER, chosen(ring, Operation.BARRIER, 2, 0, false, true));
    }

    /** Two processes of two ranks each, on one host or each on its own. */
    private static Topology inProcesses(String first, String second) {
        return Topology.of(Level.of(false, true), List.of(Place.of("", "", first, "0"), Place.of("", "", first, "0"), Place.of("", "", second, "1"), Place.of("", "", second, "1")));
    }

    @Test
    void processesOfAHostPartNobodyToTheRules() {
        assertEquals(DEFAULTS.toString(), RuleTable.of(inProcesses("a", "a")).toString());
        assertEquals("multilevel(process=none)", RuleTable.of(inProcesses("a", "b")).choose(Operation.BCAST, 4, 0, 8, false, true).text());
        assertEquals("multilevel", RuleTable.of(inProcesses("a", "b")).with("bcast=multilevel").choose(Operation.BCAST, 4, 0, 8, false, true).text());
        Reproducible reproducible = new Reproducible(DEFAULTS, inProcesses("a", "a"));
        Rule rule = reproducible.choose(Operation.ALLREDUCE, 4, 0, 1 << 20, false, true);
        assertEquals(new Reproducible(DEFAULTS).choose(Operation.ALLREDUCE, 4, 0, 1 << 20, false, true).text() + "(process=none)", rule.text());
        assertSame(rule, reproducible.choose(Operation.ALLREDUCE, 4, 0, 1 << 20, false, true), "plans are known by tunings");
    }

    @Test
    void namesOfAlgorithmsAreUniqueWithinAnOperation() {
        for (Operation operation : Operation.values()) {
            long names = Arrays.stream(Algorithm.values()).filter(a -> a.serves(operation)).map(Algorithm::text).distinct().count();
            assertEquals(Arrays.stream(Algorithm.values()).filter(a -> a.serves(operation)).count(), names);
        }
    }

    @Test
    void aNumberThatCannotBeIsRefusedWithTheOperationItIsOf() {
        var refused = assertThrows(BraidException.class, () -> DEFAULTS.with("barrier=central, bcast=knomial(radix=1)"));
        assertEquals("the choice of collective algorithms \"bcast=knomial(radix=1)\"", refused.what());
        assertTrue(refused.why().contains("\"radix=1\"") && refused.whatToDo().contains("from 2 to"), refused::getMessage);
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThatExist() {
        var refused = assertThrows(BraidException.class, () -> DEFAULTS.with("allreduce=rign"));
        assertTrue(refused.whatToDo().contains("rabenseifner"), refused.whatToDo());
        assertThrows(BraidException.class, () -> DEFAULTS.with("allredcue=ring"));
        assertThrows(BraidException.class, () -> DEFAULTS.with("ring"));
        assertThrows(BraidException.class, () -> DEFAULTS.with("bcast=multilevel(site=none, site=chain)"), "it is told two things at once");
    }

    @Test
    void anOperationThatIsNamedTwiceIsRefused() {
        var refused = assertThrows(BraidException.class, () -> DEFAULTS.with("bcast=linear, reduce=binomial, bcast=chain"));
        assertEquals("it names bcast twice", refused.why());
        assertEquals(Algorithm.CHAIN_BCAST, chosen(DEFAULTS.with("bcast=linear").with("bcast=chain"), Operation.BCAST, 8, 8, false, true), "what is said later stands above what was said before");
    }

    @Test
    void aMultilevelAlgorithmIsToldInBracketsHowToWork() {
        RuleTable told = DEFAULTS.with("barrier=central, bcast=multilevel(site=none, rank=linear, segment=8KiB), reduce=binomial");
        assertEquals("bcast = multilevel(site=none, rank=linear, segment=8KiB): set by hand", told.choose(Operation.BCAST, 8, 0, 8, false, true).toString());
        assertEquals(Algorithm.BINOMIAL_REDUCE, chosen(told, Operation.REDUCE, 8, 8, false, true));
        for (String wrong : new String[] {"bcast=binomial(site=none)", "bcast=multilevel(site=none", "bcast=multilevel(sight=none)", "bcast=multilevel(site=ring)", "bcast=multilevel(rank=none)", "bcast=multilevel()", "bcast=multilevel(segment=0)", "alltoall=multilevel(segment=8KiB)"}) {
            assertEquals(ErrorCode.OPTION_VALUE, assertThrows(BraidException.class, () -> DEFAULTS.with(wrong), wrong).code());
        }
    }

    /** Trees associate by where ranks are. */
    @Test
    void reproducibleReductionsBetweenTwoGroupsGoStraight() {
        for (RuleTable rules : new RuleTable[] {DEFAULTS, RuleTable.multilevel(), DEFAULTS.with("neighborReduce=multilevel")}) {
            for (boolean crowded : new boolean[] {false, true}) {
                assertEquals(Algorithm.LINEAR_NEIGHBOR_REDUCE, new Reproducible(rules).choose(Operation.NEIGHBOR_REDUCE, 64, 0, 1 << 20, crowded, true).algorithm());
            }
        }
    }

    @Test
    void aRuleSaysWhatItChoosesWhenAndWhy() {
        assertEquals("bcast = binomial, bytes 0..16384: short: fewest rounds",
                DEFAULTS.choose(Operation.BCAST, 32, 0, 8, false, true).toString());
    }
}
