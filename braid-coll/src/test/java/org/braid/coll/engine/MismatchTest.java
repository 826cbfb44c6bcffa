package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;

/** Members that call different collectives are told so, by name, instead of waiting for ever. */
class MismatchTest {
    private static final long PATIENCE_NS = 50_000_000;

    /** Runs one call per rank; both ranks must be told, and nobody may hang. */
    private static List<String> run(Function<Engine, Call> zero, Function<Engine, Call> one) throws InterruptedException {
        var network = new InMemoryNetwork(2, 3, 1);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(2, rank -> {
            var engine = new Engine(network.port(rank), false, RuleTable.defaults(), null, PATIENCE_NS, Long.MAX_VALUE);
            try {
                engine.run(rank == 0 ? zero.apply(engine) : one.apply(engine));
                engine.run(engine.call(Operation.BARRIER));
            } catch (BraidException mismatch) {
                assertEquals(ErrorCode.MPI_COLLECTIVE_DIFFERS, mismatch.code());
                errors.add(mismatch.what() + ": " + mismatch.why());
            }
        });
        assertEquals(2, errors.size());
        assertEquals(errors.get(0), errors.get(1));
        return errors;
    }

    /** Each of three ranks has rules of its own; all must be told of two that differ, and nobody may hang. */
    private static List<String> runWith(Operation operation, long bytes, String... rules) throws InterruptedException {
        var network = new InMemoryNetwork(rules.length, 3, 1);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(rules.length, rank -> {
            var engine = new Engine(network.port(rank), false, RuleTable.defaults().with(rules[rank]), null, PATIENCE_NS, Long.MAX_VALUE);
            Call call = engine.call(operation).count(bytes, 1).in(new byte[(int) bytes], 0).out(new byte[(int) bytes], 0);
            try {
                engine.run(operation.isReduction() ? call.reducer(Element.BYTES) : call);
                engine.run(engine.call(Operation.BARRIER));
            } catch (BraidException mismatch) {
                assertEquals(ErrorCode.MPI_COLLECTIVE_DIFFERS, mismatch.code());
                assertTrue(mismatch.whatToDo().contains("BRAID_COLL"), mismatch.whatToDo());
                errors.add(mismatch.what() + ": " + mismatch.why());
            }
        });
        assertEquals(rules.length, errors.size());
        return errors;
    }

    private static void assertAllName(List<String> errors, String one, String other) {
        assertTrue(errors.stream().allMatch(each -> each.contains(one) && each.contains(other)), errors::toString);
    }

    @Test
    void ofRanksThatChooseDifferentAlgorithmsBothAreNamedAtEveryRank() throws InterruptedException {
        assertAllName(runWith(Operation.BCAST, 64, "bcast=chain", "bcast=chain", "bcast=linear"), "calls bcast with root 0 by chain", "rank 2 calls bcast with root 0 by linear");
        assertAllName(runWith(Operation.ALLREDUCE, 64, "allreduce=ring", "allreduce=swing", "allreduce=ring"), "calls allreduce by ring", "rank 1 calls allreduce by swing");
        assertAllName(runWith(Operation.NEIGHBOR_ALLTOALL, 0, "neighborAlltoall=linear", "neighborAlltoall=multilevel", "neighborAlltoall=multilevel"), "rank 0 calls neighborAlltoall by linear", "calls neighborAlltoall by multilevel");
        assertAllName(runWith(Operation.BARRIER, 0, "barrier=dissemination", "barrier=central", "barrier=central"), "rank 0 calls barrier by dissemination", "calls barrier by central");
    }

    @Test
    void ofRanksThatTellOneAlgorithmToWorkInDifferentWaysItIsSaid() throws InterruptedException {
        List<String> errors = runWith(Operation.BARRIER, 0, "barrier=k-dissemination(radix=2)", "barrier=k-dissemination(radix=2)", "barrier=k-dissemination");
        assertAllName(errors, "rank 2 calls barrier by k-dissemination", "told to work in a way of its own (as of radix=2, ");
    }

    private static Call bcast(Engine engine, int root, int bytes) {
        return engine.call(Operation.BCAST).root(root).count(bytes, 1).out(new byte[bytes], 0);
    }

    private static Call gather(Engine engine) {
        return engine.call(Operation.GATHER).root(0).count(4, 1).in(new byte[4], 0).out(new byte[8], 0);
    }

    @Test
    void aMessageOfAnotherOperationNamesBothRanksAndBothOperations() throws InterruptedException {
        String error = run(engine -> bcast(engine, 0, 8), engine -> engine.call(Operation.BARRIER)).getFirst();
        assertTrue(error.contains("rank 0 calls bcast with root 0 and rank 1 calls barrier"), error);
        assertTrue(error.startsWith("collective call 0 "), error);
    }

