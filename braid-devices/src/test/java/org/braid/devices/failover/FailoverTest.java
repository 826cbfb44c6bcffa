package org.braid.devices.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.link.chain.Devices;
import org.braid.link.spi.Compound.Part;
import org.braid.link.spi.DeliveryClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailoverTest {
    private static final long S = 1_000_000_000L;
    private static final List<MethodParameter> DEFAULTS = List.of();

    private final FailoverCompound failover = new FailoverCompound();

    private static Part part(String method, int failures, long lastFailureNs) {
        return new Part(MethodExpression.parse(method), failures, lastFailureNs);
    }

    private String order(long nowNs, List<MethodParameter> parameters, Part... parts) {
        return MethodExpression.printOrder(failover.order(List.of(parts), parameters, nowNs));
    }

    @Test
    void partsAreTriedInTheOrderInWhichTheyWereWritten() {
        assertEquals("shm, lz4+tcp, udp", order(0, DEFAULTS, part("shm", 0, 0), part("lz4+tcp", 0, 0), part("udp", 0, 0)));
    }

    @Test
    void onePartThatHasFailedStandsBackForAPauseThatDoublesWithEachFailure() {
        for (int failures = 1; failures <= 9; failures++) {
            long pauseNs = Math.min(300, 1L << failures - 1) * S;
            long failedNs = 50 * S;
            assertEquals("tcp, shm", order(failedNs, DEFAULTS, part("shm", failures, failedNs), part("tcp", 0, 0)));
            assertEquals("tcp, shm", order(failedNs + pauseNs - 1, DEFAULTS, part("shm", failures, failedNs), part("tcp", 0, 0)));
            assertEquals("shm, tcp", order(failedNs + pauseNs, DEFAULTS, part("shm", failures, failedNs), part("tcp", 0, 0)));
        }
    }

    @Test
    void thePauseIsBoundedWhateverTheNumberOfFailures() {
        for (int failures : new int[] {10, 40, 63, 64, 65, 1_000, Integer.MAX_VALUE}) {
            assertEquals("shm, tcp", order(300 * S, DEFAULTS, part("shm", failures, 0), part("tcp", 0, 0)));
            assertEquals("tcp, shm", order(300 * S - 1, DEFAULTS, part("shm", failures, 0), part("tcp", 0, 0)));
        }
        List<MethodParameter> longest = List.of(new MethodParameter("after", "1h"), new MethodParameter("most", "24h"));
        assertEquals("tcp, shm", order(24 * 3600 * S - 1, longest, part("shm", Integer.MAX_VALUE, 0), part("tcp", 0, 0)));
        assertEquals("shm, tcp", order(24 * 3600 * S, longest, part("shm", Integer.MAX_VALUE, 0), part("tcp", 0, 0)));
    }

    @Test
    void amongThoseThatStandBackTheOneWhosePauseEndsFirstIsTriedFirst() {
        assertEquals("b, a, c", order(10 * S, DEFAULTS, part("a", 5, 9 * S), part("b", 2, 9 * S), part("c", 6, 9 * S)));
        assertEquals("c, a, b", order(10 * S, DEFAULTS, part("a", 3, 9 * S), part("b", 3, 9 * S), part("c", 0, 0)));
    }

    @Test
    void parametersSayHowLongThePauseIs() {
        List<MethodParameter> given = List.of(new MethodParameter("after", "3s"), new MethodParameter("most", "4s"));
        assertEquals("b, a", order(3 * S - 1, given, part("a", 1, 0), part("b", 0, 0)));
        assertEquals("a, b", order(3 * S, given, part("a", 1, 0), part("b", 0, 0)));
        assertEquals("b, a", order(4 * S - 1, given, part("a", 2, 0), part("b", 0, 0)));
        assertEquals("a, b", order(4 * S, given, part("a", 2, 0), part("b", 0, 0)));
    }

    @Test
    void theNextChangeIsTheEndOfTheFirstPause() {
        List<Part> parts = new ArrayList<>(List.of(part("a", 0, 0), part("b", 3, 9 * S), part("c", 1, 10 * S)));
        assertEquals(11 * S, failover.nextChangeNs(parts, DEFAULTS, 10 * S));
        assertEquals(13 * S, failover.nextChangeNs(parts, DEFAULTS, 11 * S));
        assertEquals(Long.MAX_VALUE, failover.nextChangeNs(parts, DEFAULTS, 13 * S));
    }

    @ParameterizedTest
    @ValueSource(strings = {"failover(shm, tcp, after=0s)", "failover(shm, tcp, after=2h)", "failover(shm, tcp, most=1)", "failover(shm, tcp, before=1s)"})
    void aPauseThatMakesNoSenseIsRefusedAtSelection(String method) {
        assertThrows(BraidException.class, () -> new Devices().check(MethodExpression.parse(method), DeliveryClass.ORDERED));
        new Devices().check(MethodExpression.parse("failover(shm, lz4+tcp, after=3s, most=1min)"), DeliveryClass.ORDERED);
    }

    @Test
    void itIsFoundByItsNameAlone() {
        assertTrue(new Devices().compound("failover") instanceof FailoverCompound);
    }
}
