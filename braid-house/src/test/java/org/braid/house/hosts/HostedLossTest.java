package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A rank, a join, a server or a host of a job over two hosts that ends, or stands still: the job ends on both with the reason, and nothing is left. */
@Order(3)
class HostedLossTest extends TwoHosts {
    /** What is said was measured: some moments more than the bound, on a machine that does other things, too. */
    private static final String UNHEARD = "(?s).*nothing was heard of it for 1[1-9] s.*";

    private static final String LOST = "(?s).*was lost with its host host2 \\(10\\.77\\.0\\.2\\): nothing was heard of it for 1[1-9] s.*";

    @Test
    @Execution(CONCURRENT)
    void aCutThatDoesNotHealEndsTheJobOnBothHosts() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            hosts.cut(1, 2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertTrue(job.said("server.err").matches(LOST), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"));
            assertTrue(job.said("join2.err").contains("BRD-1412"));
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aHostThatDiesEndsTheJobWithItsName() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            hosts.kill(2);
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("rank 1 (pid "), job::said);
            assertTrue(job.said("server.err").contains("was lost with its host host2 (10.77.0.2)"), job::said);
            assertEquals(0, job.jvmsOn(1));
            assertEquals("", job.leftOn(1));
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aRankThatIsKilledEndsTheJobWithItsSignalEverywhere() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "KILL", "braid.rank=1");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("on host2) was killed by signal 9"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledTakesItsRanksAlongAndEndsTheJob() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "KILL", "braid.cli.Braid join");
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aServerThatIsKilledLeavesNothingOnAnyHost() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(1, "KILL", "braid.cli.Braid server");
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertTrue(job.said("join1.err").contains("BRD-1412") && job.said("join2.err").contains("BRD-1412"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aSignalAtAJoinEndsTheJobEverywhere() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "TERM", "braid.cli.Braid join");
            assertEquals(List.of(143, 143, 143), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("host host2 (10.77.0.2) got signal 15 (SIGTERM)"), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** Its ranks live as long as it stands still, since only it ends them; when it goes on it finds that it was given up. */
    @Test
    @Execution(CONCURRENT)
    void aJoinThatStoodStillEndsItsRanksAsSoonAsItGoesOn() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "STOP", "braid.cli.Braid join");
            assertEquals(1, job.serverCode(), job::said);
            assertTrue(job.said("server.err").matches(LOST), job::said);
            job.resume(2);
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertTrue(job.said("join2.err").contains("BRD-1412"), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** Joins give a server up after 11 s of silence; one that goes on before has missed nothing, and until then ranks do not need it. */
    @Test
    @Execution(CONCURRENT)
    void aServerThatStandsStillForAMomentHasMissedNothingAndOneThatDoesSoForGoodIsGivenUpByEveryJoin() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(1, "STOP", "braid.cli.Braid server");
            job.awaitLonger("join1.out", job.said("join1.out").length() + 64);
            job.resumeServer();
            job.awaitLonger("join1.out", job.said("join1.out").length() + 64);
            job.signal(1, "STOP", "braid.cli.Braid server");
            job.await("join1.err", "BRD-1412");
            job.await("join2.err", "BRD-1412");
            job.awaitNoJvm(2);
            job.resumeServer();
            assertEquals(List.of(1, 125, 125), job.codes(), job::said);
            assertTrue(job.said("join2.err").matches(UNHEARD), job::said);
            assertNothingIsLeft(job);
        }
    }
}
