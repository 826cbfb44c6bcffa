package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class MethodParameterTest {

    @Test
    void theMethodThatKnowsTheTypeReadsTheValue() {
        assertEquals(4 << 20, new MethodParameter("sndbuf", "4MiB").bytes(0, 1 << 30));
        assertEquals(3_000_000_000L, new MethodParameter("timeout", "3s").ns(0, Long.MAX_VALUE));
        assertEquals(100_000_000, new MethodParameter("bandwidth", "100MB/s").bytesPerSecond(1, Long.MAX_VALUE));
        assertEquals(-1, new MethodParameter("level", "-1").number(-1, 9));
        assertTrue(new MethodParameter("nodelay", "true").flag());
    }

    @Test
    void valuesOutsideTheRangeAreRefusedByTheRange() {
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("sndbuf", "2GiB").bytes(4096, 1 << 30), "sndbuf=2GiB", "Use 4KiB to 1GiB");
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("t", "1h").ns(0, 1_000_000_000), "Use 0ns to 1s");
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("bandwidth", "0B/s").bytesPerSecond(1, 1 << 30), "bandwidth=0B/s", "Use 1B/s to 1GiB/s");
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("n", "99999999999").number(1, 9), "Use 1 to 9");
    }

    @Test
    void valuesOfAnotherTypeAreRefused() {
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("n", "many").number(1, 9), "not a whole number");
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("nodelay", "ture").flag(), "Did you mean 'true'?");
        Refused.with(ErrorCode.METHOD_PARAMETER, () -> new MethodParameter("m", "x").oneOf(List.of("fast", "small")), "fast, small");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> new MethodParameter("sndbuf", "4").bytes(0, 9));
    }
}
