package org.braid.testkit.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.link.chain.Devices;
import org.braid.link.spi.DeliveryClass;
import org.junit.jupiter.api.Test;

/** What docs/devices.md shows is what is compiled here; that it works is shown by {@code ChainsContractTest}, over shared memory and tcp. */
class DeviceGuideTest {
    private static final Path GUIDE = Path.of("../docs/devices.md");
    private static final Path SOURCE = Path.of("src/test/java/org/braid/testkit/guide/MaskDevice.java");

    @Test
    void theGuideShowsTheVerySource() throws IOException {
        String source = Files.readString(SOURCE);
        String device = source.substring(source.indexOf("public final class"));
        assertTrue(Files.readString(GUIDE).contains("```java\n" + device + "```"), "copy " + SOURCE + " into " + GUIDE + ", from 'public final class' on");
        assertTrue(device.lines().filter(line -> !line.isBlank()).count() <= 50, "it is called a device in fifty lines");
    }

    @Test
    void itIsFoundByItsLineInTheServicesAlone() {
        Devices installed = new Devices();
        installed.check(MethodExpression.parse("mask(7)+lz4+tcp"), DeliveryClass.ORDERED);
        BraidException refused = assertThrows(BraidException.class, () -> installed.check(MethodExpression.parse("mask(key=256)+tcp"), DeliveryClass.ORDERED));
        assertEquals("method 'mask(key=256)+tcp' cannot be used, see its character 6", refused.what());
    }
}
