package org.braid.link.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.stream.RouteFailures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartFailuresTest {
    private static final BraidException CUT = new BraidException(ErrorCode.LANE_CUT, "a", "b", "c");

    /** {@code failed} lists ways, each followed by the time of its failure; those that occur again have failed again. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failover(shm, tcp)                        | shm 5           | 1@5 0@0
            failover(shm, tcp)                        | tcp 5 tcp 7     | 0@0 2@7
            failover(lz4+shm, shm)                    | lz4+shm 5       | 1@5 0@0
            pass+failover(shm, lz4+tcp)               | pass+lz4+tcp 5  | 0@0 1@5
            pass+failover(shm, lz4+tcp)               | shm 5 lz4+tcp 5 | 0@0 0@0
            failover(shm(max=64KiB), tcp(sndbuf=4KiB)) | shm 5 tcp(sndbuf=4KiB) 6 | 1@5 1@6
            failover(failover(shm, tcp), udp)         | shm 5           | 0@0 0@0
            failover(failover(shm, tcp), udp)         | shm 5 shm 6 tcp 7 | 1@7 0@0
            """)
    void aPartHasFailedAsOftenAsTheWayThatItStandsFor(String method, String failed, String expected) {
        RouteFailures failures = new RouteFailures();
        String[] words = failed.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            long ns = Long.parseLong(words[i + 1]);
            failures.failed(words[i], CUT, ns, ns);
        }
        MethodExpression whole = MethodExpression.parse(method);
        PartFailures parts = whole instanceof MethodExpression.Chain chain && chain.end() instanceof MethodExpression.Compound end
                ? new PartFailures(end, chain.devices(), failures)
                : new PartFailures((MethodExpression.Compound) whole, List.of(), failures);
        assertEquals(expected, String.join(" ", parts.parts().stream().map(part -> part.failures() + "@" + part.lastFailureNs()).toList()));
    }
}
