package org.braid.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** That two of them are two hosts, and that nothing of them stays. */
class TestHostsTest {
    @Test
    void theyShareNeitherMemoryNorFilesNorProcessesNorNames() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(2)) {
            hosts.said(1, "sh", "-c", "echo a > /dev/shm/mark; echo a > /tmp/mark");
            assertEquals("mark", hosts.said(1, "ls", "/dev/shm").strip());
            assertEquals("", hosts.said(2, "ls", "/dev/shm").strip());
            assertFalse(hosts.said(2, "ls", "/tmp").contains("mark"));
            assertFalse(new File("/dev/shm/mark").exists());
            assertNotEquals(hosts.said(1, "readlink", "/proc/1/ns/pid"), hosts.said(2, "readlink", "/proc/1/ns/pid"));
            assertFalse(hosts.said(2, "sh", "-c", "ls -d /proc/[0-9]* | wc -l").strip().length() > 1, "it sees a handful of processes");
            assertEquals("host1", hosts.said(1, "hostname").strip());
            assertEquals("host2", hosts.said(2, "hostname").strip());
        }
    }

    @Test
    void theyReachEachOtherUnlessTheyAreCut() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(2)) {
            assertTrue(connects(hosts));
            hosts.cut(1, 2);
            assertFalse(connects(hosts));
            hosts.heal(1, 2);
            assertTrue(connects(hosts));
            hosts.rate(1, "10mbit");
            assertTrue(connects(hosts));
            hosts.rate(1, "none");
        }
    }

    /** A port that nobody listens at refuses at once; behind a cut nothing comes at all. */
    private static boolean connects(TestHosts hosts) throws IOException, InterruptedException {
        return hosts.said(1, "timeout", "1", "bash", "-c", "exec 3<> /dev/tcp/" + hosts.host(2).address() + "/9").contains("refused");
    }

    @Test
    void aHostThatIsKilledIsGoneWithAllItsProcesses() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(2)) {
            Process sleeping = hosts.on(2, List.of("sleep", "1000")).start();
            hosts.kill(2);
            assertTrue(sleeping.waitFor(20, TimeUnit.SECONDS));
            assertEquals("host1", hosts.said(1, "hostname").strip());
        }
    }

    @Test
    void nothingStaysWhenTheyAreClosed() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        TestHosts hosts = TestHosts.up(2);
        List<Long> pids = List.of(hosts.host(1).pid(), hosts.host(2).pid());
        hosts.close();
        for (long pid : pids) {
            assertTrue(ProcessHandle.of(pid).isEmpty(), () -> "process " + pid);
        }
    }
}
