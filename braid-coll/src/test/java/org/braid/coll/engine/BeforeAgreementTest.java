package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.junit.jupiter.api.Test;

/** The barrier by which ranks find out whether they choose by the same data goes without these, and no other one does; lists of neighbours that all know are shown to whoever chooses, and no others. */
class BeforeAgreementTest {
    private static final int RANKS = 8;

    private final List<Algorithm> taken = new ArrayList<>();

    /** Takes one thing by data, and another before these are known to be the same. */
    private record ByData(RuleTable known, RuleTable before) implements Selection {
        @Override
        public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
            return known.choose(operation, size, root, bytes, crowded, commutative);
        }

        @Override
        public Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded) {
            return known.with(operation, Algorithm.COMBINING_NEIGHBOR_ALLGATHER).choose(operation, size, neighbourhood, bytes, crowded);
        }

        @Override
        public Selection beforeAgreement() {
            return before;
        }
    }

    private record Alone() implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            return Neighbours.inOrder(new int[0], new int[0]);
        }
    }

    private Engine engine() {
        Selection byData = new ByData(RuleTable.defaults().with("barrier=central"), RuleTable.defaults().with("barrier=dissemination"));
        return new Engine(new InstantPort(1, RANKS), false, byData, null, new AtomicReference<>((rule, _, _) -> taken.add(rule.algorithm())));
    }

    @Test
    void oneBarrierGoesWithoutData() {
        Engine engine = engine();
        engine.run(engine.call(Operation.BARRIER).purpose(Purpose.PROFILE));
        engine.run(engine.call(Operation.BARRIER));
        engine.run(engine.call(Operation.BARRIER).purpose(Purpose.MEASURE));
        engine.run(engine.call(Operation.BARRIER).purpose(Purpose.FINALIZE));
        engine.run(engine.call(Operation.BARRIER).purpose(Purpose.PROFILE));
        assertEquals(List.of(Algorithm.DISSEMINATION_BARRIER, Algorithm.CENTRAL_BARRIER, Algorithm.DISSEMINATION_BARRIER, Algorithm.DISSEMINATION_BARRIER), taken, "a barrier that is like the last one but for its name is not chosen anew");
    }

    @Test
    void listsThatAllKnowAreShown() {
        Engine engine = engine();
        Neighbours own = new Alone().ofRank(1);
        long[] memory = new long[1];
        engine.run(engine.call(Operation.NEIGHBOR_ALLGATHER).neighbours(own).count(1, Long.BYTES).in(memory, 0).out(memory, 0));
        engine.run(engine.call(Operation.NEIGHBOR_ALLGATHER).neighbours(own.among(new Alone())).count(1, Long.BYTES).in(memory, 0).out(memory, 0));
        assertEquals(List.of(Algorithm.LINEAR_NEIGHBOR_ALLGATHER, Algorithm.COMBINING_NEIGHBOR_ALLGATHER), taken);
    }
}
