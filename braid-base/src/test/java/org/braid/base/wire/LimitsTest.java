package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The limits that docs/wire.md tells are those of the code. */
class LimitsTest {
    private final String page = Files.readString(Path.of("..", "docs", "wire.md"));

    LimitsTest() throws IOException {}

    @Test
    void thePageAboutTheWireHasTheNumbersOfTheCode() {
        assertEquals(1 << 20, Limits.MAX_FRAME_PAYLOAD);
        says("at most 1 MiB, less if the method says so");
        says("At most %d entries, %d bytes a body, %d bytes a table", Limits.MAX_DESCRIPTORS, Limits.MAX_DESCRIPTOR_BODY, Limits.MAX_TABLE_BYTES);
        says("1 to %,d targets", Limits.MAX_TARGETS);
        says("A name has 1 to %d bytes", Limits.MAX_NAME_BYTES);
        says("1 to %d = predefined", HandlerId.LAST_PREDEFINED);
        says("`ping` is `%08x`", HandlerId.of("ping"));
        says("%d bytes of header", FrameHeader.BYTES);
    }

    private void says(String text, Object... numbers) {
        String expected = String.format(Locale.ROOT, text, numbers);
        assertTrue(page.contains(expected), () -> "docs/wire.md does not say: " + expected);
    }
}
