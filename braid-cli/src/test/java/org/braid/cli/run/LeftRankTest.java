package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.ThreadTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Whoever needs a rank that has left MPI is told so. Real processes. */
@Timeout(120)
class LeftRankTest {
    private static final String LEAVER = Leaver.class.getName();

    @TempDir Path directory = Path.of("");

    /** One job: the calls that it makes one after the other, and how its last rank leaves. */
    private record Leaving(List<String> calls, List<String> words) {
        Leaving(String calls, String... words) {
            this(List.of(calls.split(" ")), List.of(words));
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoNeedsARankThatHasFinalizedInWhateverCallIsToldSo() throws Exception {
        assertToldOfLeavers(
                new Leaving("recv any probe", "--method", "shm", LEAVER, "met", "stays"),
                new Leaving("sSend send", "--method", "shm", LEAVER, "met", "stays"),
                new Leaving("bSend wait", "--method", "shm", LEAVER, "met", "stays"),
                new Leaving("recv sSend send", "--method", "tcp", LEAVER, "met", "stays"),
                new Leaving("sSend send", LEAVER, "alone", "stays"));
    }

    /** They keep a core busy, so they are no more at a time than a small machine has cores. */
    @Test
    @Execution(CONCURRENT)
    void whoDoesNothingButLookForARankThatHasFinalizedIsToldSo() throws Exception {
        assertToldOfLeavers(
                new Leaving("test testAny testAll", "--method", "shm", LEAVER, "met", "stays"),
                new Leaving("testSend iProbe", "--method", "shm", LEAVER, "met", "stays"));
        if (ThreadTime.now().isKnown()) {
            assertToldOfLeavers(
                    new Leaving("test", "--method", "tcp", LEAVER, "met", "stays"),
                    new Leaving("iProbeAny imProbe", "--method", "tcp", LEAVER, "met", "stays"));
        } else {
            System.out.println("NOT TESTED: loops that nap or give their core away between two looks (this kernel does not say how long a thread has run)");
        }
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", LEAVER, "met", "stays", "testBarrier");
        assertTrue(result.out().contains("testBarrier: collective call 0") && result.out().contains("rank 1 calls MPI.Finalize"), result.out() + result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void whoLooksForARankThatHasFinalizedAndHasOtherThingsToDoIsLeftAlone() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Looker.class.getName());
        assertEquals(0, result.code(), result.out() + result.err());
        assertEquals(List.of("computed", "looked", "cancelled true"), result.out().lines().toList());
    }

    @Test
    @Execution(CONCURRENT)
    void whoNeedsARankThatHasFinalizedWithoutMeetingAnybodyIsToldSoWhetherItsProcessLivesOn() throws Exception {
        assertToldOfLeavers(new Leaving("recv any", LEAVER, "alone", "stays"), new Leaving("recv any", LEAVER, "alone", "ends"));
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", LEAVER, "alone", "stays", "barrier");
        assertEquals(3, result.code(), result.err());
        assertTrue(result.out().contains("barrier: collective call 0") && result.out().contains("rank 1 calls MPI.Finalize"), result.out());
    }

    @Test
    @Execution(CONCURRENT)
    void whoSendsToARankWhoseProcessHasEndedInGoodOrderWithoutMeetingAnybodyIsToldSo() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", LEAVER, "alone", "ends", "sendLate", "sendLate");
        assertEquals(3, result.code(), result.err());
        assertEquals(2, TestJob.count(result.out(), "sendLate: Rank 1 has ended: it had done its part, and nothing reaches it any more"), result.out());
        assertEquals(2, TestJob.count(result.out(), "[BRD-1217]"), result.out());
    }

    /** These jobs mostly wait, so they do it at the same time. */
    private void assertToldOfLeavers(Leaving... all) throws Exception {
        List<TestJob> jobs = new ArrayList<>();
        try {
            for (Leaving each : all) {
                List<String> words = new ArrayList<>(List.of("-n", "2"));
                words.addAll(each.words());
                words.addAll(each.calls());
                jobs.add(TestJob.start(Files.createTempDirectory(directory, "job"), words.toArray(String[]::new)));
            }
            for (int i = 0; i < all.length; i++) {
                assertTold(all[i], jobs.get(i).end());
            }
        } finally {
            jobs.forEach(TestJob::close);
        }
    }

    private static void assertTold(Leaving job, TestJob.Result result) {
        assertEquals(3, result.code(), result.out() + result.err());
        for (String call : job.calls()) {
            String who = call.equals("any") || call.equals("iProbeAny") ? "All other ranks have left MPI: " : "Rank 1 has left MPI: ";
            boolean told = result.out().lines().anyMatch(line -> line.startsWith(call + ": ") && line.contains(who) && line.contains("[BRD-1518]"));
            assertTrue(told, () -> call + " of " + job + ": " + result.out());
        }
    }
}
