package org.braid.mpi.meeting.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
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

    /** One publishes over what a dead process has left, a second one, too, and others look the name up and judge what was there before. */
    @Test
    void ofTwoThatPublishOverANameThatWasLeftOneSucceedsAndItStaysWhoeverLooks(@TempDir Path directory) throws Exception {
        Path place = directory.resolve("names");
        PublishedNames names = new PublishedNames(place);
        names.publish("keep", "port");
        names.publish("service", "port");
        Path file;
        try (var files = Files.list(place)) {
            file = files.filter(each -> contains(each, "service")).findFirst().orElseThrow();
        }
        names.unpublish("service", "port");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 500; round++) {
                Files.writeString(file, "999999\n1\nold\nservice");
                CyclicBarrier all = new CyclicBarrier(4);
                Callable<Integer> publish = () -> tried(all, () -> new PublishedNames(place).publish("service", "port"));
                Callable<Integer> look = () -> tried(all, () -> assertEquals("port", names.lookup("service")));
                int published = 0;
                List<Future<Integer>> calls = List.of(threads.submit(publish), threads.submit(publish), threads.submit(look), threads.submit(look));
                for (Future<Integer> each : calls.subList(0, 2)) {
                    published += each.get();
                }
                int ignored = calls.get(2).get() + calls.get(3).get();
                assertEquals(1, published, "round " + round);
                assertEquals("port", names.lookup("service"), "round " + round);
                names.unpublish("service", "port");
            }
        }
        names.unpublish("keep", "port");
        assertTrue(Files.notExists(place), "nothing is left when the last name is gone");
    }

    private static boolean contains(Path file, String service) {
        try {
            return Files.readString(file).endsWith("\n" + service);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many times it has succeeded. */
    private static int tried(CyclicBarrier all, Runnable call) throws Exception {
        int ignored = all.await();
        try {
            call.run();
            return 1;
        } catch (MpiFailure refused) {
            return 0;
        }
    }

    @Test
    void whoeverHasDiedWhileItChangedANameHoldsUpNobody(@TempDir Path directory) throws IOException {
        Path place = directory.resolve("names");
        PublishedNames names = new PublishedNames(place);
        names.publish("service", "port");
        try (var files = Files.list(place)) {
            Path file = files.findFirst().orElseThrow();
            Files.writeString(place.resolve("." + file.getFileName() + ".changing"), "999999\n1\n\nservice");
        }
        names.unpublish("service", "port");
        assertTrue(Files.notExists(place), "nothing is left when the last name is gone");
    }

    /** Publishes in a process of its own until its input ends. */
    static final class Publisher {
        private Publisher() {}

        public static void main(String[] words) throws IOException {
            PublishedNames names = new PublishedNames();
            names.publish(words[0], "port");
            System.out.println("published");
            int ignored = System.in.read();
            names.unpublishOwn();
        }
    }

    @Test
    void namesAreFoundByProcessesWithOtherDirectoriesOfTheirOwn(@TempDir Path directory) throws Exception {
        String service = "braid names test " + ProcessHandle.current().pid();
        ProcessBuilder builder = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp", System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + directory, Publisher.class.getName(), service);
        builder.environment().put("XDG_RUNTIME_DIR", directory.toString());
        Process publisher = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = publisher.inputReader()) {
            assertEquals("published", said.readLine());
            assertEquals("port", new PublishedNames().lookup(service));
        } finally {
            publisher.getOutputStream().close();
            assertEquals(0, publisher.waitFor());
        }
    }

    @Test
    void namesThatOthersCouldHaveWrittenAreNotBelieved(@TempDir Path directory) throws IOException {
        Path place = Files.createDirectory(directory.resolve("names"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        PublishedNames names = new PublishedNames(place);
        assertEquals(ErrorClass.NAME, assertThrows(MpiFailure.class, () -> names.lookup("service")).errorClass());
        assertEquals(ErrorClass.SERVICE, assertThrows(MpiFailure.class, () -> names.publish("service", "port")).errorClass());
    }
}
