package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Processes that a job over two hosts starts: on the host of whoever asks, or the one that is named; and what becomes of both jobs when one of them loses a process, a join, a host or the server. */
@Order(1)
class HostedSpawnTest extends TwoHosts {
    @Test
    @Execution(CONCURRENT)
    void spawnedProcessesAreWhereTheRootIsAndTalkToEveryRankOfBothHosts() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = asking(hosts, "meet", "2", "host2")) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 met 3 of 4\n"), job::said);
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(job.said("join2.out").contains("spawned rank " + rank + " on host2 met 3 of 4\n"), job::said);
            }
            assertTrue(job.said("join1.out").contains("asking rank 0 on host1 shares with 1 of its host's 1\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 1 on host2 shares with 3 of its host's 3\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void hostsThatAreNoneOfTheJobsAndProgramsThatAreNotThereAreToldAtEveryRankWhichGoOn() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4")) {
            job.join(1, "--ranks", "0,2", "--ranks-per-process", "2", Spawns.class.getName(), "meet", "1");
            job.join(2, "--ranks", "1,3", "--ranks-per-process", "2", Spawns.class.getName(), "meet", "1");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").contains("spawned rank 0 on host1 met 10 of 5\n"), job::said);
            assertTrue(job.said("join2.out").contains("asking rank 3 on host2 met 1 of 5\n"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aProcessThatDiesBeforeInitIsNoSpawnOnAnyHost() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(1, "KILL", "braid.rank=0");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledTakesItsSpawnedProcessesAlong() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = waiting(hosts, "host2")) {
            job.signal(1, "KILL", "braid.cli.Braid server");
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aSignalAtTheServerEndsBothJobs() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = waiting(hosts, "host1")) {
            job.signal(1, "TERM", "braid.cli.Braid server");
            assertEquals(List.of(143, 143, 143), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutEndsBothJobsOnBothHosts() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = waiting(hosts, "host2")) {
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }
}
