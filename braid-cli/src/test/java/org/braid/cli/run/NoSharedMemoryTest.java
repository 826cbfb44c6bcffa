package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A machine that lacks shared memory, or the native access to it, runs jobs in other ways. Real processes. */
@Timeout(120)
class NoSharedMemoryTest {
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

    private static long saidThatMemoryIsNotShared(TestJob.Result result) {
        return result.err().lines().filter(line -> line.startsWith("braid: shm is not used") && line.contains("/dev/shm")).count();
    }

    @Test
    void withoutSharedMemorySpawnedProcessesAreTalkedTo() throws Exception {
        if (mayMount()) {
            for (String mount : List.of(NO_ROOM, READ_ONLY)) {
                TestJob.Result result = withSharedMemory(mount, "-n", "1", Spawner.class.getName(), "grandchildren");
                assertEquals(0, result.code(), result.err());
                assertEquals(4, TestJob.count(result.out(), "met 0 of 2\n"), result.out());
            }
        }
    }

    @Test
    void withoutSharedMemoryAJobRunsOverUnixAndSaysSoOnce() throws Exception {
        if (mayMount()) {
            for (String mount : List.of(NO_ROOM, READ_ONLY)) {
                TestJob.Result result = withSharedMemory(mount, "-n", "2", "--report", "links", PROGRAM, "100000", "20");
                assertEquals(0, result.code(), result.err());
                assertEquals("done\ndone\n", result.out());
                assertEquals(1, saidThatMemoryIsNotShared(result), result.err());
                assertTrue(result.err().contains(": unix ("), result.err());
                assertFalse(result.err().contains(": tcp ("), result.err());
            }
        }
    }

    @Test
    void sharedMemoryThatIsEnoughForSomePairsServesThoseAndUnixTheOthers() throws Exception {
        if (mayMount()) {
            TestJob.Result result = withSharedMemory(ROOM_FOR_FEW_RINGS, "-n", "4", Everybody.class.getName());
            assertEquals(0, result.code(), result.err());
            assertEquals("done\ndone\ndone\ndone\n", result.out());
            assertTrue(saidThatMemoryIsNotShared(result) >= 1, result.err());
        }
    }

    @Test
    void scarceSharedMemoryIsSharedByAllPairs() throws Exception {
        if (mayMount()) {
            TestJob.Result result = withSharedMemory(ROOM_FOR_SMALL_RINGS, "-n", "4", "--report", "links", Everybody.class.getName());
            assertEquals(0, result.code(), result.err());
            assertEquals(12, result.err().lines().filter(line -> line.startsWith("braid: link ") && line.contains("shm")).count(), result.err());
            assertEquals(0, saidThatMemoryIsNotShared(result), result.err());
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
}
