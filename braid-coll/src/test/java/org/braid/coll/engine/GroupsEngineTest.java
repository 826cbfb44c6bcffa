package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions and broadcasts between two groups in the live engine, all ranks in one thread over a network that the seed drives, beside members that take no part. */
class GroupsEngineTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    private static final int CALLS = 4;
    private static final long UNTOUCHED = 0x55;

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.serves(Operation.NEIGHBOR_REDUCE) || each.serves(Operation.BCAST));
    }

    /** One call with real memory at every rank: of all, to a root, or from one. */
    private record Given(Groups groups, boolean isBcast, Element element, long[][] in, long[][] out) {
        static Given drawn(int split, int size, Random random, boolean isBcast) {
            int root = random.nextInt(size);
            Groups groups = isBcast ? Groups.fromRoot(split, size, root) : random.nextBoolean() ? Groups.exchanging(split, size) : Groups.toRoot(split, size, root);
            int count = random.nextInt(30);
            long[][] in = new long[size][count];
            long[][] out = new long[size][count];
            for (int rank = 0; rank < size; rank++) {
                for (int at = 0; at < count; at++) {
                    in[rank][at] = Element.AFFINE_MAPS.value(rank, at);
                    out[rank][at] = isBcast && rank == root ? in[rank][at] : UNTOUCHED;
                }
            }
            return new Given(groups, isBcast, Element.AFFINE_MAPS, in, out);
        }

        /** As an intercommunicator does. */
        Call describe(Engine engine, int rank) {
            Neighbours those = groups.known(rank);
            boolean takesPart = those.groups() != null;
            Operation called = isBcast ? Operation.BCAST : groups.root() == Groups.NOBODY ? Operation.ALLREDUCE : Operation.REDUCE;
            Operation carried = !isBcast ? Operation.NEIGHBOR_REDUCE : takesPart ? Operation.BCAST : Operation.NEIGHBOR_ALLGATHERV;
            int root = Math.max(0, groups.root());
            long bytes = (long) in[rank].length * Long.BYTES;
            Call call = engine.call(carried).neighbours(those).standsFor(called, takesPart ? root : Call.NO_ROOT, takesPart ? bytes : 0);
            if (!takesPart) {
                return call;
            }
            return call.root(isBcast ? root : 0).count(in[rank].length, Long.BYTES).in(in[rank], 0).out(out[rank], 0).reducer(element);
        }

        void verify(String replay) {
            for (int rank = 0; rank < in.length; rank++) {
                Neighbours those = groups.known(rank);
                for (int at = 0; at < in[rank].length; at++) {
                    long expected = out(rank, at, those);
                    String where = this + ": rank " + rank + " element " + at;
                    assertEquals(expected, out[rank][at], () -> where + "; " + replay);
                    assertEquals(element.value(rank, at), in[rank][at], () -> where + " of the operand; " + replay);
                }
            }
        }

        private long out(int rank, int at, Neighbours those) {
            if (those.inDegree() == 0) {
                return isBcast && rank == groups.root() ? in[rank][at] : UNTOUCHED;
            }
            long value = in[those.source(0)][at];
            for (int i = 1; i < those.inDegree(); i++) {
                value = element.combined(value, in[those.source(i)][at]);
            }
            return value;
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyMemberGetsWhatTheOtherGroupHasWhateverTheInterleaving(Algorithm algorithm) {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 40 : 1); run++) {
            runSeed(algorithm, first + run);
        }
    }

    private static void runSeed(Algorithm algorithm, long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(10);
        int split = 1 + random.nextInt(size - 1);
        Operation operation = algorithm.serves(Operation.BCAST) ? Operation.BCAST : Operation.NEIGHBOR_REDUCE;
        InMemoryNetwork network = new InMemoryNetwork(size, seed, random.nextInt(3) / 2.0);
        Topology topology = algorithm.isMultilevel() ? Places.random(size, random) : null;
        String told = algorithm.hasSegments() && random.nextBoolean() ? "(segment=16)" : "";
        RuleTable rules = RuleTable.defaults().with(operation.text() + "=" + algorithm.text() + told);
        Engine[] engines = new Engine[size];
        long straightBytes = random.nextBoolean() ? Long.MAX_VALUE : -1;
        for (int rank = 0; rank < size; rank++) {
            engines[rank] = new Engine(network.port(rank), false, rules, topology, Stalls.PATIENCE_NS, straightBytes);
        }
        List<Given> calls = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            calls.add(Given.drawn(split, size, random, operation == Operation.BCAST));
        }
        Interleaving.drive(network, engines, calls.size(), (call, rank) -> calls.get(call).describe(engines[rank], rank), random, "replay with -Dbraid.coll.seed=" + seed);
        calls.forEach(call -> call.verify("replay with -Dbraid.coll.seed=" + seed));
    }
}
