package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AgainTest {
    @TempDir Path directory = Path.of("");

    @Test
    void aCommandIsCarriedOutOnceMoreWithItsWordsAndToldToLookFirst() throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("braid"), "#!/bin/sh\nprintf '%s;' \"$BRAID_LOOK_FIRST\" \"$@\" > \"${0%/*}/said\"\nexit 7\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertEquals(7, Again.run(script.toString(), List.of("run", "-n", "2", "a b")));
        assertEquals("1;run;-n;2;a b;", Files.readString(directory.resolve("said")));
    }
}
