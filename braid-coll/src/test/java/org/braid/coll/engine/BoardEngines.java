package org.braid.coll.engine;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** Engines of members that share memory, on one host or several. */
final class BoardEngines {
    static final long NEVER_INQUIRES_NS = 600_000_000_000L; // inquiries are messages, too
    static final BoardWaits.Looks NONE = new BoardWaits.Looks(0, 0);
    static final BoardWaits.Looks FOR_EVER = new BoardWaits.Looks(0, Integer.MAX_VALUE);
    static final Operation[] SERVED = Arrays.stream(Operation.values()).filter(BoardSchedules::serve).toArray(Operation[]::new);

    /** Of long vectors and blocks so small parts that phases come round soon. */
    static final Extent IN_PARTS = new Extent(128, 4, 4, 16);

    private static final int ALL = Arrays.stream(SERVED).mapToInt(each -> 1 << each.ordinal()).reduce(0, (one, other) -> one | other);
    static final long PATIENCE_NS = 50_000_000;

    private BoardEngines() {}

    static Engine[] over(InMemoryNetwork network, int size, HeapBoards boards, BoardWaits.Looks looks) {
        return over(network, size, null, boards, looks);
    }

    static Engine[] over(InMemoryNetwork network, int size, @Nullable Topology topology, HeapBoards boards, BoardWaits.Looks looks) {
        return over(network, size, topology, boards, looks, PATIENCE_NS);
    }

    static Engine[] over(InMemoryNetwork network, int size, @Nullable Topology topology, HeapBoards boards, BoardWaits.Looks looks, long patienceNs) {
        return over(network, size, topology, boards, looks, patienceNs, rank -> false);
    }

    static Engine[] over(InMemoryNetwork network, int size, @Nullable Topology topology, HeapBoards boards, BoardWaits.Looks looks, long patienceNs, IntPredicate keepsBits) {
        return over(network, size, topology, topology == null, boards, looks, patienceNs, keepsBits); // on several hosts scans go over boards where each rank has a core
    }

    static Engine[] over(InMemoryNetwork network, int size, @Nullable Topology topology, boolean crowded, HeapBoards boards, BoardWaits.Looks looks, long patienceNs, IntPredicate keepsBits) {
        var engines = new Engine[size];
        for (int rank = 0; rank < size; rank++) {
            engines[rank] = new Engine(network.port(rank), crowded, keepsBits.test(rank) ? new Reproducible(RuleTable.defaults()) : RuleTable.defaults(), topology, patienceNs, Long.MAX_VALUE);
            engines[rank].shareMemory(boards.at(rank), ALL, keepsBits.test(rank), looks, IN_PARTS);
        }
        return engines;
    }
}
