package org.braid.mpi.meeting.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that are files of one host: whose they are, and what becomes of them with their publishers. */
class PublishedNamesTest {
    @Test
    void aNameWhosePublisherHasEndedIsNoneAndMayBePublishedAgain(@TempDir Path directory) throws IOException {
        Path place = directory.resolve("names");
        PublishedNames names = new PublishedNames(place);
        String port = "braid:1:/tmp/s:00";
        names.publish("service", port);
        Path file;
        try (var files = Files.list(place)) {
            file = files.findFirst().orElseThrow();
        }
        String[] lines = Files.readString(file).split("\n");
        Files.writeString(file, lines[0] + "\n" + (Long.parseLong(lines[1]) + 1) + "\n" + lines[2] + "\n" + lines[3]); // the pid is another process's by now
        assertEquals(ErrorClass.NAME, assertThrows(MpiFailure.class, () -> names.lookup("service")).errorClass());
        assertTrue(Files.notExists(place), "nothing is left of the last name");
        Files.createDirectory(place, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(file, "damaged");
        names.publish("service", port);
        assertEquals(port, names.lookup("service"));
        names.unpublish("service", port);
        assertTrue(Files.notExists(place), "nothing is left when the last name is gone");
    }

    @Test
    void whatThisProcessHasPublishedIsForgottenWhenItLeaves(@TempDir Path directory) {
        Path place = directory.resolve("names");
        PublishedNames names = new PublishedNames(place);
        String port = "braid:1:/tmp/s:00";
        names.publish("one", port);
        names.publish("two", port);
        names.unpublish("one", port);
        names.unpublishOwn();
        assertEquals(ErrorClass.NAME, assertThrows(MpiFailure.class, () -> names.lookup("two")).errorClass());
        assertTrue(Files.notExists(place), "nothing is left when the last name is gone");
    }

    @Test
    void namesThatOthersCouldHaveWrittenAreNotBelieved(@TempDir Path directory) throws IOException {
        Path place = Files.createDirectory(directory.resolve("names"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        PublishedNames names = new PublishedNames(place);
        assertEquals(ErrorClass.NAME, assertThrows(MpiFailure.class, () -> names.lookup("service")).errorClass());
        assertEquals(ErrorClass.SERVICE, assertThrows(MpiFailure.class, () -> names.publish("service", "port")).errorClass());
    }
}
