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
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TicketFileTest {
    private static final String OLD = new JobAddress(List.of("10.0.0.1", "fd00::1"), 4711, Secret.random()).text();
    private static final String NEW = new JobAddress(List.of("10.0.0.1"), 1, Secret.random()).text();

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
        TicketFile file = TicketFile.write(place().toString(), NEW);
        assertEquals(NEW + "\n", Files.readString(place()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place())));
        assertEquals(List.of(place()), there());
        file.remove();
        assertEquals(List.of(), there());
    }

    @Test
    void whatAServerThatWasKilledHasLeftIsReplacedWithItsRights() throws IOException {
        Files.writeString(place(), OLD);
        Files.setPosixFilePermissions(place(), PosixFilePermissions.fromString("rw-r--r--"));
        TicketFile.write(place().toString(), NEW);
        assertEquals(NEW + "\n", Files.readString(place()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place())));
    }

    /** Whoever opened the old file reads the old ticket to its end: nothing is written into a file that has its name. */
    @Test
    void aReaderNeverSeesHalfOfIt() throws IOException {
        Files.writeString(place(), OLD + "\n");
        try (var reader = Files.newBufferedReader(place())) {
            TicketFile.write(place().toString(), NEW);
            assertEquals(OLD, reader.readLine());
        }
    }

    /** A slip such as {@code --ticket-file Heat.java} cost the source. */
    @Test
    void whatIsNoTicketStays() throws IOException {
        Files.writeString(place(), "precious");
        BraidException refusal = assertThrows(BraidException.class, () -> TicketFile.write(place().toString(), NEW));
        assertEquals(ErrorCode.OPTION_VALUE, refusal.code());
        assertEquals("precious", Files.readString(place()));
        assertEquals(List.of(place()), there());
        Files.writeString(place(), "");
        TicketFile.write(place().toString(), NEW);
        assertEquals(NEW + "\n", Files.readString(place()), "an empty file was made for it");
    }

    @Test
    void theFileOfALaterServerStays() throws IOException {
        TicketFile first = TicketFile.write(place().toString(), OLD);
        TicketFile.write(place().toString(), NEW);
        first.remove();
        assertEquals(NEW + "\n", Files.readString(place()));
    }

    /** It was an exception that took the place of the job's own exit code. */
    @Test
    void oneThatCannotBeRemovedCostsTheJobNothing() throws IOException {
        TicketFile file = TicketFile.write(place().toString(), NEW);
        Files.delete(place());
        Files.createDirectories(place().resolve("in the way"));
        file.remove();
        assertTrue(Files.isDirectory(place()));
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsRefusedAndNothingIsLeft() throws IOException {
        Files.createDirectories(place().resolve("in the way"));
        BraidException refusal = assertThrows(BraidException.class, () -> TicketFile.write(place().toString(), NEW));
        assertEquals(ErrorCode.OPTION_VALUE, refusal.code());
        assertTrue(refusal.why().contains("job.ticket"), refusal.why());
        assertEquals(List.of(place()), there());
        assertThrows(BraidException.class, () -> TicketFile.write(directory.resolve("no/such/directory").toString(), "ticket"));
        assertFalse(Files.exists(directory.resolve("no")));
    }
}
