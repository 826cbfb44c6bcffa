package org.braid.cli.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is compiled for a measurement does not stay. */
class WorkshopTest {
    @Test
    void aWorkshopGoesWithAllThatIsInItAndMayBeClosedTwice() throws IOException {
        Workshop workshop = new Workshop();
        Path directory = workshop.directory();
        try (workshop) {
            Files.writeString(directory.resolve("peer.c"), "int main() { return 0; }");
        }
        assertTrue(Files.notExists(directory));
        workshop.close();
    }
}
