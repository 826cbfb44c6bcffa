package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The live engine runs pipelines of more segments than may be under way, as the checker predicts. */
class LoopedCallsTest {
    private static final int RANKS = 7;
    private static final int COUNT = 900;
    private static final int SEGMENTS = 300;

    static Stream<Algorithm> pipelines() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.hasSegments() && each.segments(Tuning.parse("segment=1", each.keys()), 1 << 30) > 128);
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static @Nullable Topology topology(Algorithm algorithm) {
        return algorithm.isMultilevel() ? Places.twelve(RANKS).get(3) : null;
    }

    /** Of elements of so many bytes. */
    private static Engine[] engines(InMemoryNetwork network, Algorithm algorithm, int elementBytes) {
        String rule = operation(algorithm).text() + "=" + algorithm.text() + "(segment=" + COUNT / SEGMENTS * elementBytes + ")";
        var engines = new Engine[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            engines[rank] = new Engine(network.port(rank), false, RuleTable.defaults().with(rule), topology(algorithm));
        }
        return engines;
    }

    private static LiveCall call(Algorithm algorithm, Element element, int root) {
        return new LiveCall(new Instance(operation(algorithm), RANKS, root, COUNT, !operation(algorithm).isReduction() || element.isCommutative()), algorithm, element, InPlace.NOBODY, 1);
    }

    private static int root(Algorithm algorithm, int wanted) {
        return operation(algorithm).isRooted() ? wanted : 0;
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void blockingCallsGiveTheCheckersResult(Algorithm algorithm) throws InterruptedException {
        Element element = algorithm.allows(RANKS, false) ? Element.AFFINE_MAPS : Element.BYTES;
        var network = new InMemoryNetwork(RANKS, 7, 0.5);
        Engine[] engines = engines(network, algorithm, element.bytes);
        List<LiveCall> calls = List.of(call(algorithm, element, root(algorithm, 3)), call(algorithm, element, root(algorithm, 3)), call(algorithm, element, root(algorithm, 0)));
        Ranks.run(RANKS, rank -> calls.forEach(each -> engines[rank].run(each.describe(engines[rank], rank))));
        calls.forEach(each -> each.verify("fixed seed"));
        int looped = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            Schedule schedule = algorithm.generate(new Shape(operation(algorithm), RANKS, rank, root(algorithm, 3), element.isCommutative() || !operation(algorithm).isReduction(), false).in(topology(algorithm)), null, SEGMENTS);
            looped += schedule.isLooped() ? 1 : 0;
        }
        assertTrue(looped >= RANKS - 1, "only " + looped);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void startedCallsGiveItWhateverTheInterleaving(Algorithm algorithm) {
        long seed = Long.getLong("braid.coll.seed", System.nanoTime());
        var random = new Random(seed);
        var network = new InMemoryNetwork(RANKS, seed, random.nextInt(3) / 2.0);
        Engine[] engines = engines(network, algorithm, 1);
        List<LiveCall> calls = new ArrayList<>();
        for (int each = 0; each < 3; each++) {
            calls.add(call(algorithm, Element.BYTES, root(algorithm, random.nextInt(RANKS))));
        }
        String replay = "replay with -Dbraid.coll.seed=" + seed;
        Interleaving.drive(network, engines, calls.size(), (each, rank) -> calls.get(each).describe(engines[rank], rank), random, replay);
        calls.forEach(each -> each.verify(replay));
    }

    /** Receives and sends take turns in a chain, so half of those under way are receives. */
    @Test
    void whoWaitsForAPipelineAsksOnlyWhomItWaitsFor() {
        var network = new InMemoryNetwork(RANKS, 1, 0);
        Engine[] engines = engines(network, Algorithm.CHAIN_BCAST, 1);
        engines[2].start(call(Algorithm.CHAIN_BCAST, Element.BYTES, 0).describe(engines[2], 2));
        engines[2].inquire();
        assertEquals(128, network.inquiries);
    }
}
