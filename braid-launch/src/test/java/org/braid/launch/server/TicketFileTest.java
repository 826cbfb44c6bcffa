package org.braid.launch.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TicketFileTest {
    @TempDir
    private Path directory;

    private Path place() {
        return directory.resolve("job.ticket");
    }

    private List<Path> there() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    @Test
    void itIsForThisUserAloneAndGoneWithTheJob() throws IOException {
        TicketFile file = TicketFile.write(place().toString(), "10.0.0.1/1/KEY");
        assertEquals("10.0.0.1/1/KEY\n", Files.readString(place()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place())));
        assertEquals(List.of(place()), there());
        file.remove();
        assertEquals(List.of(), there());
    }

    @Test
    void whatAServerThatWasKilledHasLeftIsReplacedWithItsRights() throws IOException {
        Files.writeString(place(), "stale, and longer than the ticket that follows it");
        Files.setPosixFilePermissions(place(), PosixFilePermissions.fromString("rw-r--r--"));
        TicketFile.write(place().toString(), "new");
        assertEquals("new\n", Files.readString(place()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place())));
    }

    /** Whoever opened the old file reads the old ticket to its end: nothing is written into a file that has its name. */
    @Test
    void aReaderNeverSeesHalfOfIt() throws IOException {
        Files.writeString(place(), "old ticket\n");
        try (var reader = Files.newBufferedReader(place())) {
            TicketFile.write(place().toString(), "new");
            assertEquals("old ticket", reader.readLine());
        }
    }

    @Test
    void theFileOfALaterServerStays() throws IOException {
        TicketFile first = TicketFile.write(place().toString(), "first");
        TicketFile.write(place().toString(), "later");
        first.remove();
        assertEquals("later\n", Files.readString(place()));
    }

    /** It was an exception that took the place of the job's own exit code. */
    @Test
    void oneThatCannotBeRemovedCostsTheJobNothing() throws IOException {
        TicketFile file = TicketFile.write(place().toString(), "ticket");
        Files.delete(place());
        Files.createDirectories(place().resolve("in the way"));
        file.remove();
        assertTrue(Files.isDirectory(place()));
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsRefusedAndNothingIsLeft() throws IOException {
        Files.createDirectories(place().resolve("in the way"));
        BraidException refusal = assertThrows(BraidException.class, () -> TicketFile.write(place().toString(), "ticket"));
        assertEquals(ErrorCode.OPTION_VALUE, refusal.code());
        assertTrue(refusal.why().contains("job.ticket"), refusal.why());
        assertEquals(List.of(place()), there());
        assertThrows(BraidException.class, () -> TicketFile.write(directory.resolve("no/such/directory").toString(), "ticket"));
        assertFalse(Files.exists(directory.resolve("no")));
    }
}
