package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Ranks that wait for each other are told so, all of them; ranks that wait for somebody slow are not. Real processes. */
@Timeout(120)
class DeadlockTest {
    @TempDir Path directory = Path.of("");

    @Test
    @Execution(CONCURRENT)
    void collectivesOfTwoCommunicatorsInDifferentOrdersAreNamedAtBothRanks() throws Exception {
        List<String> outs = outOfAll(List.of(start(2, "shm", "barriers", "root"), start(2, "shm", "large", "world")));
        assertAllAreTold(2, outs.get(0), "barriers", "root");
        assertAllAreTold(2, outs.get(1), "large", "world");
        String out = String.join("", outs);
        String crossed = " s for rank 1 in barrier on communicator \"one\" of ranks 0, 1 at Stuck.java:";
        assertEquals(2, out.lines().filter(line -> line.startsWith("barriers: ") && line.contains(crossed)).count(), out);
        assertTrue(out.contains(" in bcast on communicator \"one\""), out);
        assertTrue(out.contains(" in barrier on MPI.COMM_WORLD"), out);
    }

    @Test
    @Execution(CONCURRENT)
    void collectivesOfThreeCommunicatorsInACircleAreNamedAtAllRanks() throws Exception {
        String out = outOfAll(List.of(start(3, "tcp", "circle"))).getFirst();
        assertAllAreTold(3, out, "circle");
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(3, TestJob.count(out, "rank " + rank + " has waited more than "), out);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void receivesAndSendsInACircleAreNamed() throws Exception {
        List<String> outs = outOfAll(List.of(start(2, "shm", "mixed", "any"), start(2, "shm", "synchronous", "probes"), start(3, "shm", "receives", "long", "waitAny")));
        assertAllAreTold(2, outs.get(0), "mixed", "any");
        assertAllAreTold(2, outs.get(1), "synchronous", "probes");
        assertAllAreTold(3, outs.get(2), "receives", "long", "waitAny");
    }

    @Test
    @Execution(CONCURRENT)
    void receivesInACircleOfRanksThatHaveNeverMetAreNamed() throws Exception {
        for (String out : outOfAll(List.of(startProgram(3, "shm", Unmet.class), startProgram(3, "tcp", Unmet.class)))) {
            assertEquals(3, TestJob.count(out, " is told: Ranks wait for each other"), out);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoSendsToItselfAndHasPostedNoReceiveIsTold() throws Exception {
        String[] mistakes = {"sSend to itself", "send to itself", "isSend to itself", "recv from itself"};
        String out = outOfAll(List.of(start(2, "shm", mistakes))).getFirst();
        for (String mistake : mistakes) {
            for (int rank = 0; rank < 2; rank++) {
                String told = mistake + ": rank " + rank + " is told: A rank waits for itself";
                assertTrue(out.lines().anyMatch(line -> line.startsWith(told) && line.endsWith("[BRD-1519]")), told + "\n" + out);
            }
        }
        assertTrue(out.contains(" s for rank 0 in sSend on MPI.COMM_WORLD at Stuck.java:"), out);
        assertFalse(out.contains("was left"), out);
    }

    @Test
    @Execution(CONCURRENT)
    void whoWaitsForAnybodyIsToldWhereSomeHaveLeftAndTheOthersWaitForIt() throws Exception {
        for (String out : outOfAll(List.of(startProgram(4, "shm", Remaining.class), startProgram(4, "tcp", Remaining.class)))) {
            assertEquals(2, TestJob.count(out, " is told: Ranks wait for each other"), out);
        }
    }

    private TestJob start(int ranks, String method, String... mistakes) throws IOException {
        return startProgram(ranks, method, Stuck.class, mistakes);
    }

    private TestJob startProgram(int ranks, String method, Class<?> program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks), "--method", method, program.getName()));
        words.addAll(List.of(arguments));
        return TestJob.start(Files.createTempDirectory(directory, "job"), words.toArray(String[]::new));
    }

    /** These jobs mostly wait, so they do it at the same time. */
    private static List<String> outOfAll(List<TestJob> jobs) throws Exception {
        return resultsOfAll(3, jobs).stream().map(TestJob.Result::out).toList();
    }

    private static List<TestJob.Result> resultsOfAll(int code, List<TestJob> jobs) throws Exception {
        List<TestJob.Result> results = new ArrayList<>();
        try {
            for (TestJob job : jobs) {
                TestJob.Result result = job.end();
                TestJob.assertCode(code, result);
                results.add(result);
            }
        } finally {
            jobs.forEach(TestJob::close);
        }
        return results;
    }

    private static void assertAllAreTold(int ranks, String out, String... mistakes) {
        for (String mistake : mistakes) {
            for (int rank = 0; rank < ranks; rank++) {
                String told = mistake + ": rank " + rank + " is told: Ranks wait for each other, and none can go on";
                assertTrue(out.lines().anyMatch(line -> line.startsWith(told) && line.endsWith("[BRD-1519]")), told + "\n" + out);
            }
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoeverWaitsForASlowRankIsLeftAlone() throws Exception {
        for (TestJob.Result result : resultsOfAll(0, List.of(startProgram(3, "auto", Slow.class, "collectives", "started", "all started"), startProgram(3, "auto", Slow.class, "thread", "handler", "lock")))) {
            assertEquals(3, TestJob.count(result.out(), "is through"), result.out());
            assertFalse(result.err().contains("BRD-"), result.err());
        }
    }
}
