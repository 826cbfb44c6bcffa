package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of which one makes another collective call than the others, or none, where nobody is told by a message that he waits for. Real processes. */
@Timeout(60)
class DifferingTest {
    @TempDir Path directory = Path.of("");

    @Test
    void aRankWhoseCollectiveMessageNobodyWaitsForIsNamedByFinalize() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "onlySends");
        assertEquals(3, result.code(), result.out() + result.err());
        assertTrue(
                result.out().contains("Finalize: collective call 0 of this communicator can't go on: there rank 0 calls bcast with root 0 and rank 2 calls gather with root 0"),
                result.out());
    }

    @Test
    void aRankThatHasMadeOneCallMoreIsNamedByFinalize() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "oneMore");
        assertEquals(3, result.code(), result.out() + result.err());
        assertTrue(
                result.out().contains("Finalize: collective call 1 of this communicator can't go on: there rank 0 calls MPI.Finalize and rank 2 calls gatherv with root 0"),
                result.out());
    }

    /** The message of that call comes while the rank is in Finalize already. */
    @Test
    void aRankThatHasMadeOneCallLessOnAnotherCommunicatorIsNamedByFinalize() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "oneLessOnACopy");
        assertEquals(3, result.code(), result.out() + result.err());
        assertTrue(result.out().matches("(?s).*Finalize: collective call \\d+ of this communicator can't go on: there rank [01] calls scan with SUM and rank 2 calls MPI.Finalize.*"), result.out());
    }

    /** Forty calls come before, and two that make the memory. Who compares first tells the others. */
    @Test
    void ranksWhoseLastCallsThroughSharedMemoryDifferAreNamedByFinalize() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "sharedOnlySends");
        assertEquals(3, result.code(), result.out() + result.err());
        assertTrue(result.out().contains("Finalize: collective call 42 of this communicator can't go on: there rank "), result.out());
        assertTrue(result.out().contains(" calls bcast with root 0 and rank 2 calls gather with root 0"), result.out());
    }

    @Test
    void aRankThatHasMadeOneCallMoreThroughSharedMemoryIsNamedByFinalize() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "sharedOneMore");
        assertEquals(3, result.code(), result.out() + result.err());
        assertTrue(result.out().contains(" calls MPI.Finalize and rank 2 calls gather with root 0"), result.out());
    }

    /** No message says that a rank has copied the communicator, where it was copied often before. */
    @Test
    void aRankThatCopiesTheCommunicatorOnceMoreIsNamedByTheNextCallByFreeAndByFinalize() throws Exception {
        TestJob.Result atTheEnd = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "copiesOneMore");
        assertEquals(3, atTheEnd.code(), atTheEnd.out() + atTheEnd.err());
        assertTrue(atTheEnd.out().contains(" calls MPI.Finalize and rank 2 calls dup"), atTheEnd.out());
        TestJob.Result next = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "copiesThenBarrier");
        long told = next.out().lines().filter(line -> line.startsWith("call: ") && line.contains(" calls barrier and rank 2 calls dup")).count();
        assertEquals(3, told, next.out() + next.err());
        TestJob.Result inIt = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "copyThenBarrier");
        long toldInIt = inIt.out().lines().filter(line -> line.startsWith("call: ") && line.contains(" calls barrier and rank 2 calls dup")).count();
        assertEquals(3, toldInIt, inIt.out() + inIt.err());
        TestJob.Result freed = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "copiesFreed");
        assertTrue(freed.out().contains(" calls free and rank 2 calls dup"), freed.out() + freed.err());
    }

    /** It waits in a collective of an object that the others have, and have not asked for. */
    @Test
    void aRankThatUsesACopyMoreIsToldThatTheOthersLeave() throws Exception {
        TestJob.Result used = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "copyUsed");
        assertTrue(used.out().lines().anyMatch(line -> line.startsWith("call: ") && line.contains("MPI.Finalize and rank 2 calls barrier")), used.out() + used.err());
    }

    /** Ranks 1 and 0 free the communicator behind rank 2, and see what that has shown, or sent. */
    @Test
    void ranksWhoseLastCallsDifferAreNamedByFree() throws Exception {
        TestJob.Result shared = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "sharedFreed");
        long told = shared.out().lines().filter(line -> line.startsWith("call: ") && line.contains(" calls bcast with root 0 and rank 2 calls gather with root 0")).count();
        assertTrue(told >= 2, shared.out() + shared.err()); // rank 2 too, if the others were quick
        TestJob.Result sent = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "freed");
        assertTrue(sent.out().contains("call: collective call 1 of this communicator can't go on: there rank 0 calls free and rank 2 calls gather with root 0"), sent.out() + sent.err());
    }

    @Test
    void ranksThatCallAlikeThroughSharedMemoryAndComeBackFromFinalizeAreToldNothing() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "sharedTwoLives");
        assertEquals(0, result.code(), result.out() + result.err());
    }

    /** Who needs the lost rank itself is told that it has left or ended; who waits for that one, that it calls off. */
    @Test
    void aRankThatLeavesAfterAMistakeWithoutMeetingAnybodyKeepsNobodyWaiting() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", Differing.class.getName(), "argument");
        List<String> told = result.out().lines()
                .filter(line -> line.startsWith("call: "))
                .filter(line -> line.contains("rank 2 calls MPI.Finalize") || line.contains("Rank 2 has ended") || line.contains("rank 0 calls it off"))
                .toList();
        assertEquals(2, told.size(), result.out() + result.err());
    }
}
