package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.select.Directory;
import org.braid.link.spi.EndedLane;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machine has no more of what all rails of a stripe need: the next way may do without. */
class FullMemoryTest {
    private static final ContextId PEER = new ContextId(1, 2, 1);
    private static final BraidException ENDED = new BraidException(ErrorCode.PEER_LOST, "It is gone", "the test needs no more of it", "");

    private final List<String> opened = new ArrayList<>();

    /** A method of which nothing is left, or that leads to somebody who has gone. */
    private final class Method extends FakeMethod {
        Method(String name) {
            super(name);
        }

        @Override
        public Lane connect(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
            if (name().startsWith("full")) {
                throw new BraidException(ErrorCode.SHARED_MEMORY_FULL, "No room", "there is no memory for one more", "Have more");
            }
            opened.add(name());
            return new EndedLane(ENDED);
        }
    }

    private void send(String method) {
        List<Transport> transports = List.of(new Method("full"), new Method("fuller"), new Method("sound"));
        List<Context> self = new ArrayList<>();
        Directory directory = id -> self.getFirst().table();
        ContextConfig config = ContextConfig.alone().withServes(false).withId(new ContextId(1, 2, 0)).withTransports(transports).withDirectory(directory).withPolicy(Policy.parse("*=" + method));
        try (Context context = Context.open(config)) {
            self.add(context);
            int ignored = context.startpointTo(PEER, 5).trySend(context.register("test.full", (to, a0, a1, a2, a3, payload) -> {}), 0, 0, 0, 0, null, 0, 0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failover(full, sound)
            failover(stripe(full, full), sound)
            failover(stripe(full, fuller), sound)
            failover(stripe(full, pass+fuller), stripe(fuller, full), sound)
            pass+failover(stripe(full, failover(full, fuller)), sound)
            """)
    void theNextWayIsTaken(String method) {
        send(method);
        assertEquals(List.of("sound"), opened);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            full
            stripe(full, full)
            """)
    void whereNothingElseLeadsTheSenderIsTold(String method) {
        BraidException refused = assertThrows(BraidException.class, () -> send(method));
        assertEquals(ErrorCode.NO_METHOD, refused.code());
    }
}
