package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedMemoryTest {
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1");
    private static final long BYTES = 1 << 16;

    private final List<String> before = list("/dev/shm"); // others' files may bear the pids of our processes

    @AfterEach
    void nothingIsLeft() {
        assertEquals(List.of(), openSegments());
        assertEquals(List.of(), filesOf(Machine.pid()));
    }

    @Test
    void aNewSegmentIsZeroWritableAndHasNoName() {
        try (SharedSegment shared = SharedMemory.create(BYTES + 1)) {
            assertEquals(BYTES + 1, shared.bytes());
            assertTrue(shared.fd() > 2);
            for (long at = 0; at < BYTES; at += 8) {
                assertEquals(0, shared.segment().get(JAVA_LONG, at));
            }
            shared.segment().set(JAVA_LONG, BYTES - 8, 7);
            assertEquals(List.of(), filesOf(Machine.pid()));
        }
    }

    @Test
    void twoProcessesSeeEachOthersStores() throws IOException {
        try (SharedSegment shared = SharedMemory.create(BYTES)) {
            shared.segment().set(JAVA_LONG, 0, 42);
            try (ChildJvm peer = attaching(Machine.pid(), shared.fd(), BYTES)) {
                assertEquals("42", peer.line());
                assertEquals(0, peer.exitCode());
            }
            assertEquals(43, shared.segment().get(JAVA_LONG, 8));
        }
    }

    private static ChildJvm attaching(long pid, int fd, long bytes) throws IOException {
        return ChildJvm.start(SharedMemoryPeer.class, QUICK, "attach", Long.toString(pid), Integer.toString(fd), Long.toString(bytes));
    }

    @Test
    void aKilledCreatorLeavesNothingButWhatItsPeerHasMapped() throws IOException {
        try (ChildJvm creator = ChildJvm.start(SharedMemoryPeer.class, QUICK, "create", Long.toString(BYTES))) {
            int fd = Integer.parseInt(creator.line());
            try (SharedSegment shared = SharedMemory.attach(creator.pid(), fd, BYTES)) {
                assertEquals(-1, shared.fd());
                creator.kill();
                assertEquals(List.of(), filesOf(creator.pid()));
                assertEquals(42, shared.segment().get(JAVA_LONG, 0));
            }
            BraidException gone = assertThrows(BraidException.class, () -> SharedMemory.attach(creator.pid(), fd, BYTES));
            assertEquals(ErrorCode.SEGMENT_FOREIGN, gone.code());
        }
    }

    @Test
    void attachingToSomethingElseIsRefused() {
        try (SharedSegment shared = SharedMemory.create(BYTES)) {
            assertForeign(Machine.pid(), shared.fd(), BYTES - 1);
            assertForeign(Machine.pid(), shared.fd(), BYTES + 1);
            assertForeign(Machine.pid(), shared.fd(), 0);
            assertForeign(Machine.pid(), shared.fd(), -1);
            assertForeign(Machine.pid(), 1_000_000, BYTES);
            assertForeign(Machine.pid(), -1, BYTES);
            assertForeign(Integer.MAX_VALUE, shared.fd(), BYTES);
        }
    }

    private static void assertForeign(long pid, int fd, long bytes) {
        BraidException refusal = assertThrows(BraidException.class, () -> SharedMemory.attach(pid, fd, bytes));
        assertEquals(ErrorCode.SEGMENT_FOREIGN, refusal.code(), refusal.toString());
    }

    @Test
    void aClosedSegmentIsRefusedNotCrashedInto() {
        SharedSegment shared = SharedMemory.create(BYTES);
        shared.close();
        shared.close();
        assertThrows(IllegalStateException.class, () -> shared.segment().get(JAVA_LONG, 0));
        assertForeign(Machine.pid(), shared.fd(), BYTES);
    }

    @Test
    void anotherDirectoryMayBeNamed(@TempDir Path directory) {
        try (SharedSegment shared = SharedMemory.create(directory, BYTES);
                SharedSegment peer = SharedMemory.attach(Machine.pid(), shared.fd(), BYTES)) {
            shared.segment().set(JAVA_LONG, 0, 1);
            assertEquals(1, peer.segment().get(JAVA_LONG, 0));
        }
    }

    @Test
    void aMissingDirectoryIsAnErrorThatNamesIt() {
        BraidException refusal = assertThrows(BraidException.class, () -> SharedMemory.create(Path.of("/nowhere/shm"), BYTES));
        assertEquals(ErrorCode.SHARED_MEMORY_MISSING, refusal.code());
        assertTrue(refusal.what().contains("/nowhere/shm"));
        assertEquals("there is no such directory", refusal.why());
    }

    @Test
    void anInterruptedThreadGetsItsSegmentAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (SharedSegment shared = SharedMemory.create(BYTES)) {
            SharedMemory.attach(Machine.pid(), shared.fd(), BYTES).close();
            assertTrue(Thread.interrupted());
        }
        assertFalse(Thread.interrupted());
    }

    private static List<String> openSegments() {
        return list("/proc/self/fd").stream().map(SharedMemoryTest::target).filter(name -> name.contains("/braid-" + Machine.pid() + "-")).toList();
    }

    /** Empty for the descriptor of the listing itself, which is closed by now. */
    private static String target(String fd) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", fd)).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private List<String> filesOf(long pid) {
        return list("/dev/shm").stream().filter(name -> name.startsWith("braid-" + pid + "-") && !before.contains(name)).toList();
    }

    private static List<String> list(String directory) {
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
