package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;

class ShmParametersTest {
    private static ShmParameters of(String key, String value) {
        return ShmParameters.of(List.of(new MethodParameter(key, value)));
    }

    @Test
    void valuesAreReadAsUsersWriteThem() {
        assertEquals(new ShmParameters(1 << 20, 16 << 10, 64 << 10), of("ring", "1MiB"));
        assertEquals(new ShmParameters(128 << 10, 16 << 10, 64 << 10), of("ring", "100KiB"), "rings are powers of two");
        assertEquals(new ShmParameters(1 << 20, 1000, 64 << 10), of("eager", "1000B"));
        assertEquals(new ShmParameters(1 << 20, 16 << 10, 1000), of("arrays", "1000B"));
        assertEquals((64 << 10) / 4 - 36, new ShmParameters(64 << 10, 1 << 20, 1 << 20).eagerBytes(64 << 10), "never more than a record holds");
    }

    @Test
    void theListedDefaultsAreTheDefaults() {
        for (Transport.Parameter each : ShmParameters.described()) {
            assertEquals(ShmParameters.DEFAULTS, of(each.name(), each.defaultText()), each.name());
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        String[][] bad = {{"ring", "1KiB"}, {"ring", "1GiB"}, {"ring", "much"}, {"eager", "1GiB"}, {"eager", "-1B"}, {"arrays", "1GiB"}, {"rings", "1MiB"}};
        for (String[] each : bad) {
            assertThrows(BraidException.class, () -> of(each[0], each[1]), each[0] + "=" + each[1]);
        }
    }

    @Test
    void aPolicysParametersShapeTheLane() {
        ContextConfig config = ContextConfig.alone().withPolicy(Policy.parse("shm(ring=64KiB, eager=8KiB)"));
        try (Context there = Context.open(config.withId(new ContextId(1, 2, 0)));
                Context here = Context.open(config.withId(new ContextId(1, 2, 1)).withDirectory(id -> there.table()))) {
            Lane lane = here.startpointTo(there.id(), 5).lane();
            assertEquals(8 << 10, lane.eagerBytes());
            assertEquals((64 << 10) / 4 - 36, lane.eagerArrayBytes(), "no longer than a record");
            assertEquals((64 << 10) / 4 - 36, lane.frameBytes());
            here.close(1_000_000L);
        }
    }
}
