package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that wait for each other are told so, all of them; ranks that wait for somebody slow are not. Real processes. */
@Timeout(120)
class DeadlockTest {
    @TempDir Path directory = Path.of("");

    @Test
    void collectivesOfTwoCommunicatorsInDifferentOrdersAreNamedAtBothRanks() throws Exception {
        TestJob.Result result = assertAllAreTold(2, "shm", "barriers", "root", "large", "world");
        String crossed = " s for rank 1 in barrier on communicator \"one\" of ranks 0, 1 at Stuck.java:";
        assertEquals(2, result.out().lines().filter(line -> line.startsWith("barriers: ") && line.contains(crossed)).count(), result.out());
        assertTrue(result.out().contains(" in bcast on communicator \"one\""), result.out());
        assertTrue(result.out().contains(" in barrier on MPI.COMM_WORLD"), result.out());
    }

    @Test
    void collectivesOfThreeCommunicatorsInACircleAreNamedAtAllRanks() throws Exception {
        TestJob.Result result = assertAllAreTold(3, "tcp", "circle");
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(3, TestJob.count(result.out(), "rank " + rank + " has waited more than "), result.out());
        }
    }

    @Test
    void receivesAndSendsInACircleAreNamed() throws Exception {
        assertAllAreTold(2, "shm", "receives", "mixed", "any", "synchronous");
        assertAllAreTold(3, "shm", "long", "probes", "waitAny", "self");
    }

    /** Whoever is told first says so in time for the others. */
    private TestJob.Result assertAllAreTold(int ranks, String method, String... mistakes) throws Exception {
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks), "--method", method, Stuck.class.getName()));
        words.addAll(List.of(mistakes));
        TestJob.Result result = TestJob.run(directory, "", words.toArray(String[]::new));
        assertEquals(3, result.code(), result.out() + result.err());
        for (String mistake : mistakes) {
            for (int rank = 0; rank < ranks; rank++) {
                String told = mistake + ": rank " + rank + " is told: " + (mistake.equals("self") ? "A rank waits for itself" : "Ranks wait for each other, and none can go on");
                assertTrue(result.out().lines().anyMatch(line -> line.startsWith(told) && line.endsWith("[BRD-1519]")), told + "\n" + result.out() + result.err());
            }
        }
        return result;
    }

    @Test
    void whoeverWaitsForASlowRankIsLeftAlone() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Slow.class.getName(), "collectives", "chain", "started");
        TestJob.assertCode(0, result);
        assertEquals(3, TestJob.count(result.out(), "is through"), result.out());
        assertFalse(result.err().contains("BRD-"), result.err());
    }
}
