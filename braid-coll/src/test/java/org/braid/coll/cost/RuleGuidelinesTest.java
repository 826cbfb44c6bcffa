package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.braid.coll.cost.Guidelines.Call;
import org.braid.coll.cost.Guidelines.Guideline;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/**
 * The table of rules, by which algorithms are chosen without a profile, keeps to performance guidelines: no operation costs more in virtual time than others that together do the same.. {@link LiveFiguresTest} holds the models to what was measured.
 */
class RuleGuidelinesTest {
    private static final double FACTOR = 1.15;
    private static final double AMONG_HOSTS = 1.25;

    /** The model of ranks that share cores is right to a third, by what was measured live. */
    private static final double WHERE_CROWDED = 1.25;

    /** Each rank has a core, which copies what goes into a ring and what comes out of it: as measured of two ranks by {@code braid bench profile}, a sum of doubles included. */
    static final String HOST = "host latency=500ns overhead=200ns bandwidth=19GB/s\ncompute combine=40GB/s copy=19GB/s cores=64\n";

    /**
     * As on the machine on which the rules of crowded hosts were measured: a turn takes twice as long as a message does at one end. Messages over 64 KiB are offered first; those over 32 KiB often come before their receivers are there and are copied once more, which
     * costs as much.
     */
    private static final String CROWDED = "host latency=500ns overhead=1us bandwidth=8GB/s offered=33KiB\ncompute cores=2 turn=2us\n";

    /** A host has one network, whomever its ranks send to. */
    private static final String LAN = "cluster latency=10us overhead=2us bandwidth=1200MB/s shared=side\n";

    private static final String CLUSTERS = HOST + "site latency=1ms overhead=20us bandwidth=100MB/s\n* latency=30ms overhead=20us bandwidth=10MB/s";

    private static final BiPredicate<Call, Call> ALL = (_, _) -> true;

    private final List<String> violations = new ArrayList<>();

    /** What the rules take comes to, for each call. */
    private record Priced(Network network, boolean crowded, boolean commutative, RuleTable rules, Map<Call, Long> known) {
        private Candidates candidates(Call call) {
            return new Candidates(call.operation(), 0, call.bytes(), commutative, crowded, network);
        }

        private Rule rule(Call call) {
            Candidates candidates = candidates(call);
            return rules.choose(call.operation(), candidates.ranks(), 0, candidates.agreedBytes(), crowded, commutative);
        }

        private long ps(Call call) {
            return known.computeIfAbsent(call, _ -> {
                Rule rule = rule(call);
                return candidates(call).run(rule.algorithm(), rule.tuning()).timePs();
            });
        }

        private String text(Call call) {
            return call.operation().text() + " of " + call.bytes() + " by " + rule(call).text() + " " + ps(call) / 1000 + " ns";
        }
    }

    private void hold(String links, Topology topology, boolean crowded, boolean commutative, double factor, long fromBytes, long toBytes, BiPredicate<Call, Call> applies) {
        hold(links, topology, crowded, commutative, RuleTable.of(topology), factor, fromBytes, toBytes, applies);
    }

    private void hold(String links, Topology topology, boolean crowded, boolean commutative, RuleTable rules, double factor, long fromBytes, long toBytes, BiPredicate<Call, Call> applies) {
        Links read = new Links();
        read.read(links);
        Priced priced = new Priced(read.of(topology), crowded, commutative, rules, new HashMap<>());
        for (long bytes = fromBytes; bytes <= toBytes; bytes *= 4) {
            for (Guideline broken : Guidelines.of(topology.size(), bytes).broken(priced::ps, factor, applies)) {
                violations.add(topology.size() + " ranks: " + broken.text(priced::text));
            }
        }
    }

    @Test
    void amongRanksOfOneHostEachWithACore() {
        for (int ranks = 2; ranks <= 16; ranks++) {
            hold(HOST, Topology.flat(ranks), false, true, FACTOR, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void forOperatorsThatDoNotCommute() {
        for (int ranks = 3; ranks <= 16; ranks++) {
            hold(HOST, Topology.flat(ranks), false, false, FACTOR, 8, 4 << 20, ALL);
            hold(CROWDED, Topology.flat(ranks), true, false, WHERE_CROWDED, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void forSuchOperatorsAmongManyRanks() {
        for (int ranks : new int[] {17, 20, 24, 31, 32, 33, 40, 48, 63, 64}) {
            hold(HOST, Topology.flat(ranks), false, false, FACTOR, 8, 1 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void amongRanksThatShareTwoCores() {
        for (int ranks = 3; ranks <= 16; ranks++) {
            hold(CROWDED, Topology.flat(ranks), true, true, WHERE_CROWDED, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void amongManyRanksOfOneHost() {
        for (int ranks : new int[] {20, 24, 32, 33, 48, 64}) {
            hold(HOST, Topology.flat(ranks), false, true, FACTOR, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void amongRanksEachOnAHostOfItsOwn() {
        for (int hosts : new int[] {2, 3, 4, 8, 16}) {
            hold(HOST + LAN, Places.hosts(hosts, 1, false), false, true, AMONG_HOSTS, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void amongHostsOfSeveralRanks() {
        for (int hosts : new int[] {2, 4, 8}) {
            for (int each : new int[] {2, 3, 4, 7, 8, 16}) {
                Topology topology = Places.hosts(hosts, each, false);
                hold(HOST + LAN, topology, false, true, AMONG_HOSTS, 8, 1 << 20, ALL);
                if (each > 2) {
                    hold(CROWDED + LAN, topology, true, true, AMONG_HOSTS, 8, 1 << 20, ALL);
                }
            }
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void longVectorsGoInPiecesAmongHosts() {
        for (int hosts : new int[] {4, 8}) {
            for (int each : new int[] {2, 8}) {
                hold(HOST + LAN, Places.hosts(hosts, each, false), false, true, AMONG_HOSTS, 2 << 20, 4 << 20, ALL);
            }
        }
        assertEquals(List.of(), violations);
    }

    @Test
    void amongTheClustersOfThePaper() {
        for (int each : new int[] {1, 2, 4, 8}) {
            hold(CLUSTERS, Places.figure9(each, false), false, true, FACTOR, 8, 4 << 20, ALL);
            hold(CLUSTERS, Places.figure9(each, true), false, true, FACTOR, 8, 4 << 20, ALL);
        }
        assertEquals(List.of(), violations);
    }

    /** A planted bug: all of a long allreduce through one rank. */
    @Test
    void aRuleThatIsWrongIsFound() {
        hold(HOST, Topology.flat(8), false, true, RuleTable.defaults().with("allreduce=central"), FACTOR, 8, 4 << 20, ALL);
        assertFalse(violations.isEmpty());
    }

    /** Likewise: a pair combines a short vector in two parts. */
    @Test
    void aRuleThatIsWrongOfTwoRanksIsFound() {
        hold(HOST, Topology.flat(2), false, true, RuleTable.defaults().with("reduce=linear-parts"), FACTOR, 8, 8 << 10, ALL);
        assertTrue(violations.stream().allMatch(each -> each.startsWith("2 ranks: reduce of ")) && !violations.isEmpty(), violations::toString);
    }

    /** Likewise: blocks of an allgather cross the one network of a crowded host once for each rank of every other host. */
    @Test
    void aRuleThatIsWrongAmongHostsIsFound() {
        Topology topology = Places.hosts(4, 4, false);
        hold(CROWDED + LAN, topology, true, true, RuleTable.of(topology).with("allgather=linear"), AMONG_HOSTS, 8, 1 << 20, ALL);
        assertFalse(violations.isEmpty());
    }
}
