package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.braid.launch.signal.ParentEnd;
import org.braid.launch.signal.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Whatever is killed, nothing stays: no process, no file. And the secret is nowhere to be seen. */
@Isolated("it looks for what there is of all jobs")
@Timeout(120)
class KillTest {
    private static final String ACTOR = Actor.class.getName();

    /** Generous, for a machine that is busy with other things; the grace periods themselves are checked in SupervisionTest. */
    private static final long SOON_MS = 5_000;

    @TempDir Path directory = Path.of("");

    private static void assertNothingLeft(TestJob job, List<Long> pids) throws Exception {
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, SOON_MS), "process " + pid + " is left");
        }
        assertEquals(List.of(), job.leftBy(pids));
        assertEquals(List.of(), job.leftFiles());
    }

    @Test
    void aKilledRankEndsTheJobWith137AndIsNamed() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", ACTOR, "hang")) {
            List<Long> pids = job.awaitReady(3);
            TestJob.signal("KILL", pids.get(2));
            TestJob.Result result = job.end();
            assertEquals(137, result.code());
            assertTrue(result.err().contains("(pid " + pids.get(2) + ") was killed by signal 9 (SIGKILL)"), result.err());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void aKilledLauncherLeavesNothing() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", ACTOR, "hang")) {
            List<Long> pids = job.awaitReady(3);
            TestJob.signal("KILL", job.launcher().pid());
            assertNothingLeft(job, pids);
        }
    }

    /** As {@code starter.jar}, which an IDE kills. */
    @Test
    void whereALauncherIsToEndWithItsParentAKilledParentLeavesNothing() throws Exception {
        List<String> parent = List.of("env", ParentEnd.VARIABLE + "=1", "sh", "-c", "\"$@\"; true", "sh");
        try (TestJob job = TestJob.startUnder(parent, directory, "-n", "2", ACTOR, "hang")) {
            List<Long> pids = job.awaitReady(2);
            List<Long> launchers = job.launcher().toHandle().children().map(ProcessHandle::pid).toList();
            assertEquals(1, launchers.size());
            TestJob.signal("KILL", job.launcher().pid());
            assertTrue(TestJob.ends(launchers.getFirst(), 2 * SOON_MS), "the launcher is left");
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void aKilledLauncherLeavesNoSocketsOfItsRanks() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--method", "unix", MpiActor.class.getName(), "8")) {
            List<Long> pids = job.awaitReady(2);
            job.nextLine(); // they have exchanged a message
            assertFalse(TestJob.socketDirectories(directory).isEmpty());
            TestJob.signal("KILL", job.launcher().pid());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void theSocketsOfAJobThatWasKilledWholeGoWithTheNextOneThatRunsForASecond() throws Exception {
        TestJob.killWhole(directory);
        try (TestJob job = TestJob.start(directory, "-n", "1", ACTOR, "hang")) {
            job.awaitReady(1);
            for (long naps = TestJob.BOUND_S * 50; !TestJob.socketDirectories(directory).isEmpty(); naps--) {
                assertTrue(naps > 0, "never removed");
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    @Test
    void aKilledLauncherLeavesNoChildrenOfRanksEither() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "parent")) {
            List<Long> children = job.awaitReady(2);
            TestJob.signal("KILL", job.launcher().pid());
            assertNothingLeft(job, children);
        }
    }

    @Test
    void aKilledRanksChildrenGoWithIt() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "parent")) {
            List<Long> children = job.awaitReady(2);
            long rank = ProcessHandle.of(children.getFirst()).flatMap(ProcessHandle::parent).orElseThrow().pid();
            TestJob.signal("KILL", rank);
            assertEquals(137, job.end().code());
            assertNothingLeft(job, children);
        }
    }

    @Test
    void aLauncherKilledWhileARankIgnoresItsEndLeavesNothing() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "stubborn")) {
            List<Long> pids = job.awaitReady(2);
            TestJob.signal("TERM", pids.getFirst());
            TestJob.signal("KILL", job.launcher().pid());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void aStoppedRankDoesNotKeepTheJobWhenAnotherDies() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "hang")) {
            List<Long> pids = job.awaitReady(2);
            TestJob.signal("STOP", pids.get(0));
            TestJob.signal("KILL", pids.get(1));
            assertEquals(137, job.end().code());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void signalsAreForwardedAndAnsweredWith128PlusTheirNumber() throws Exception {
        for (int number : new int[] {1, 2, 15}) {
            if (TestJob.isIgnored(number)) {
                continue;
            }
            try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "hang")) {
                List<Long> pids = job.awaitReady(2);
                TestJob.signal(Signals.name(number), job.launcher().pid());
                assertEquals(128 + number, job.end().code(), Signals.name(number));
                assertNothingLeft(job, pids);
            }
        }
    }

    @Test
    void theUsersOwnSignalIsPassedOnAndDoesNotEndTheLauncher() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "hang")) {
            List<Long> pids = job.awaitReady(2);
            TestJob.signal("USR1", job.launcher().pid());
            TestJob.Result result = job.end(); // a JVM without a handler dies of it, so the ranks must have had it
            assertEquals(138, result.code());
            assertTrue(result.err().contains("was killed by signal 10 (SIGUSR1)"), result.err());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void aSecondSignalKillsWhoDoesNotListen() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "stubborn")) {
            List<Long> pids = job.awaitReady(2);
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.signal("TERM", job.launcher().pid());
            assertEquals(143, job.end().code());
            assertNothingLeft(job, pids);
        }
    }

    @Test
    void theSecretIsInNoArgumentNoEnvironmentAndNoOutput() throws Exception {
        Path told = directory.resolve("secret");
        try (TestJob job = TestJob.start(directory, "-n", "2", "-v", ACTOR, "hang", told.toString())) {
            List<Long> pids = job.awaitReady(2);
            byte[] secret = HexFormat.of().parseHex(Files.readString(told));
            assertEquals(32, secret.length);
            StringBuilder seen = new StringBuilder();
            for (long pid : List.of(pids.get(0), pids.get(1), job.launcher().pid())) {
                for (String file : List.of("cmdline", "environ")) {
                    seen.append(Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1));
                }
            }
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            seen.append(result.out()).append(result.err());
            String all = seen.toString();
            assertFalse(all.contains(new String(secret, 0, 8, StandardCharsets.ISO_8859_1)));
            assertFalse(all.toLowerCase(Locale.ROOT).contains(HexFormat.of().formatHex(secret, 0, 8)));
            assertFalse(all.contains(Base64.getEncoder().encodeToString(secret).substring(0, 10)));
        }
    }
}
