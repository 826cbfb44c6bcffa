package org.braid.transports.inet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;

class InetParametersTest {
    private static final InetParameters DEFAULTS = InetParameters.defaults("tcp");

    @Test
    void valuesAreReadAsUsersWriteThem() {
        InetParameters read = DEFAULTS.with("sndbuf", "4MiB").with("rcvbuf", "64KiB").with("nodelay", "false").with("interface", "eth0").with("ports", "40000-40100");
        assertEquals(new InetParameters("tcp", 4 << 20, 64 << 10, false, "eth0", 40_000, 40_100), read);
        assertEquals(new InetParameters("tcp", 0, 0, true, "", 4711, 4711), DEFAULTS.with("ports", "4711"));
    }

    @Test
    void theListedDefaultsAreTheDefaults() {
        for (Transport.Parameter each : InetParameters.DESCRIBED) {
            assertEquals(DEFAULTS, DEFAULTS.with(each.name(), each.defaultText()), each.name());
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
            assertThrows(BraidException.class, () -> DEFAULTS.with(each[0], each[1]), each[0] + "=" + each[1]);
        }
    }

    @Test
    void errorsNameTheTransportWhoseParametersTheyAre() {
        InetParameters ofTls = InetParameters.defaults("tls");
        String parameter = String.valueOf(assertThrows(BraidException.class, () -> ofTls.with("windows", "7")).getMessage());
        assertTrue(parameter.contains("tls's parameter windows"), parameter);
        String noInterface = String.valueOf(assertThrows(BraidException.class, () -> Interfaces.addresses(ofTls.with("interface", "nothing0"))).getMessage());
        assertTrue(noInterface.contains("tls(interface=nothing0)") && noInterface.contains("braid info tls"), noInterface);
    }
}
