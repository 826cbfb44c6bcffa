package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Guidelines.Call;
import org.braid.coll.cost.Guidelines.Guideline;
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

    private final Map<String, Candidate> known = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private int looked;

    private Candidate best(Network network, Call call) {
        return known.computeIfAbsent(call.toString(), _ -> cheapest(new Candidates(call.operation(), 0, call.bytes(), true, false, network)));
    }

    /** Of all algorithms as they come, and of those that take part where costs decide, in segments and with levels left out. */
    private static Candidate cheapest(Candidates call) {
        Candidate asItComes = call.run(call.rule()).getFirst();
        Candidate told = new Contest(call, call.rule(), 1).ranking().getFirst();
        return told.timePs() < asItComes.timePs() ? told : asItComes;
    }

    private String text(Network network, Call call) {
        Candidate best = best(network, call);
        return call.operation().text() + " of " + call.bytes() + " by " + best.text() + " " + best.timePs() / 1000 + " ns";
    }

    /** An allreduce does more than these, too, but the catalogue has more ways to do it (in parts through several leaders, with other radices). */
    private static boolean isOfMoreWays(Call one, Call first) {
        return first.operation() == Operation.ALLREDUCE && (one.operation() == Operation.ALLGATHER || one.operation() == Operation.REDUCE_SCATTER_BLOCK);
    }

    private void lookAt(Network network, long bytes) {
        Guidelines guidelines = Guidelines.of(network.topology().size(), bytes);
        looked += guidelines.size();
        for (Guideline broken : guidelines.broken(call -> best(network, call).timePs(), TOLERANCE, (one, first) -> !isOfMoreWays(one, first))) {
            violations.add(broken.text(call -> text(network, call)));
        }
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

    /** A planted bug: a catalogue in which only the ring of a vector serves an allreduce. */
    @Test
    void anOperationWithoutItsAlgorithmsIsFound() {
        Links read = new Links();
        read.read(HOST);
        Network network = read.of(Topology.flat(12));
        Candidates call = new Candidates(Operation.ALLREDUCE, 0, 60, true, false, network);
        known.put(new Call(Operation.ALLREDUCE, 60).toString(), new Candidate(Algorithm.RING_ALLREDUCE, null, call.run(Algorithm.RING_ALLREDUCE, null), ""));
        lookAt(network, 64);
        assertTrue(violations.stream().anyMatch(each -> each.startsWith("allreduce of 60 by ring")), violations::toString);
    }
}
