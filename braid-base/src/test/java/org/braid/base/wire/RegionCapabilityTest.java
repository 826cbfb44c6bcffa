package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.braid.base.ErrorCode;
import org.braid.base.wire.region.RegionCapability;
import org.junit.jupiter.api.Test;

class RegionCapabilityTest {
    private static final RegionCapability SOME = Samples.capability(new SplittableRandom(1));

    @Test
    void isReadAsItWasWritten() {
        assertEquals(SOME, RegionCapability.get(new GetBuffer(Decoder.encoded(SOME::put))));
    }

    @Test
    void whatIsRefusedIsNamed() {
        refused(0, 2, "its format is 2, known is 1");
        refused(1, 8, "rights 8");
        refused(2, 3, "its bytes 2 and 3 are 3 and not 0");
        refused(3, 1, "its bytes 2 and 3 are 256 and not 0");
    }

    private static void refused(int at, int value, String why) {
        byte[] bytes = Decoder.encoded(SOME::put);
        bytes[at] = (byte) value;
        Refused.with(ErrorCode.CAPABILITY_REFUSED, () -> RegionCapability.get(new GetBuffer(bytes)), why);
    }
}
