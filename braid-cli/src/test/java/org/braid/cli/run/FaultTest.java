package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.braid.boot.Mute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Machines that lack something, and ranks that are stopped or killed in the middle of MPI. Real processes. */
@Timeout(120)
class FaultTest {
    private static final String PROGRAM = MpiActor.class.getName();
    private static final String NO_ROOM = "mount -t tmpfs -o size=8k none /dev/shm && exec \"$@\"";
    private static final String ROOM_FOR_FEW_RINGS = "mount -t tmpfs -o size=1m none /dev/shm && exec \"$@\"";
    private static final String ROOM_FOR_SMALL_RINGS = "mount -t tmpfs -o size=6m none /dev/shm && exec \"$@\"";
    private static final String READ_ONLY = "mount -t tmpfs -o ro,size=1m none /dev/shm && exec \"$@\"";

    @TempDir Path directory = Path.of("");

    /** A job whose {@code /dev/shm} is its own and of this kind. */
    private TestJob.Result withSharedMemory(String mount, String... words) throws Exception {
        try (TestJob job = TestJob.startUnder(List.of("unshare", "-m", "sh", "-c", mount, "sh"), directory, words)) {
            return job.end();
        }
    }

    private static boolean mayMount() throws InterruptedException {
        boolean may = runs(List.of("unshare", "-m", "sh", "-c", READ_ONLY, "sh", "true"));
        if (!may) {
            System.out.println("NOT TESTED: a missing /dev/shm (this user may not mount in a namespace of its own)");
        }
        return may;
    }

    private static boolean runs(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private static long saidThatTcpIsUsed(TestJob.Result result) {
        return result.err().lines().filter(line -> line.startsWith("braid: shm is not used") && line.contains("/dev/shm")).count();
    }

    @Test
    void withoutSharedMemoryAJobRunsOverTcpAndSaysSoOnce() throws Exception {
        if (mayMount()) {
            for (String mount : List.of(NO_ROOM, READ_ONLY)) {
                TestJob.Result result = withSharedMemory(mount, "-n", "2", "--report", "links", PROGRAM, "100000", "20");
                assertEquals(0, result.code(), result.err());
                assertEquals("done\ndone\n", result.out());
                assertEquals(1, saidThatTcpIsUsed(result), result.err());
                assertTrue(result.err().contains("tcp"), result.err());
            }
        }
    }

    @Test
    void sharedMemoryThatIsEnoughForSomePairsServesThoseAndTcpTheOthers() throws Exception {
        if (mayMount()) {
            TestJob.Result result = withSharedMemory(ROOM_FOR_FEW_RINGS, "-n", "4", Everybody.class.getName());
            assertEquals(0, result.code(), result.err());
            assertEquals("done\ndone\ndone\ndone\n", result.out());
        }
    }

    @Test
    void scarceSharedMemoryIsSharedByAllPairs() throws Exception {
        if (mayMount()) {
            TestJob.Result result = withSharedMemory(ROOM_FOR_SMALL_RINGS, "-n", "4", "--report", "links", Everybody.class.getName());
            assertEquals(0, result.code(), result.err());
            assertEquals(12, result.err().lines().filter(line -> line.startsWith("braid: link ") && line.contains("shm")).count(), result.err());
            assertEquals(0, saidThatTcpIsUsed(result), result.err());
        }
    }

    @Test
    void sharedMemoryThatIsDemandedAndMissingIsAnErrorThatSaysWhy() throws Exception {
        if (mayMount()) {
            TestJob.Result result = withSharedMemory(NO_ROOM, "-n", "2", "--method", "shm", PROGRAM, "10", "1");
            assertEquals(1, result.code(), result.err());
            assertTrue(result.err().contains("No method reaches") && result.err().contains("No space left on device"), result.err());
        }
    }

    @Test
    void withoutNativeAccessAJobRunsAllTheSameAndSaysNothing() throws Exception {
        for (String method : List.of("auto", "tcp")) {
            TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--method", method, "--jvm-args", "--illegal-native-access=deny", PROGRAM, "3000000", "50");
            assertEquals(0, result.code(), result.err());
            assertEquals("done\ndone\n", result.out());
            assertEquals("", result.err());
        }
    }

    @Test
    void aHeapThatIsTooSmallForTheMessageIsNamed() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--jvm-args", "-Xmx16m", PROGRAM, "30000000", "1");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("threw java.lang.OutOfMemoryError: Java heap space at " + PROGRAM), result.err());
    }

