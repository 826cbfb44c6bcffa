package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One object that is longer than the heap, and deaths in the middle of one. Real processes. */
@Timeout(300)
class StreamedObjectsJobTest {
    private static final String PROGRAM = Streamer.class.getName();
    private static final String PAGES_OF_100_MIB = "1600";
    private static final String PAGES_OF_200_MIB = "3200";
    private static final String PAGES_OF_2_GIB = "33000"; // and some more

    @TempDir Path directory = Path.of("");

    @Test
    void neitherEndHoldsMoreOfItThanSomePieces() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            for (String ways : List.of("one", "both")) {
                TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--method", method, "--jvm-args", "-Xmx48m", PROGRAM, ways, PAGES_OF_200_MIB);
                assertEquals(0, result.code(), () -> ways + " over " + method + ": " + result.err());
                assertEquals(List.of("goes on with 0", "goes on with 1"), result.out().lines().sorted().toList(), ways + " over " + method);
            }
        }
    }

    @Test
    void nobodyHoldsMoreOfACollectiveThanSomePieces() throws Exception {
        for (List<String> call : List.of(List.of("shm", "everybody", PAGES_OF_2_GIB), List.of("tcp", "everybody", PAGES_OF_200_MIB), List.of("shm", "collected", PAGES_OF_100_MIB))) {
            TestJob.Result result = TestJob.run(directory, "", "-n", "3", "--method", call.getFirst(), "--jvm-args", "-Xmx48m", PROGRAM, call.get(1), call.getLast());
            assertEquals(0, result.code(), () -> call + ": " + result.err());
            assertEquals(List.of("goes on with 0", "goes on with 1", "goes on with 2"), result.out().lines().sorted().toList(), call.toString());
        }
    }

    @Test
    void aBroadcastInWhoseMiddleAMemberDiesFailsAtTheOthers() throws Exception {
        for (String victim : List.of("oneOfAll", "root")) {
            String told = "";
            for (int tries = 0; tries < 6 && !told.contains("told: "); tries++) {
                told = saidBySurvivors(victim, "shm");
            }
            assertTrue(told.contains("told: Rank 2 has died: it was killed by signal 9 (SIGKILL)") && told.contains("[BRD-1514]"), victim + ": " + told);
        }
    }

    @Test
    void whoWaitsForTheOtherEndIsToldThatItDiedAndTheCommunicatorGoesOn() throws Exception {
        for (String victim : List.of("writer", "reader", "writerOfStarted")) {
            for (String method : List.of("shm", "tcp")) {
                assertTold(victim, method);
            }
        }
    }

    /** Half a second later the launcher kills the survivors too; a busy machine may let that pass before they have said what they were told. */
    private void assertTold(String victim, String method) throws Exception {
        List<String> said = List.of();
        for (int tries = 0; tries < 6 && said.size() < 3; tries++) {
            said = saidBySurvivors(victim, method).lines().filter(line -> !line.startsWith("ready ")).sorted().toList();
        }
        String what = victim + " over " + method + ": " + said;
        assertEquals(3, said.size(), what);
        assertEquals(List.of("goes on with 0", "goes on with 1"), said.subList(0, 2), what);
        String told = said.getLast();
        assertTrue(told.startsWith("told: Rank 2 has died: it was killed by signal 9 (SIGKILL)") && told.contains("[BRD-1514]"), what);
    }

    private String saidBySurvivors(String victim, String method) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", "--method", method, PROGRAM, victim, PAGES_OF_200_MIB)) {
            TestJob.signal("KILL", job.awaitReady(1).getFirst());
            TestJob.Result result = job.end();
            assertEquals(137, result.code(), result.err());
            return result.out();
        }
    }
}
