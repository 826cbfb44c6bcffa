package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.braid.base.BraidException;
import org.braid.coll.schedule.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Collectives over shared memory whose blocks have lengths of their own, some of which are too long for a slot: all arrive, whole or part by part, in whatever units each member counts; and one that expects another length is told while the others go on. */
class BoardTablesTest {
    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLGATHERV", "ALLTOALLV"})
    void blocksOfAllLengthsArrive(Operation operation) throws InterruptedException {
        for (int size : new int[] {2, 3, 5, 7}) {
            for (BoardWaits.Looks looks : List.of(BoardEngines.NONE, new BoardWaits.Looks(0, 20), BoardEngines.FOR_EVER)) {
                Engine[] engines = BoardEngines.over(new InMemoryNetwork(size, 1, 1), size, new HeapBoards(true, -1), looks);
                run(engines, operation, 30);
            }
        }
    }

    private static void run(Engine[] engines, Operation operation, int calls) throws InterruptedException {
        Ranks.run(engines.length, rank -> {
            for (int call = 0; call < calls; call++) {
                new Blocks(operation, engines.length, call).exchange(engines[rank], rank);
            }
        });
    }

    /** Whoever only sends to the root of a gatherv does not see whether others have long blocks. */
    @ParameterizedTest
    @EnumSource(names = {"SCATTERV", "ALLGATHERV", "ALLTOALLV"})
    void whereAllSeeThatThereAreLongOnesNoMessageGoes(Operation operation) throws InterruptedException {
        var network = new InMemoryNetwork(5, 1, 1);
        Engine[] engines = BoardEngines.over(network, 5, null, new HeapBoards(true, -1), BoardEngines.FOR_EVER, BoardEngines.NEVER_INQUIRES_NS);
        run(engines, operation, 30);
        long before = network.delivered;
        run(engines, operation, 30);
        assertEquals(before, network.delivered);
    }

    /** Rank 1 sends rank 2, or the root to it, a unit less, or more, than it expects, beside long blocks of others. */
    @ParameterizedTest
    @CsvSource({"SCATTERV, -1", "SCATTERV, 1", "ALLTOALLV, -1", "ALLTOALLV, 1", "ALLTOALLV, 500"})
    void whoExpectsAnotherLengthIsToldAndAllGoOn(Operation operation, int more) throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(4, 1, 1), 4, new HeapBoards(true, -1), BoardEngines.NONE);
        run(engines, operation, 30);
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(4, rank -> {
            var unequal = new Blocks(operation, 4, 1);
            unequal.lengths[operation == Operation.SCATTERV ? 0 : 1][2] += rank == 2 ? more : 0;
            try {
                unequal.exchange(engines[rank], rank);
            } catch (BraidException refused) {
                told.add(rank);
            }
        });
        assertEquals(List.of(2), told);
        run(engines, operation, 10);
        run(engines, Operation.ALLGATHERV, 10);
    }

    /** Nobody has brought anything. */
    @Test
    void blocksMayAllBeEmpty() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 1, 1), 3, new HeapBoards(true, -1), BoardEngines.NONE);
        Ranks.run(3, rank -> {
            for (int call = 0; call < 8; call++) {
                int[] none = new int[3];
                engines[rank].run(engines[rank].call(Operation.ALLTOALLV).count(0, 1).in(new byte[0], 0).out(new byte[0], 0).inTable(none, none).outTable(none, none));
            }
        });
    }

    /** One call: some blocks fit a slot, and some are long, in words of four bytes; ranks with an odd number count bytes. */
    private static final class Blocks {
        private static final int WORD = 4;

        private final Operation operation;
        private final int size;
        private final int call;
        private final int[][] lengths;

        Blocks(Operation operation, int size, int call) {
            this.operation = operation;
            this.size = size;
            this.call = call;
            this.lengths = new int[size][size];
            var random = new Random(call);
            for (int[] row : lengths) {
                for (int to = 0; to < size; to++) {
                    row[to] = call == 1 ? 300 + to : random.nextInt(3) == 0 ? random.nextInt(600) : random.nextInt(5);
                }
            }
        }

        private int words(int from, int to) {
            return switch (operation) {
                case GATHERV, ALLGATHERV -> lengths[from][0];
                case SCATTERV -> lengths[0][to];
                default -> lengths[from][to];
            };
        }

        private byte[] block(int from, int to) {
            byte[] bytes = new byte[WORD * words(from, to)];
            for (int at = 0; at < bytes.length; at++) {
                boolean isForAll = operation == Operation.GATHERV || operation == Operation.ALLGATHERV;
                bytes[at] = (byte) (31 * from + (isForAll ? 0 : 17 * to) + 7 * at + call);
            }
            return bytes;
        }

        void exchange(Engine engine, int rank) {
            int root = operation.isRooted() ? call % size : 0;
            int unit = rank % 2 == 0 ? WORD : 1;
            boolean hasTable = operation == Operation.ALLTOALLV || operation == Operation.SCATTERV && rank == root;
            boolean getsTable = operation == Operation.ALLTOALLV || operation == Operation.ALLGATHERV || operation == Operation.GATHERV && rank == root;
            int own = operation == Operation.SCATTERV ? words(root, rank) : words(rank, root);
            int[] sends = starts(rank, true);
            int[] receives = starts(rank, false);
            byte[] in = hasTable ? new byte[sends[size]] : block(rank, root);
            byte[] out = new byte[getsTable ? receives[size] : WORD * own];
            for (int to = 0; hasTable && to < size; to++) {
                System.arraycopy(block(rank, to), 0, in, sends[to], WORD * words(rank, to));
            }
            engine.run(engine.call(operation).root(root).count(WORD * own / unit, unit).in(in, 0).out(out, 0)
                    .inTable(counts(rank, true, unit), inUnits(sends, unit)).outTable(counts(rank, false, unit), inUnits(receives, unit)));
            for (int from = 0; getsTable && from < size; from++) {
                assertBlock(from, rank, out, receives[from]);
            }
            if (operation == Operation.SCATTERV) {
                assertBlock(root, rank, out, 0);
            }
        }

        private void assertBlock(int from, int to, byte[] out, int at) {
            byte[] wanted = block(from, to);
            byte[] found = new byte[wanted.length];
            System.arraycopy(out, at, found, 0, found.length);
            assertArrayEquals(wanted, found, () -> operation + " of " + size + ", call " + call + ": from " + from + " to " + to);
        }

        private int[] counts(int rank, boolean sends, int unit) {
            int[] counts = new int[size];
            for (int peer = 0; peer < size; peer++) {
                counts[peer] = WORD * (sends ? words(rank, peer) : words(peer, rank)) / unit;
            }
            return counts;
        }

        /** In bytes, in descending order and with a word between, and how long all is. */
        private int[] starts(int rank, boolean sends) {
            int[] starts = new int[size + 1];
            for (int peer = size - 1; peer >= 0; peer--) {
                starts[peer] = starts[size];
                starts[size] += WORD * (1 + (sends ? words(rank, peer) : words(peer, rank)));
            }
            return starts;
        }

        private static int[] inUnits(int[] bytes, int unit) {
            int[] units = new int[bytes.length - 1];
            for (int at = 0; at < units.length; at++) {
                units[at] = bytes[at] / unit;
            }
            return units;
        }
    }
}
