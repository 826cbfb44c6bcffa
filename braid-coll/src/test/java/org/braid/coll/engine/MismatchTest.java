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
import org.braid.coll.select.Selection;
import org.junit.jupiter.api.Test;

/** Members that call different collectives are told so, by name, instead of waiting for ever. */
class MismatchTest {
    private static final long PATIENCE_NS = 50_000_000;

    /** Runs one call per rank; both ranks must be told, and nobody may hang. */
    private static List<String> run(Function<Engine, Call> zero, Function<Engine, Call> one) throws InterruptedException {
        var network = new InMemoryNetwork(2, 3, 1);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(2, rank -> {
            var engine = new Engine(network.port(rank), false, Selection.defaults(), PATIENCE_NS, Long.MAX_VALUE);
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

    @Test
    void anotherCountIsSaidToBeOne() throws InterruptedException {
        String error = run(engine -> bcast(engine, 0, 8), engine -> bcast(engine, 0, 16)).getFirst();
        assertTrue(error.contains("with another count or type"), error);
    }

    private static Call allreduce(Engine engine, int operator, int elements) {
        long[] data = new long[elements];
        return engine.call(Operation.ALLREDUCE).count(elements, 8).in(data, 0).out(new long[elements], 0).reducer(Element.AFFINE_MAPS).operator(operator);
    }

    @Test
    void anotherOperatorIsNamed() throws InterruptedException {
        String error = run(engine -> allreduce(engine, 1, 8), engine -> allreduce(engine, 3, 8)).getFirst();
        assertTrue(error.contains("allreduce with MAX") && error.contains("allreduce with SUM") && !error.contains("another count"), error);
    }

    @Test
    void anotherCountOfTheSameReductionIsSaidToBeOne() throws InterruptedException {
        String error = run(engine -> allreduce(engine, 3, 8), engine -> allreduce(engine, 3, 16)).getFirst();
        assertTrue(error.contains("allreduce with SUM, with another count or type"), error);
    }

    @Test
    void everyOperatorIsToldFromEveryOther() {
        for (Operation operation : Operation.values()) {
            for (int one = 0; one < 16; one++) {
                for (int other = 0; other < one; other++) {
                    int mine = Signature.of(operation, null, 3, one, 64, 5);
                    int theirs = Signature.of(operation, null, 3, other, 64, 5);
                    assertEquals(operation.isReduction(), mine != theirs);
                    assertEquals(operation.isReduction(), !Signature.nameSame(mine, theirs));
                }
            }
        }
    }

    @Test
    void aCallStartedWithoutWaitingFindsOutToo() throws InterruptedException {
        var network = new InMemoryNetwork(2, 3, 1);
        Ranks.run(2, rank -> {
            var engine = new Engine(network.port(rank), false, Selection.defaults(), PATIENCE_NS, -1);
            Call call = rank == 0 ? gather(engine) : bcast(engine, 0, 8);
            engine.start(call);
            assertThrows(BraidException.class, () -> engine.await(call));
            assertEquals(0, engine.pending());
        });
    }
}
