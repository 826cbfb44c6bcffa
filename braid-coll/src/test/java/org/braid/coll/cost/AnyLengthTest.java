package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** What costs choose where blocks have lengths of their own: by what all ranks know alike, and never far from the quickest. */
class AnyLengthTest {
    private static final String WAN = "host latency=20us overhead=20us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s\n* latency=30ms overhead=20us bandwidth=10MB/s";
    private static final String SHARED_WAN = "host latency=20us overhead=20us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s shared offered=16KiB trips=4\n* latency=30ms overhead=20us bandwidth=10MB/s shared offered=16KiB trips=4";
    private static final String HOST = "host latency=500ns overhead=200ns bandwidth=8GB/s\n";

    private static final Operation[] OF_UNKNOWN_LENGTHS = {Operation.GATHERV, Operation.SCATTERV, Operation.ALLTOALLV};
    private static final long[] LENGTHS = {16, 4 << 10, 256 << 10};

    private static Network network(String lines, Topology topology) {
        Links links = new Links();
        links.read(lines);
        return links.of(topology);
    }

    private static List<Network> networks() {
        return List.of(
                network(WAN, Places.figure9(4, false)), network(WAN, Places.figure9(4, true)), network(SHARED_WAN, Places.figure9(4, false)), network(SHARED_WAN, Places.figure9(16, true)),
                network(HOST + "* latency=10us overhead=2us bandwidth=1GB/s shared=side", Places.hosts(4, 4, false)), network(HOST, Topology.flat(16)),
                network("* latency=30ms overhead=20us bandwidth=10MB/s offered=16KiB trips=4", Places.hosts(12, 1, false)));
    }

    private static Rule choice(Network network, Operation operation, long bytes) {
        return new CostSelection(network, RuleTable.of(network.topology())).choose(operation, network.topology().size(), 0, bytes, false, true);
    }

    private static long costPs(Candidates call, Rule rule) {
        return call.run(rule.algorithm(), rule.tuning()).timePs();
    }

    @Test
    void whereRanksDoNotKnowHowLongBlocksAreWhatIsTakenIsNeverFarFromTheQuickest() {
        for (Network network : networks()) {
            for (Operation operation : OF_UNKNOWN_LENGTHS) {
                Rule rule = choice(network, operation, 0);
                assertTrue(CostSelection.isByCost(rule), rule::toString);
                for (long length : LENGTHS) {
                    Candidates call = new Candidates(operation, 0, length, true, false, network);
                    long chosenPs = costPs(call, rule);
                    long rulesPs = costPs(call, call.rule());
                    assertTrue(chosenPs <= 1.25 * rulesPs, () -> rule + " of " + length + " takes " + chosenPs + ", by the rules " + rulesPs);
                    long leastPs = call.run(call.rule()).stream().filter(each -> each.algorithm().isMultilevel() || !operation.isRooted()).mapToLong(Candidate::timePs).min().orElse(Long.MAX_VALUE);
                    assertTrue(chosenPs <= 1.25 * leastPs, () -> rule + " of " + length + " takes " + chosenPs + ", and the quickest " + leastPs);
                }
            }
        }
    }

    /** By empty blocks, which is all that ranks know, a tree would be taken that is a little quicker for short ones, and three times as slow where what it puts together is too long to be sent at once. */
    @Test
    void latenciesAloneDoNotDecide() {
        Network network = network(SHARED_WAN, Places.figure9(16, false));
        Rule tree = Rule.taking(Operation.GATHERV, Algorithm.MULTILEVEL_GATHERV, Tuning.parse("site=none", Algorithm.MULTILEVEL_GATHERV.keys()), "");
        Rule taken = choice(network, Operation.GATHERV, 0);
        assertTrue(costPs(new Candidates(Operation.GATHERV, 0, 0, true, false, network), tree) < costPs(new Candidates(Operation.GATHERV, 0, 0, true, false, network), taken));
        assertTrue(costPs(new Candidates(Operation.GATHERV, 0, 4 << 10, true, false, network), tree) > 2 * costPs(new Candidates(Operation.GATHERV, 0, 4 << 10, true, false, network), taken));
    }

    /** All ranks know all lengths of these, and choose by their mean. */
    @Test
    void whereAllKnowAllLengthsCostsChooseByTheirMean() {
        for (Network network : networks()) {
            for (Operation operation : new Operation[] {Operation.ALLGATHERV, Operation.REDUCE_SCATTER}) {
                for (long length : LENGTHS) {
                    Candidates call = new Candidates(operation, 0, length, true, false, network);
                    Rule rule = choice(network, operation, length);
                    assertTrue(CostSelection.isByCost(rule), rule::toString);
                    assertTrue(costPs(call, rule) <= costPs(call, call.rule()), rule::toString);
                }
            }
        }
        Network far = network("* latency=30ms overhead=20us bandwidth=10MB/s", Places.hosts(12, 1, false));
        Candidates call = new Candidates(Operation.ALLGATHERV, 0, 16, true, false, far);
        assertTrue(5 * costPs(call, choice(far, Operation.ALLGATHERV, 16)) < costPs(call, call.rule()), "no ring of twelve sites");
    }

    @Test
    void whatARankKnowsOfLengthsMakesNoDifference() {
        for (Network network : networks()) {
            for (Operation operation : OF_UNKNOWN_LENGTHS) {
                assertEquals(choice(network, operation, 0), choice(network, operation, 1 << 20));
            }
        }
        Network network = networks().getFirst();
        CostSelection one = new CostSelection(network, RuleTable.multilevel());
        Rule first = one.choose(Operation.GATHERV, 12, 5, 0, false, true);
        assertSame(first, one.choose(Operation.GATHERV, 12, 6, 0, false, true), "the same host");
    }
}
