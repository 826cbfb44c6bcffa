package org.braid.mpi.file.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.view.AccessMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thread that is interrupted does its access of a file, and others do theirs; the flag is set when the access is over. */
@Timeout(120)
class InterruptedAccessTest {
    private static final int ACCESSES = 20_000;

    @TempDir private Path directory = Path.of("");

    private Disk open(String name) {
        return Disk.open(directory.resolve(name), new AccessMode(AccessMode.RDWR | AccessMode.CREATE), true, 0);
    }

    @Test
    void aThreadThatWasInterruptedBeforeDoesItsAccess() {
        try (Disk disk = open("before")) {
            Thread.currentThread().interrupt();
            disk.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 5);
            assertTrue(Thread.interrupted());
            assertEquals(8, disk.bytes());
        }
    }

    /** Each byte that a thread writes it reads back, while somebody interrupts it in the middle of whatever it is at. */
    @Test
    void ofThreadsThatAreInterruptedInTheMiddleEachDoesAllItsAccesses() throws Exception {
        try (Disk disk = open("middle")) {
            var done = new AtomicInteger();
            FutureTask<Integer> one = new FutureTask<>(() -> accesses(disk, 0, done));
            FutureTask<Integer> other = new FutureTask<>(() -> accesses(disk, ACCESSES, done));
            Thread first = Thread.ofPlatform().start(one);
            Thread second = Thread.ofPlatform().start(other);
            for (int turn = 0; done.get() < 2; turn++) {
                (turn % 2 == 0 ? first : second).interrupt();
                Thread.onSpinWait();
            }
            assertEquals(ACCESSES, one.get(1, TimeUnit.MINUTES));
            assertEquals(ACCESSES, other.get(1, TimeUnit.MINUTES));
            assertEquals(2 * ACCESSES, disk.bytes());
        }
    }

    private static int accesses(Disk disk, int from, AtomicInteger done) {
        try {
            int right = 0;
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            for (int at = from; at < from + ACCESSES; at++) {
                disk.write(one.put(0, (byte) (31 * at)).rewind(), at);
                disk.read(one.put(0, (byte) 0).rewind(), at);
                right += one.get(0) == (byte) (31 * at) ? 1 : 0;
            }
            return right;
        } finally {
            done.incrementAndGet();
        }
    }

    @Test
    void aFileThatIsClosedIsNotOpenedAgain() {
        Disk disk = open("closed");
        disk.close();
        assertThrows(MpiFailure.class, disk::bytes);
    }

    @Test
    void aFileWhoseNameAnotherOneHasByThenIsGone() throws IOException {
        Path path = directory.resolve("gone");
        try (LastingChannel channel = LastingChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
            Files.move(path, path.resolveSibling("elsewhere"));
            Files.writeString(path, "another one");
            NoSuchFileException gone = assertThrows(NoSuchFileException.class, () -> channel.access(file -> {
                file.close(); // as an interruption does
                return file.size();
            }));
            assertEquals("another file has its name since it was opened", gone.getReason());
        }
    }
}
