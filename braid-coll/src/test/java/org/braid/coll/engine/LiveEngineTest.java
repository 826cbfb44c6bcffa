package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The live engine, all ranks in one thread over a network that the seed drives, gives exactly what the checker predicts. */
class LiveEngineTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void everyAlgorithmGivesTheCheckersResultWhateverTheInterleaving(Algorithm algorithm) {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 40 : 1); run++) {
            runSeed(algorithm, first + run);
        }
    }

    private static void runSeed(Algorithm algorithm, long seed) {
        var random = new Random(seed);
        int size = 1 + random.nextInt(10);
        var network = new InMemoryNetwork(size, seed, random.nextInt(3) / 2.0);
        Element element = algorithm.allows(size, false) && random.nextBoolean() ? Element.AFFINE_MAPS : Element.BYTES;
        Engine[] engines = engines(network, size, algorithm, random.nextBoolean(), seed);
        List<LiveCall> calls = new ArrayList<>();
        for (int call = 0; call < 3; call++) {
            calls.add(randomCall(algorithm, random, size, element));
        }
        Interleaving.drive(network, engines, calls.size(), (call, rank) -> calls.get(call).describe(engines[rank], rank), random, replay(seed));
        calls.forEach(call -> call.verify(replay(seed)));
    }

    private static LiveCall randomCall(Algorithm algorithm, Random random, int size, Element element) {
        Operation[] served = Arrays.stream(Operation.values()).filter(algorithm::serves).toArray(Operation[]::new);
        Operation operation = served[random.nextInt(served.length)];
        boolean commutative = !operation.isReduction() || element.isCommutative();
        InPlace inPlace = operation.allowsInPlace() ? InPlace.values()[random.nextInt(3)] : InPlace.NOBODY;
        int root = operation.isRooted() ? random.nextInt(size) : 0;
        Algorithm able = algorithm.allows(size, commutative) ? algorithm : RuleTable.defaults().choose(operation, size, root, 0, false, commutative).algorithm();
        return new LiveCall(new Instance(operation, size, root, random.nextInt(40), commutative), able, element, inPlace, random.nextInt(3));
    }

    /** Those of a multilevel algorithm have a topology that the seed draws. */
    private static Engine[] engines(InMemoryNetwork network, int size, Algorithm algorithm, boolean straight, long seed) {
        RuleTable selection = RuleTable.defaults();
        for (Operation operation : Operation.values()) {
            selection = algorithm.serves(operation) ? selection.with(operation, algorithm) : selection;
            if (algorithm.serves(operation) && seed % 2 == 0 && !told(algorithm).isEmpty()) {
                selection = selection.with(operation.text() + "=" + algorithm.text() + told(algorithm));
            }
        }
        Topology topology = algorithm.text().startsWith("multilevel") ? Places.random(size, new Random(seed)) : null;
        var engines = new Engine[size];
        for (int rank = 0; rank < size; rank++) {
            engines[rank] = new Engine(network.port(rank), false, selection, topology, Stalls.PATIENCE_NS, straight ? Long.MAX_VALUE : -1);
        }
        return engines;
    }

    /** Another way to work than the usual one. */
    private static String told(Algorithm algorithm) {
        boolean hasBundles = algorithm.keys().contains(Tuning.TOGETHER);
        if (algorithm.isMultilevel()) {
            return algorithm.hasSegments() ? "(cluster=none, rank=chain, segment=7)" : hasBundles ? "(site=none, rank=chain, together=20)" : "(site=none, rank=chain)";
        }
        return hasBundles ? "(together=20)" : algorithm.keys().contains(Tuning.BLOCKS) ? "(blocks=2)" : algorithm.keys().contains(Tuning.WINDOW) ? "(window=1)" : algorithm.hasSegments() ? "(segment=7)" : "";
    }

    /** As a program does that only looks, and has looked long in vain. */
    @Test
    void whoHasMoreTransfersUnderWayThanOneWordHasBitsAsksAllOfThemWhatTheyCall() {
        int ranks = 100;
        var network = new InMemoryNetwork(ranks, 1, 0);
        Engine[] engines = engines(network, ranks, Algorithm.LINEAR_GATHER, false, 1);
        var gather = new LiveCall(new Instance(Operation.GATHER, ranks, 0, 1, true), Algorithm.LINEAR_GATHER, Element.BYTES, InPlace.NOBODY, 0);
        Call mine = gather.describe(engines[0], 0);
        engines[0].start(mine);
        engines[0].inquire();
        assertEquals(ranks - 1, network.inquiries);
    }

    @Test
    void whoeverWaitsForOneCallAdvancesTheOthers() throws InterruptedException {
        var network = new InMemoryNetwork(2, 1, 0);
        Engine[] engines = engines(network, 2, Algorithm.RING_ALLREDUCE, false, 1);
        var first = new LiveCall(new Instance(Operation.ALLREDUCE, 2, 0, 7, true), Algorithm.RING_ALLREDUCE, Element.BYTES, InPlace.NOBODY, 1);
        var second = new LiveCall(new Instance(Operation.ALLREDUCE, 2, 0, 9, true), Algorithm.RING_ALLREDUCE, Element.BYTES, InPlace.NOBODY, 1);
        Ranks.run(2, rank -> {
            Call one = first.describe(engines[rank], rank);
            engines[rank].start(one);
            Call two = second.describe(engines[rank], rank);
            engines[rank].start(two);
            engines[rank].await(rank == 0 ? one : two);
            engines[rank].await(rank == 0 ? two : one);
            assertEquals(0, engines[rank].pending());
        });
        first.verify("fixed seed");
        second.verify("fixed seed");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBlockingCallAmongStartedOnesEndsWhicheverTransferIsDoneFirst(boolean straight) throws InterruptedException {
        for (int seed = 0; seed < 50; seed++) {
            var network = new InMemoryNetwork(3, seed, 0);
            Engine[] engines = engines(network, 3, Algorithm.LINEAR_ALLGATHER, straight, 1);
            var first = new LiveCall(new Instance(Operation.ALLGATHER, 3, 0, 7, true), Algorithm.LINEAR_ALLGATHER, Element.BYTES, InPlace.NOBODY, 1);
            var second = new LiveCall(new Instance(Operation.ALLGATHER, 3, 0, 9, true), Algorithm.LINEAR_ALLGATHER, Element.BYTES, InPlace.NOBODY, 1);
            Ranks.run(3, rank -> {
                Call started = first.describe(engines[rank], rank);
                engines[rank].start(started);
                engines[rank].run(second.describe(engines[rank], rank));
                engines[rank].await(started);
            });
            first.verify("seed " + seed);
            second.verify("seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void blockingCallsOfManyThreadsAgreeToo(Algorithm algorithm) throws InterruptedException {
        int size = algorithm.allows(5, true) ? 5 : 4;
        for (boolean straight : new boolean[] {true, false}) {
            var random = new Random(algorithm.ordinal());
            var network = new InMemoryNetwork(size, 7, 0.5);
            Engine[] engines = engines(network, size, algorithm, straight, 3);
            List<LiveCall> calls = new ArrayList<>();
            for (int call = 0; call < 5; call++) {
                calls.add(randomCall(algorithm, random, size, Element.BYTES));
            }
            Ranks.run(size, rank -> calls.forEach(call -> engines[rank].run(call.describe(engines[rank], rank))));
            calls.forEach(call -> call.verify("fixed seed"));
        }
    }

    private static String replay(long seed) {
        return "replay with -Dbraid.coll.seed=" + seed;
    }
}
