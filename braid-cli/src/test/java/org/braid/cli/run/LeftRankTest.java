package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.ThreadTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever needs a rank that has left MPI is told so. Real processes. */
@Timeout(120)
class LeftRankTest {
    @TempDir Path directory = Path.of("");

    @Test
    void whoNeedsARankThatHasFinalizedInWhateverCallIsToldSo() throws Exception {
        assertToldOfLeaver(List.of("recv", "any", "probe", "sSend", "send", "bSend", "wait"), "--method", "shm", Leaver.class.getName(), "met", "stays");
        assertToldOfLeaver(List.of("recv", "sSend", "send"), "--method", "tcp", Leaver.class.getName(), "met", "stays");
        assertToldOfLeaver(List.of("sSend", "send"), Leaver.class.getName(), "alone", "stays");
    }

    @Test
    void whoDoesNothingButLookForARankThatHasFinalizedIsToldSo() throws Exception {
        assertToldOfLeaver(List.of("test", "testAny", "testAll", "testSend", "iProbe"), "--method", "shm", Leaver.class.getName(), "met", "stays");
        if (ThreadTime.now().isKnown()) {
            assertToldOfLeaver(List.of("test", "iProbeAny", "imProbe"), "--method", "tcp", Leaver.class.getName(), "met", "stays");
        } else {
            System.out.println("NOT TESTED: loops that nap or give their core away between two looks (this kernel does not say how long a thread has run)");
        }
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", Leaver.class.getName(), "met", "stays", "testBarrier");
        assertTrue(result.out().contains("testBarrier: collective call 0") && result.out().contains("rank 1 calls MPI.Finalize"), result.out() + result.err());
    }

    @Test
    void whoLooksForARankThatHasFinalizedAndHasOtherThingsToDoIsLeftAlone() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Looker.class.getName());
        assertEquals(0, result.code(), result.out() + result.err());
        assertEquals(List.of("computed", "looked", "cancelled true"), result.out().lines().toList());
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

    @Test
    void whoSendsToARankWhoseProcessHasEndedInGoodOrderWithoutMeetingAnybodyIsToldSo() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", Leaver.class.getName(), "alone", "ends", "sendLate", "sendLate");
        assertEquals(3, result.code(), result.err());
        assertEquals(2, TestJob.count(result.out(), "sendLate: Rank 1 has ended: it had done its part, and nothing reaches it any more"), result.out());
        assertEquals(2, TestJob.count(result.out(), "[BRD-1217]"), result.out());
    }

    private void assertToldOfLeaver(List<String> calls, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", "2"));
        all.addAll(List.of(words));
        all.addAll(calls);
        TestJob.Result result = TestJob.run(directory, "", all.toArray(String[]::new));
        assertEquals(3, result.code(), result.out() + result.err());
        for (String call : calls) {
            String who = call.equals("any") || call.equals("iProbeAny") ? "All other ranks have left MPI: " : "Rank 1 has left MPI: ";
            assertTrue(result.out().contains(call + ": " + who) && result.out().contains("[BRD-1518]"), () -> call + " " + all + ": " + result.out());
        }
    }
}
