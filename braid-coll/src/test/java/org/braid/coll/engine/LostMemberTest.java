package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member that has died is told to one that waits for nothing but that others take what it has sent: those have heard of it in an earlier call, and take nothing more. Much sooner than it would inquire.
 */
@Timeout(60)
class LostMemberTest {
    private static final long PATIENCE_NS = Long.MAX_VALUE;
    private static final int BYTES = 1 << 16;

    private final BraidException died = new BraidException(ErrorCode.PEER_LOST, "Rank 2 has died", "it was killed", "See its last words");
    private final InMemoryNetwork network = new InMemoryNetwork(4, 1, 0);

    private Engine root(String algorithm, long straightBytes) {
        return new Engine(network.port(0), false, RuleTable.defaults().with(algorithm), null, PATIENCE_NS, straightBytes);
    }

    private static Call bcast(Engine engine) {
        return engine.call(Operation.BCAST).root(0).count(BYTES, 1).out(new byte[BYTES], 0);
    }

    @Test
    void whoWaitsForSendsAloneIsTold() {
        for (String algorithm : List.of("bcast=linear", "bcast=binomial", "bcast=chain(segment=1KiB)")) {
            for (long straightBytes : new long[] {0, Long.MAX_VALUE}) {
                Engine engine = root(algorithm, straightBytes);
                network.lose(died);
                Call call = bcast(engine);
                assertSame(died, assertThrows(BraidException.class, () -> engine.run(call)), algorithm);
            }
        }
    }

    @Test
    void whoWaitsForOneOfSeveralStartedCallsIsToldOfEach() {
        Engine engine = root("bcast=linear", 0);
        Call first = bcast(engine);
        Call second = bcast(engine);
        engine.start(first);
        engine.start(second);
        network.lose(died);
        assertSame(died, assertThrows(BraidException.class, () -> engine.await(first)));
        assertSame(died, assertThrows(BraidException.class, () -> engine.await(second)));
    }
}
