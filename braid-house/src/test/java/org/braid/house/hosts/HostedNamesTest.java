package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Names of ports that are published on one host and looked up on another: in one job, and between it and what it has spawned; what becomes of them with their publisher, and what a job that was started apart is told. */
class HostedNamesTest extends TwoHosts {
    private static final String PUBLISHES = Publishes.class.getName();

    @Test
    @Execution(CONCURRENT)
    void whatOneHostPublishesTheOtherFindsAndCannotTakeOrUnpublish() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PUBLISHES, "across");
            job.join(2, "--ranks", "1", PUBLISHES, "across");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertLines(job, 1, "lookup told 38 ", "unpublish told 48 ", "publish done", "again told 48 ", "met 2", "unpublish done", "gone told 38 ");
            assertLines(job, 2, "publish told 48 ", "unpublish told 48 ", "long told 48 ", "longest done", "met 1", "gone told 38 ");
            assertTrue(job.said("join2.out").contains("have the program tell them the port's name"), job::said);
            assertNothingIsLeft(job);
        }
    }

    private static void assertLines(HostedJob job, int host, String... ends) throws Exception {
        String said = job.said("join" + host + ".out");
        for (String end : ends) {
            assertTrue(said.contains("asking rank " + (host - 1) + " on host" + host + " " + end), () -> end + " in\n" + job.said());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatAreThreadsOfOneProcessPublishEachForItself() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4")) {
            job.join(1, "--ranks", "0,2", "--ranks-per-process", "2", PUBLISHES, "across");
            job.join(2, "--ranks", "1,3", "--ranks-per-process", "2", PUBLISHES, "across");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertLines(job, 1, "again told 48 ", "met 2", "unpublish done", "gone told 38 ");
            assertLines(job, 2, "publish told 48 ", "unpublish told 48 ", "met 1", "gone told 38 ");
            assertNothingIsLeft(job);
        }
    }

    /** The asking ranks are on both hosts, the spawned one on the second; its end leaves the asking job alone. */
    @Test
    @Execution(CONCURRENT)
    void whatASpawnedProcessPublishesItsFamilyFindsOnBothHostsUntilItIsKilled() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PUBLISHES, "spawned", "host2");
            job.join(2, "--ranks", "1", PUBLISHES, "spawned", "host2");
            job.await("join1.out", "asking rank 0 on host1 is ready");
            job.await("join2.out", "asking rank 1 on host2 is ready");
            job.signal(2, "KILL", "braid.spawned=0");
            assertEquals(List.of(137, 0, 137), job.codes(), job::said);
            assertLines(job, 1, "met 1", "gone told 38 ");
            assertLines(job, 2, "met 1", "gone told 38 ");
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void soItIsWithAProcessOfAJobOverBothHosts() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PUBLISHES, "spawned", "host1,host2");
            job.join(2, "--ranks", "1", PUBLISHES, "spawned", "host1,host2");
            job.await("join1.out", "asking rank 0 on host1 is ready");
            job.await("join2.out", "asking rank 1 on host2 is ready");
            job.signal(2, "KILL", "braid.spawned=0 .*braid.rank=1");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertLines(job, 1, "met 2", "gone told 38 ");
            assertLines(job, 2, "met 2", "gone told 38 ");
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJobThatWasStartedApartOnAnotherHostIsToldThatNamesDoNotReachIt() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = new HostedRuns(hosts, directory)) {
            runs.start(1, "-n", "1", PUBLISHES, "alone");
            runs.start(2, "-n", "1", PUBLISHES, "alone");
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            assertTrue(runs.out(2).contains("asking rank 0 on host2 lookup told 38 ") && runs.out(2).contains("names do not travel between hosts"), runs::said);
        }
    }

    /** The register is behind the cut: nobody waits for its answer longer than for the host. */
    @Test
    @Execution(CONCURRENT)
    void aCutEndsWhoLooksForANameAndItsJob() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PUBLISHES, "forever");
            job.join(2, "--ranks", "1", PUBLISHES, "forever");
            job.await("join1.out", "is ready");
            job.await("join2.out", "is ready");
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }
}
