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

/** One job over several hosts that a rank of another one asks for: on which hosts its processes are, and what becomes of both jobs when one of them loses a process, a join, the way between hosts or the server. */
@Order(2)
class HostedSpreadTest extends TwoHosts {
    @Test
    @Execution(CONCURRENT)
    void theHintHostNamesSeveralHostsWhichHaveAProcessEachInTurn() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", "--tag-output", Spawns.class.getName(), "meet", "2", "host1,host2");
            job.join(2, "--ranks", "1", "--tag-output", Spawns.class.getName(), "meet", "2", "host1,host2");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").matches("(?s).*\\[[0-9a-f]{4}:0\\]<stdout>: spawned rank 0 on host1 met 3 of 4\n.*"), job::said);
            assertTrue(job.said("join2.out").matches("(?s).*\\[[0-9a-f]{4}:1\\]<stdout>: spawned rank 1 on host2 met 3 of 4\n.*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void hintsThatMeanNothingAndProgramsThatOneOfTheHostsCannotStartAreToldAtEveryRank() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(1, "KILL", "braid.rank=0 .*Spawns wait 2");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutEndsAJobOverBothHosts() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = waitingOnBoth(hosts)) {
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void soDoesTheEndOfTheServer() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = waitingOnBoth(hosts)) {
            job.signal(1, "KILL", "braid.cli.Braid server");
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatDiesEndsAJobOverBothHosts() throws Exception {
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        TestHosts hosts = hosts();
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
        try (TestHosts three = TestHosts.up(3, directory); HostedJob job = HostedJob.serve(three, directory, "-n", "3")) {
            for (int host = 1; host <= 3; host++) {
                job.join(host, ofRank(Integer.toString(host - 1), "meet", "4", "host3:2,host2"));
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
