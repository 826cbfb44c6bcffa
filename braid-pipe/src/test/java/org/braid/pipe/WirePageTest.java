package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.pipe.state.PipeTimes;
import org.junit.jupiter.api.Test;

/** The page about the wire and the code say the same. */
class WirePageTest {
    @Test
    void thePageAboutTheWireHasTheTimesAndSizesOfTheCode() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire.md"));
        PipeTimes times = PipeTimes.DEFAULTS;
        long s = 1_000_000_000;
        String[] expected = {
            "A lane's frames have at most " + (PipeLane.FRAME_BYTES >> 10) + " KiB of payload", "After " + times.pingAfterNs() / s + " s without a whole frame a PING is sent",
            "after " + times.silentNs() / s + " s the connection is given up", "A handshake may take " + times.greetingNs() / s + " s",
            "A pipe's lane waits 0." + times.farewellNs() * 100 / s + " s for the peer's"
        };
        for (String each : expected) {
            assertTrue(page.contains(each), () -> "docs/wire.md does not say: " + each);
        }
    }
}