    @Test
    void membersThatAllWaitFindOutByInquiring() throws InterruptedException {
        String error = run(MismatchTest::gather, engine -> bcast(engine, 0, 8)).getFirst();
        assertTrue(error.contains("gather with root 0") && error.contains("bcast with root 0"), error);
    }

    @Test
    void anotherRootIsNamed() throws InterruptedException {
        String error = run(engine -> bcast(engine, 1, 8), engine -> bcast(engine, 0, 8)).getFirst();
        assertTrue(error.contains("bcast with root 0") && error.contains("bcast with root 1"), error);
    }

    private static final int INT = 5;
    private static final int FLOAT = 7;

    private static Call bcast(Engine engine, int type, int elementBytes, int count) {
        return bcast(engine, 0, elementBytes * count).count(count, elementBytes).type(type);
    }

    @Test
    void ofAnotherCountBothCountsAreSaid() throws InterruptedException {
        String error = run(engine -> bcast(engine, INT, 4, 100), engine -> bcast(engine, INT, 4, 64)).getFirst();
        assertTrue(error.contains("rank 0 calls bcast with root 0 of 100 MPI.INT and rank 1 calls bcast with root 0 of 64 MPI.INT"), error);
    }

    @Test
    void ofAnotherTypeBothTypesAreSaid() throws InterruptedException {
        String error = run(engine -> bcast(engine, INT, 4, 100), engine -> bcast(engine, FLOAT, 4, 100)).getFirst();
        assertTrue(error.contains("of 100 MPI.INT and rank 1 calls bcast with root 0 of 100 MPI.FLOAT"), error);
    }

    @Test
    void whatHasNoTypeIsCountedInBytes() throws InterruptedException {
        String error = run(engine -> bcast(engine, 0, 8), engine -> bcast(engine, 0, 16)).getFirst();
        assertTrue(error.contains("of 8 bytes and rank 1 calls bcast with root 0 of 16 bytes"), error);
    }

    @Test
    void ofBlocksOfManyLengthsTheTotalIsSaid() throws InterruptedException {
        String error = run(engine -> allgatherv(engine, 3, 5), engine -> allgatherv(engine, 3, 6)).getFirst();
        assertTrue(error.contains("of 8 MPI.INT and rank 1 calls allgatherv of 9 MPI.INT"), error);
    }

    @Test
    void ofBlocksOfOtherLengthsThatAddUpToTheSameItIsSaid() throws InterruptedException {
        String error = run(engine -> allgatherv(engine, 3, 5), engine -> allgatherv(engine, 5, 3)).getFirst();
        assertTrue(error.contains("rank 0 calls allgatherv of 8 MPI.INT and rank 1 calls allgatherv of 8 MPI.INT in blocks of other lengths"), error);
    }

    private static Call allgatherv(Engine engine, int... counts) {
        return engine.call(Operation.ALLGATHERV).type(INT).count(counts[0], 4).in(new byte[64], 0).out(new byte[64], 0).outTable(counts, new int[] {0, counts[0]});
    }

    private static Call allreduce(Engine engine, int operator, int elements) {
        long[] data = new long[elements];
        return engine.call(Operation.ALLREDUCE).count(elements, 8).in(data, 0).out(new long[elements], 0).reducer(Element.AFFINE_MAPS).operator(operator);
    }

    @Test
    void anotherOperatorIsNamed() throws InterruptedException {
        String error = run(engine -> allreduce(engine, 1, 8), engine -> allreduce(engine, 3, 8)).getFirst();
        assertTrue(error.contains("allreduce with MAX and rank") && error.endsWith("allreduce with SUM"), error);
    }

    @Test
    void ofAnotherCountOfTheSameReductionBothAreSaid() throws InterruptedException {
        String error = run(engine -> allreduce(engine, 3, 8), engine -> allreduce(engine, 3, 16)).getFirst();
        assertTrue(error.contains("allreduce with SUM of 64 bytes and rank 1 calls allreduce with SUM of 128 bytes"), error);
    }

    @Test
    void aCallStartedWithoutWaitingFindsOutToo() throws InterruptedException {
        var network = new InMemoryNetwork(2, 3, 1);
        Ranks.run(2, rank -> {
            var engine = new Engine(network.port(rank), false, RuleTable.defaults(), null, PATIENCE_NS, -1);
            Call call = rank == 0 ? gather(engine) : bcast(engine, 0, 8);
            engine.start(call);
            assertThrows(BraidException.class, () -> engine.await(call));
            assertEquals(0, engine.pending());
        });
    }
}
