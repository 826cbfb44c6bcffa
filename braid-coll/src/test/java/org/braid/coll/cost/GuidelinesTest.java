package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/**
 * Performance guidelines (Träff, Gropp and Thakur 2010), over the whole catalogue in virtual time: no operation costs more than others that together do the same, and nothing costs less because it has more to do. Where one does, the catalogue lacks
 * an algorithm.
 */
class GuidelinesTest {
    /** Two phases of one schedule follow each other less closely than two collectives that each begin when everybody is ready. */
    private static final double TOLERANCE = 1.15;

    private static final String HOST = "host latency=500ns overhead=200ns bandwidth=8GB/s\n";
    private static final String CLUSTERS = HOST + "site latency=1ms overhead=20us bandwidth=100MB/s\n* latency=30ms overhead=20us bandwidth=10MB/s";

    private record Call(Operation operation, long bytes) {}

    private final Map<String, Candidate> known = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private int looked;

    private Candidate best(Network network, Call call) {
        return known.computeIfAbsent(call.toString(), _ -> cheapest(new Candidates(call.operation, 0, call.bytes, true, false, network)));
    }

    /** Of all algorithms as they come, and of those that take part where costs decide, in segments and with levels left out. */
    private static Candidate cheapest(Candidates call) {
        Candidate asItComes = call.run().getFirst();
        Candidate told = new Contest(call, call.rule(), 1).ranking().getFirst();
        return told.timePs() < asItComes.timePs() ? told : asItComes;
    }

    private String text(Network network, Call call) {
        Candidate best = best(network, call);
        return call.operation.text() + " of " + call.bytes + " by " + best.text() + " " + best.timePs() / 1000 + " ns";
    }

    /** The first does no more than the others do, one after the other. */
    private void atMost(Network network, Call one, Call... others) {
        long sumPs = 0;
        for (Call other : others) {
            sumPs += best(network, other).timePs();
        }
        looked++;
        if (best(network, one).timePs() > TOLERANCE * sumPs) {
            violations.add(text(network, one) + " > " + String.join(" + ", List.of(others).stream().map(each -> text(network, each)).toList()));
        }
    }

    private void lookAt(Network network, long bytes) {
        int ranks = network.topology().size();
        long block = bytes / ranks;
        Call allreduce = new Call(Operation.ALLREDUCE, bytes);
        Call bcast = new Call(Operation.BCAST, bytes);
        Call reduce = new Call(Operation.REDUCE, bytes);
        Call allgather = new Call(Operation.ALLGATHER, block);
        Call gather = new Call(Operation.GATHER, block);
        Call scatter = new Call(Operation.SCATTER, block);
        Call reduceScatter = new Call(Operation.REDUCE_SCATTER_BLOCK, block);
        atMost(network, new Call(Operation.BARRIER, 0), new Call(Operation.ALLREDUCE, 8));
        atMost(network, allreduce, reduce, bcast);
        atMost(network, allreduce, reduceScatter, allgather);
        atMost(network, bcast, scatter, allgather);
        atMost(network, reduce, reduceScatter, gather);
        atMost(network, reduce, allreduce);
        atMost(network, gather, allgather);
        atMost(network, allgather, gather, bcast);
        atMost(network, reduceScatter, reduce, scatter);
        atMost(network, new Call(Operation.ALLGATHER, block), new Call(Operation.ALLTOALL, block));
        atMost(network, bcast, new Call(Operation.BCAST, 2 * bytes));
        atMost(network, allreduce, new Call(Operation.ALLREDUCE, 2 * bytes));
        atMost(network, new Call(Operation.EXSCAN, bytes), new Call(Operation.SCAN, bytes), new Call(Operation.SCAN, bytes));
    }

    private void hold(String links, Topology topology) {
        Links read = new Links();
        read.read(links);
        Network network = read.of(topology);
        known.clear();
        for (long bytes = 64; bytes <= 1 << 20; bytes *= 8) {
            lookAt(network, bytes);
        }
        assertEquals(List.of(), violations);
        assertTrue(looked > 50);
    }

    @Test
    void theyHoldAmongRanksOfOneHostEachWithACore() {
        hold(HOST, Topology.flat(8));
        hold(HOST, Topology.flat(12));
    }

    @Test
    void theyHoldAmongRanksThatShareTwoCores() {
        hold(HOST + "compute cores=2 turn=10us", Topology.flat(8));
    }

    @Test
    void theyHoldAmongTheClustersOfThePaper() {
        hold(CLUSTERS, Places.figure9(4, false));
        hold(CLUSTERS, Places.figure9(4, true));
    }

    /** What the rules take for a long reduction, where each rank has a core, costs no more than what they take for an allreduce; of other operations rules and costs differ (docs/roadmap.md). */
    @Test
    void theRulesHaveALongReductionCostNoMoreThanAnAllreduce() {
        Links read = new Links();
        read.read(HOST);
        for (int ranks = 8; ranks <= 33; ranks++) {
            for (long bytes = 64 << 10; bytes <= 1 << 20; bytes *= 4) {
                Candidates reduce = new Candidates(Operation.REDUCE, ranks / 2, bytes, true, false, read.of(Topology.flat(ranks)));
                Candidates allreduce = new Candidates(Operation.ALLREDUCE, 0, bytes, true, false, reduce.network());
                long onePs = reduce.run(reduce.rule().algorithm()).timePs();
                long allPs = allreduce.run(allreduce.rule().algorithm()).timePs();
                assertTrue(onePs <= TOLERANCE * allPs, ranks + " ranks, " + bytes + " bytes: " + onePs + " > " + allPs);
            }
        }
    }

    /** A planted bug: a catalogue in which only the ring of a vector serves an allreduce. */
    @Test
    void anOperationWithoutItsAlgorithmsIsFound() {
        Links read = new Links();
        read.read(HOST);
        Network network = read.of(Topology.flat(12));
        Candidates call = new Candidates(Operation.ALLREDUCE, 0, 64, true, false, network);
        known.put(new Call(Operation.ALLREDUCE, 64).toString(), new Candidate(Algorithm.RING_ALLREDUCE, null, call.run(Algorithm.RING_ALLREDUCE), ""));
        lookAt(network, 64);
        assertTrue(violations.stream().anyMatch(each -> each.startsWith("allreduce of 64 by ring")), violations::toString);
    }
}