    @Test
    void aSmallHeapCarriesManyLargeMessages() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--jvm-args", "-Xmx16m -XX:MaxDirectMemorySize=1m", PROGRAM, "4000000", "50");
        assertEquals(0, result.code(), result.err());
    }

    @Test
    void tooLittleMemoryOutsideTheHeapIsNamedWithTheOptionThatBoundsIt() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            for (String limit : List.of("1k", "300k")) {
                TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--method", method, "--jvm-args", "-XX:MaxDirectMemorySize=" + limit, PROGRAM, "3000000", "20");
                boolean named = result.code() == 1 && result.err().contains("-XX:MaxDirectMemorySize sets that limit");
                assertTrue(result.code() == 0 || named, () -> limit + " over " + method + ": " + result.code() + " " + result.err());
            }
        }
    }

    /** Which of the two a limit brings about depends on the machine: a JVM that does not even start says so itself. */
    @Test
    void aLimitOfTheProcesssMemoryEndsTheJobSoonAndIsNamedIfItIsTooLow() throws Exception {
        for (String kibibytes : List.of("1000000", "3300000", "8000000")) {
            List<String> limited = List.of("sh", "-c", "cd \"$BRAID_TEST\" && ulimit -v " + kibibytes + " && exec \"$@\"", "sh");
            try (TestJob job = TestJob.startUnder(limited, directory, "-n", "2", PROGRAM, "3000000", "20")) {
                TestJob.Result result = job.end();
                boolean named = result.out().contains("initialization of VM") || result.out().contains("insufficient memory") || result.err().contains("insufficient memory")
                        || result.err().contains("OutOfMemoryError") || result.err().contains("Could not") || result.err().contains("(ulimit -v)");
                assertTrue(result.code() == 0 || named, () -> kibibytes + ": " + result);
            }
        }
    }

    @Test
    void aStoppedRankIsWaitedForAndGoesOnWhenItIsResumed() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> pids = job.awaitReady(2);
            String before = job.nextLine();
            TestJob.signal("STOP", pids.get(1));
            assertFalse(TestJob.ends(pids.get(0), 1_500), "the other rank gave up");
            assertTrue(job.launcher().isAlive());
            TestJob.signal("CONT", pids.get(1));
            while (job.nextLine().equals(before)) {
                // What had been printed before the stop.
            }
            assertTrue(job.nextLine().startsWith("alive "));
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(143, result.code());
            assertFalse(result.err().contains("stopped"), "a stop of less than three seconds is nobody's business");
        }
    }

    @Test
    void aRankThatStaysStoppedIsNamedOnceAndOnceMoreWhenItRunsAgain() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> pids = job.awaitReady(2);
            long victim = pids.get(1);
            TestJob.signal("STOP", victim);
            job.awaitErrors("(pid " + victim + ") has been stopped for 3.");
            TestJob.signal("CONT", victim);
            job.awaitErrors("(pid " + victim + ") runs again");
            TestJob.signal("STOP", victim);
            job.awaitErrors(2, "(pid " + victim + ") has been stopped for 3.");
            TestJob.signal("INT", job.launcher().pid());
            TestJob.signal("INT", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(130, result.code(), result.err());
            assertEquals(1, TestJob.count(result.err(), "runs again"), result.err());
            assertEquals(2, TestJob.count(result.err(), "kill -CONT " + victim), result.err());
            assertEquals(1, TestJob.count(result.err(), "  suspect      rank "), result.err());
            assertTrue(TestJob.ends(victim, 5_000), "a stopped rank is ended with its job");
        }
    }

    @Test
    void aRankThatIsWaitedForAndDoesNotReactIsNamedThoughTheKernelCallsItRunning() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", Mute.class.getName());
        assertEquals(0, result.code(), result.err());
        assertEquals(1, TestJob.count(result.err(), ") has not reacted for "), result.err());
        assertEquals(1, TestJob.count(result.err(), "runs again"), result.err());
        assertTrue(result.err().contains("rank 1 (pid"), result.err());
    }

    @Test
    void aRankKilledInTheMiddleOfALargeMessageEndsTheJobWithinASecondWhateverTheTransport() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            for (int i = 0; i < 2; i++) {
                int victim = i;
                Promise.assertKept("process " + victim + " dead in a large message over " + method, () -> endInLargeMessage(method, victim));
            }
        }
    }

    private long endInLargeMessage(String method, int victim) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--method", method, PROGRAM, Integer.toString(64 << 20))) {
            List<Long> pids = job.awaitReady(2);
            assertTrue(job.nextLine().startsWith("alive "), "large messages flow");
            long killedNs = System.nanoTime();
            ProcessHandle.of(pids.get(victim)).orElseThrow().destroyForcibly();
            TestJob.Result result = job.end();
            long tookNs = System.nanoTime() - killedNs;
            assertEquals(137, result.code(), result.err());
            assertTrue(result.err().contains("(pid " + pids.get(victim) + ") was killed by signal 9"), result.err());
            assertFalse(result.err().contains("Exception"), "that a rank has died is said once, by the launcher: " + result.err());
            assertTrue(TestJob.ends(pids.get(1 - victim), 5_000));
            assertEquals(List.of(), job.leftFiles());
            return tookNs;
        }
    }

    /** The job is over soon after, so only who keeps its process for a moment can tell. */
    @Test
    void whoNeedsADeadRankInWhateverCallIsToldThatItDiedAndHow() throws Exception {
        for (String call : List.of("recv", "any", "probe", "send", "wait", "barrier", "started", "dup")) {
            for (String method : List.of("shm", "tcp")) {
                assertToldOfDeath(2, call + " over " + method, () -> outputOfSurvivors(call, method));
            }
        }
    }

    private String outputOfSurvivors(String call, String method) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", "--method", method, Survivor.class.getName(), call)) {
            TestJob.signal("KILL", job.awaitReady(1).getFirst());
            TestJob.Result result = job.end();
            assertEquals(137, result.code(), result.err());
            return result.out();
        }
    }

    /** Its memory and its sockets are gone before the launcher knows, and that no method leads to it is not what its peers should be told. */
    @Test
    void whoTurnsForTheFirstTimeToARankThatHasJustDiedIsToldOfItsDeath() throws Exception {
        for (String method : List.of("auto", "shm", "tcp")) {
            for (String before : List.of("lookedUp", "unknown")) {
                assertToldOfDeath(1, method + ", " + before, () -> {
                    TestJob.Result result = TestJob.run(directory, "", "-n", "3", "--method", method, Stranger.class.getName(), before);
                    assertEquals(137, result.code(), result.err());
                    return result.out();
                });
            }
        }
    }

    /** Half a second later the launcher kills the survivors too. A busy machine may let that pass before all have said what they were told, so the best of three is asked. */
    private static void assertToldOfDeath(int survivors, String what, Callable<String> run) throws Exception {
        List<String> told = List.of();
        for (int tries = 0; tries < 3 && told.size() < survivors; tries++) {
            told = run.call().lines().filter(line -> line.startsWith("told: ")).toList();
        }
        assertEquals(survivors, told.size(), what);
        for (String message : told) {
            assertTrue(message.startsWith("told: Rank 2 has died: it was killed by signal 9 (SIGKILL)") && message.contains("[BRD-1514]"), () -> what + ": " + message);
        }
    }

    @Test
    void whoNeedsARankThatHasFinalizedInWhateverCallIsToldSo() throws Exception {
        assertToldOfLeaver(List.of("recv", "any", "probe", "sSend", "send", "wait"), "--method", "shm", Leaver.class.getName(), "met", "stays");
        assertToldOfLeaver(List.of("recv", "sSend", "send"), "--method", "tcp", Leaver.class.getName(), "met", "stays");
        assertToldOfLeaver(List.of("sSend", "send"), Leaver.class.getName(), "alone", "stays");
    }

    @Test
    void whoNeedsARankThatHasFinalizedWithoutMeetingAnybodyIsToldSoWhetherItsProcessLivesOn() throws Exception {
        for (String fate : List.of("stays", "ends")) {
            assertToldOfLeaver(List.of("recv", "any"), Leaver.class.getName(), "alone", fate);
        }
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", Leaver.class.getName(), "alone", "stays", "barrier");
        assertEquals(3, result.code(), result.err());
        assertTrue(result.out().contains("barrier: collective call 0") && result.out().contains("rank 1 calls MPI.Finalize"), result.out());
    }

    private void assertToldOfLeaver(List<String> calls, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", "2"));
        all.addAll(List.of(words));
        all.addAll(calls);
        TestJob.Result result = TestJob.run(directory, "", all.toArray(String[]::new));
        assertEquals(3, result.code(), result.out() + result.err());
        for (String call : calls) {
            String who = call.equals("any") ? "All other ranks have left MPI: " : "Rank 1 has left MPI: ";
            assertTrue(result.out().contains(call + ": " + who) && result.out().contains("[BRD-1518]"), () -> call + " " + all + ": " + result.out());
        }
    }

    @Test
    void launcherAndRankKilledTogetherLeaveNothing() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", Actor.class.getName(), "hang")) {
            List<Long> pids = job.awaitReady(3);
            TestJob.signal("KILL", pids.get(0));
            TestJob.signal("KILL", job.launcher().pid());
            TestJob.signal("KILL", pids.get(2));
            for (long pid : pids) {
                assertTrue(TestJob.ends(pid, 5_000), "process " + pid + " is left");
            }
            assertEquals(List.of(), job.leftFiles());
        }
    }
}
