package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Processes that a job over two hosts starts: on the host of whoever asks, or the one that is named; and what becomes of both jobs when one of them loses a process, a join, a host or the server. */
class HostedSpawnTest extends TwoHosts {
    private static final String SPAWNS = Spawns.class.getName();

    /** Two ranks, one on each host, that ask for processes. */
    private HostedJob asking(TestHosts hosts, String... arguments) throws IOException, InterruptedException {
        HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--report", "links");
        job.join(1, words("0", arguments));
        job.join(2, words("1", arguments));
        return job;
    }

    private static String[] words(String rank, String... arguments) {
        String[] words = new String[3 + arguments.length];
        words[0] = "--ranks";
        words[1] = rank;
        words[2] = SPAWNS;
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        return words;
    }

    @Test
    @Execution(CONCURRENT)
    void spawnedProcessesAreWhereTheRootIsAndTalkToEveryRankOfBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "meet", "2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 met 3 of 4\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 met 3 of 4\n"), job::said);
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(job.said("join1.out").contains("spawned rank " + rank + " on host1 met 3 of 4\n"), job::said);
            }
            assertTrue(job.said("join1.err").matches("(?s).*link \\d -> \\d: shm.*"), job::said);
            assertTrue(job.said("join2.err").matches("(?s).*link 1 -> \\d: tls.*"), job::said);
            assertFalse(job.said("join2.err").matches("(?s).*link 1 -> \\d: (shm|tcp|unix).*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void theHintHostNamesAnotherHostOfTheJob() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "meet", "2", "host2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 met 3 of 4\n"), job::said);
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(job.said("join2.out").contains("spawned rank " + rank + " on host2 met 3 of 4\n"), job::said);
            }
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void hostsThatAreNoneOfTheJobsAndProgramsThatAreNotThereAreToldAtEveryRankWhichGoOn() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "refused", "host3", "192.0.2.1")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            for (int join = 1; join <= 2; join++) {
                String said = job.said("join" + join + ".out");
                assertEquals(3, said.split(" told 50 ", -1).length - 1, job::said);
                assertTrue(said.contains("'host3' is none of the job's hosts: host1 (10.77.0.1), host2 (10.77.0.2)"), job::said);
                assertTrue(said.contains("no.such.Class"), job::said);
                assertFalse(said.contains("not told"), job::said);
            }
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void partsOfAJobMeetByAPortThatOtherHostsReach() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "ports")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("port braid:2:\nasking rank 0 on host1 met 1 of 2\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 met 1 of 2\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatAreThreadsOfOneProcessMaySpawn() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4")) {
            job.join(1, "--ranks", "0,2", "--ranks-per-process", "2", SPAWNS, "meet", "1");
            job.join(2, "--ranks", "1,3", "--ranks-per-process", "2", SPAWNS, "meet", "1");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("spawned rank 0 on host1 met 10 of 5\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 3 on host2 met 1 of 5\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aProcessThatDiesBeforeInitIsNoSpawnOnAnyHost() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "never")) {
            job.await("join2.out", "before Init");
            job.signal(2, "KILL", "braid.spawned=0");
            assertEquals(List.of(137, 0, 137), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 told 50 spawn has not started the processes: job "), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 told 50 spawn has failed at rank 0"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatDiesDuringASpawnLeavesNobodyWaiting() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "never")) {
            job.await("join2.out", "before Init");
            job.signal(2, "KILL", "braid.cli.Braid join");
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }

    /** The asking job has ended well; server and joins stay, and a signal at the server is that of the others. */
    @Test
    @Execution(CONCURRENT)
    void aSpawnedJobMayOutliveTheOneThatHasAskedForItUntilTheServerEndsIt() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "outlive", "1", "host2")) {
            job.await("join2.out", "spawned rank 0 on host2 met 3 of 3");
            job.await("server.err", " is over; stays for 1 spawned job(s)\n");
            job.signal(1, "TERM", "braid.cli.Braid server");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** Both sides wait for each other for ever. */
    private HostedJob waiting(TestHosts hosts, String host) throws IOException, InterruptedException {
        HostedJob job = asking(hosts, "wait", "2", host);
        job.await("join1.out", "asking rank 0 on host1 is ready");
        job.await("join2.out", "asking rank 1 on host2 is ready");
        String spawned = host.equals("host1") ? "join1.out" : "join2.out";
        job.await(spawned, "spawned rank 0 on " + host + " is ready");
        job.await(spawned, "spawned rank 1 on " + host + " is ready");
        return job;
    }

    @Test
    @Execution(CONCURRENT)
    void whoeverWaitsForASpawnedProcessThatIsKilledIsToldOnBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(2, "KILL", "braid.spawned=0 .*braid.rank=1");
            assertEquals(List.of(137, 0, 137), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 told 75 Rank 1 of another job has died"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 told 75 Rank 1 of another job has died"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void theEndOfAnAskingRankIsThatOfBothJobsOnEveryHost() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(1, "KILL", "braid.rank=0");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledTakesItsSpawnedProcessesAlong() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(2, "KILL", "braid.cli.Braid join");
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aServerThatIsKilledLeavesNoSpawnedProcess() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(1, "KILL", "braid.cli.Braid server");
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aSignalAtTheServerEndsBothJobs() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host1")) {
            job.signal(1, "TERM", "braid.cli.Braid server");
            assertEquals(List.of(143, 143, 143), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutEndsBothJobsOnBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waiting(hosts, "host2")) {
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    // ---- one job over several hosts

    @Test
    @Execution(CONCURRENT)
    void theHintHostNamesSeveralHostsWhichHaveAProcessEachInTurn() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "meet", "4", "host2,host1")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            for (int rank = 0; rank < 4; rank++) {
                int host = rank % 2 == 0 ? 2 : 1;
                assertTrue(job.said("join" + host + ".out").contains("spawned rank " + rank + " on host" + host + " met 3 of 6\n"), job::said);
            }
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 met 10 of 6\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 met 10 of 6\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void orAsManyAsStandBehindTheirNamesAndEachCommandMayNameItsOwn() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "several", "3", "10.77.0.2:2,localhost:1", "1", "host2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            for (int rank = 0; rank < 4; rank++) {
                int host = rank == 2 ? 1 : 2;
                assertTrue(job.said("join" + host + ".out").contains("spawned rank " + rank + " on host" + host + " is of command " + (rank < 3 ? 0 : 1) + "\n"), job::said);
                assertTrue(job.said("join" + host + ".out").contains("spawned rank " + rank + " on host" + host + " met 3 of 6\n"), job::said);
            }
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void itsLinesAreTaggedByItsNameOnBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", "--tag-output", SPAWNS, "meet", "2", "host1,host2");
            job.join(2, "--ranks", "1", "--tag-output", SPAWNS, "meet", "2", "host1,host2");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").matches("(?s).*\\[[0-9a-f]{4}:0\\]<stdout>: spawned rank 0 on host1 met 3 of 4\n.*"), job::said);
            assertTrue(job.said("join2.out").matches("(?s).*\\[[0-9a-f]{4}:1\\]<stdout>: spawned rank 1 on host2 met 3 of 4\n.*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void hintsThatMeanNothingAndProgramsThatOneOfTheHostsCannotStartAreToldAtEveryRank() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "refused", "host1,host3", "host1:0,host2", "host1,,host2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            for (int join = 1; join <= 2; join++) {
                String said = job.said("join" + join + ".out");
                assertEquals(4, said.split(" told 50 ", -1).length - 1, job::said);
                assertTrue(said.contains("'host3' is none of the job's hosts: host1 (10.77.0.1), host2 (10.77.0.2)"), job::said);
                assertTrue(said.contains("'host1:0' has no number of processes behind its colon") && said.contains("'host1,,host2' has an empty name in it"), job::said);
                assertTrue(said.contains("no.such.Class") && said.contains("(on host"), job::said);
            }
            assertNothingIsLeft(job);
        }
    }

    private HostedJob waitingOnBoth(TestHosts hosts) throws IOException, InterruptedException {
        HostedJob job = asking(hosts, "wait", "2", "host1,host2");
        for (int host = 1; host <= 2; host++) {
            job.await("join" + host + ".out", "asking rank " + (host - 1) + " on host" + host + " is ready");
            job.await("join" + host + ".out", "spawned rank " + (host - 1) + " on host" + host + " is ready");
        }
        return job;
    }

    @Test
    @Execution(CONCURRENT)
    void aProcessOfAJobOverBothHostsThatIsKilledEndsThatJobOnBothAndWhoeverWaitsForItIsTold() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(2, "KILL", "braid.spawned=0 .*braid.rank=1");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 told 75 Rank 1 of another job has died"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 told 75 Rank 1 of another job has died"), job::said);
            assertTrue(job.said("server.err").contains("rank 1 (pid ") && job.said("server.err").contains("exit code    137"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJobOverBothHostsEndsWithTheOneThatHasAskedForIt() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(1, "KILL", "braid.rank=0 .*Spawns wait 2");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutEndsAJobOverBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waitingOnBoth(hosts)) {
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void soDoesTheEndOfTheServer() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(1, "KILL", "braid.cli.Braid server");
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatDiesEndsAJobOverBothHosts() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(2, "KILL", "braid.cli.Braid join");
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJobOverBothHostsMayOutliveTheOneThatHasAskedForItUntilTheServerEndsIt() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "outlive", "2", "host1,host2")) {
            job.await("server.err", " is over; stays for 1 spawned job(s)\n");
            job.signal(1, "TERM", "braid.cli.Braid server");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** The ranks of the second job ask for a third one, over both hosts, and those of the third one for a fourth on one of them. */
    @Test
    @Execution(CONCURRENT)
    void ranksOfAJobOverBothHostsSpawnMoreOnOneAndOnBoth() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        try (HostedJob job = asking(hosts, "deep", "host1,host2", "host2,host1", "host2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("level 1 rank 0 on host1 met 2 parents\n") && job.said("join2.out").contains("level 1 rank 1 on host2 met 2 parents\n"), job::said);
            assertTrue(job.said("join2.out").contains("level 2 rank 0 on host2 met 2 parents\n") && job.said("join1.out").contains("level 2 rank 1 on host1 met 2 parents\n"), job::said);
            assertTrue(job.said("join2.out").contains("level 3 rank 0 on host2 met 2 parents\n") && job.said("join2.out").contains("level 3 rank 1 on host2 met 2 parents\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void theHostsOfAJobOverSeveralNeedNotBeThatOfTheRankThatAsks() throws Exception {
        if (made == null) {
            return;
        }
        try (TestHosts three = TestHosts.up(3, directory); HostedJob job = HostedJob.serve(three, directory, "-n", "3")) {
            for (int host = 1; host <= 3; host++) {
                job.join(host, words(Integer.toString(host - 1), "meet", "4", "host3:2,host2"));
            }
            assertEquals(List.of(0, 0, 0, 0), job.codes(), job::said);
            for (int rank = 0; rank < 4; rank++) {
                int host = rank == 2 ? 2 : 3;
                assertTrue(job.said("join" + host + ".out").contains("spawned rank " + rank + " on host" + host + " met 6 of 7\n"), job::said);
            }
            assertFalse(job.said("join1.out").contains("spawned"), job::said);
            assertNothingIsLeft(job);
        }
    }
}
