package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.braid.base.BraidException;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;

class TcpParametersTest {
    @Test
    void valuesAreReadAsUsersWriteThem() {
        TcpParameters read = TcpParameters.DEFAULTS.with("sndbuf", "4MiB").with("rcvbuf", "64KiB").with("nodelay", "false").with("interface", "eth0").with("ports", "40000-40100");
        assertEquals(new TcpParameters(4 << 20, 64 << 10, false, "eth0", 40_000, 40_100), read);
        assertEquals(new TcpParameters(0, 0, true, "", 4711, 4711), TcpParameters.DEFAULTS.with("ports", "4711"));
    }

    @Test
    void theListedDefaultsAreTheDefaults() {
        for (Transport.Parameter each : TcpParameters.DESCRIBED) {
            assertEquals(TcpParameters.DEFAULTS, TcpParameters.DEFAULTS.with(each.name(), each.defaultText()), each.name());
            assertFalse(each.help().isEmpty());
        }
    }

    @Test
    void whatCannotBeIsRefusedWithAReason() {
        String[][] bad = {
            {"sndbuf", "1KiB"}, {"sndbuf", "1GiB"}, {"sndbuf", "-1B"}, {"rcvbuf", "many"}, {"nodelay", "yes"}, {"ports", "70000"}, {"ports", "2-1"}, {"ports", "0-5"}, {"ports", "1-9999"},
            {"ports", ""}, {"ports", "-"}, {"windows", "7"}
        };
        for (String[] each : bad) {
            assertThrows(BraidException.class, () -> TcpParameters.DEFAULTS.with(each[0], each[1]), each[0] + "=" + each[1]);
        }
    }
}
