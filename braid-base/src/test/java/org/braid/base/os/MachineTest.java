package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineTest {
    @Test
    void theProcessKnowsItsOwnNumber() {
        assertEquals(ProcessHandle.current().pid(), Machine.pid());
    }

    @Test
    void theUserIsNamedAsTheOwnerOfItsFilesEvenWhereNoTableOfUsersKnowsIt(@TempDir Path directory) throws IOException {
        String before = System.getProperty("user.name");
        try {
            String owner = Files.getOwner(Files.createFile(directory.resolve("mine"))).getName();
            assertEquals(owner, Machine.user());
            System.setProperty("user.name", "?"); // as the JVM says then
            assertEquals(owner, Machine.user());
        } finally {
            System.setProperty("user.name", before);
        }
    }

    @Test
    void aProcessIsNamedByItsNumberAndItsStart() throws IOException {
        long start = Machine.startTicks(Machine.pid());
        assertTrue(start > 0);
        assertEquals(start, Machine.startTicks(Machine.pid()));
        assertTrue(Machine.isAlive(Machine.pid(), start));
        assertFalse(Machine.isAlive(Machine.pid(), start - 1), "an earlier process of the same number is another one");
        assertEquals(-1, Machine.startTicks(Integer.MAX_VALUE));
        assertFalse(Machine.isAlive(Integer.MAX_VALUE, -1));
    }

    @Test
    void aKilledProcessIsNotAlive() throws IOException {
        try (ChildJvm child = ChildJvm.start(SharedMemoryPeer.class, List.of("-XX:TieredStopAtLevel=1"), "create", "4096")) {
            String ignored = child.line();
            long start = Machine.startTicks(child.pid());
            assertTrue(Machine.isAlive(child.pid(), start));
            child.kill();
            assertFalse(Machine.isAlive(child.pid(), start));
        }
    }

    @Test
    void whatCannotBeAskedIsNotTakenForDead() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertTrue(Machine.isAlive(Machine.pid(), Machine.startTicks(Machine.pid())));
        } finally {
            assertTrue(Thread.interrupted());
        }
        try (ChildJvm child = ChildJvm.start(NoDescriptorsLeft.class, List.of("-XX:-MaxFDLimit"), Long.toString(Machine.pid()), Long.toString(Machine.startTicks(Machine.pid())))) {
            assertEquals("start 0, alive true, dead false", child.line());
        }
    }

    @Test
    void aProcessWhoseStartIsUnknownIsAliveWhileThereIsOneOfItsNumber() throws IOException {
        assertTrue(Machine.isAlive(Machine.pid(), Machine.UNKNOWN_START));
        assertFalse(Machine.isAlive(Integer.MAX_VALUE, Machine.UNKNOWN_START));
    }

    @Test
    void aStoppedProcessIsAliveAndSeenToBeStopped() throws Exception {
        try (ChildJvm child = ChildJvm.start(SharedMemoryPeer.class, List.of("-XX:TieredStopAtLevel=1"), "create", "4096")) {
            String ignored = child.line();
            assertFalse(Machine.isStopped(child.pid()));
            assertEquals(0, new ProcessBuilder("kill", "-s", "STOP", Long.toString(child.pid())).start().waitFor());
            assertTrue(isStoppedSoon(child.pid()));
            assertTrue(Machine.startTicks(child.pid()) > 0);
        }
        assertFalse(Machine.isStopped(Integer.MAX_VALUE));
    }

    /** The signal is on its way when {@code kill} returns. */
    private static boolean isStoppedSoon(long pid) {
        long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (!Machine.isStopped(pid) && System.nanoTime() < deadlineNs) {
            Thread.yield();
        }
        return Machine.isStopped(pid);
    }

    @Test
    void coresAreCountedFromTheAffinityList() {
        assertEquals(1, Cores.allowed("Name:\tjava\nCpus_allowed_list:\t5\n"));
        assertEquals(4, Cores.allowed("Cpus_allowed:\tf\nCpus_allowed_list:\t0-3\nMems_allowed:\t1\n"));
        assertEquals(7, Cores.allowed("Cpus_allowed_list:\t0-3,8,10-11\n"));
        assertEquals(0, Cores.allowed(""));
    }

    @Test
    void coresAreNamedAsTheKernelNamesThem() {
        assertArrayEquals(new int[] {0, 1, 2, 3, 8, 10, 11}, Cores.ids("Name:\tjava\nCpus_allowed_list:\t0-3,8,10-11\nMems_allowed_list:\t0,1\n"));
        assertArrayEquals(new int[] {5}, Cores.ids("Cpus_allowed_list:\t5\n"));
        assertArrayEquals(new int[0], Cores.ids(""));
    }

    @Test
    void aTimeQuotaIsRoundedUpToCores() {
        assertEquals(1, Cores.quota(20_000, 100_000));
        assertEquals(3, Cores.quota(250_000, 100_000));
        assertEquals(Integer.MAX_VALUE, Cores.quota(-1, 100_000));
    }

    @Test
    void theMachineHasCores() {
        assertTrue(Machine.usableCores() >= 1 && Machine.usableCores() <= 1 << 16);
    }

    @Test
    void aThreadKnowsItsTimeOnACoreAndInTheQueueForOneWhereTheKernelSaysIt() {
        assertEquals(new ThreadTime(70, 75), ThreadTime.of("70 5 3\n"));
        assertFalse(ThreadTime.of("").isKnown());
        ThreadTime before = ThreadTime.now();
        long untilNs = System.nanoTime() + 30_000_000_000L;
        while (before.isKnown() && ThreadTime.now().onCoreNs() <= before.onCoreNs()) {
            assertTrue(System.nanoTime() - untilNs < 0, "half a minute at work, and no time on a core");
        }
    }
}
