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

/** Two jobs that were started apart, each on a host of its own, and meet by a port: what they can do, and what becomes of one when the other is lost. */
class HostedMeetingTest extends TwoHosts {
    private static final String MEETS = Meets.class.getName();

    /** Two ranks each; the second job has the port as its first one has printed it, or altered. */
    private HostedRuns meeting(TestHosts hosts, String what, boolean isAltered) throws IOException, InterruptedException {
        HostedRuns runs = new HostedRuns(hosts, directory);
        String port = accepting(runs, what);
        runs.start(2, "-n", "2", "--report", "links", MEETS, isAltered ? "refused" : what, isAltered ? HostedRuns.withAnotherKey(port) : port);
        return runs;
    }

    private static String accepting(HostedRuns runs, String what) throws IOException, InterruptedException {
        runs.start(1, "-n", "2", "--report", "links", MEETS, what);
        runs.await(1, " .\n");
        String said = runs.out(1);
        return said.substring(said.indexOf("braid:2:"), said.indexOf(" .\n"));
    }

    @Test
    @Execution(CONCURRENT)
    void theyExchangeMessagesReduceAndPartProtectedOnTheirWay() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = meeting(hosts, "meet", false)) {
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            for (int host = 1; host <= 2; host++) {
                for (int rank = 0; rank < 2; rank++) {
                    assertTrue(runs.out(host).contains("rank " + rank + " met 3 of 4\n"), runs::said);
                }
                assertTrue(runs.err(host).matches("(?s).*link \\d -> \\d: tls.*"), runs::said);
                assertFalse(runs.err(host).matches("(?s).*link \\d -> \\d: tcp.*"), runs::said);
            }
            assertNothingIsLeft(runs);
        }
    }

    private static void assertNothingIsLeft(HostedRuns runs) throws IOException, InterruptedException {
        for (int host = 1; host <= 2; host++) {
            assertEquals(0, runs.hosts().jvmsOn(host), "JVMs on host " + host);
            assertEquals("", runs.hosts().leftOn(host), "files on host " + host);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoHasNotTheCapabilityIsToldAtEveryRankAndTheOtherJobGoesOnWaiting() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = meeting(hosts, "wait", true)) {
            assertEquals(0, runs.code(2), runs::said);
            assertTrue(runs.out(2).contains("rank 0 told 43 port ") && runs.out(2).contains("rank 1 told 43 connect has failed at rank 0"), runs::said);
            assertFalse(runs.out(1).contains("ready"), runs::said);
        }
    }

    private HostedRuns waiting(TestHosts hosts) throws IOException, InterruptedException {
        HostedRuns runs = meeting(hosts, "wait", false);
        for (int host = 1; host <= 2; host++) {
            runs.await(host, "rank 0 is ready");
            runs.await(host, "rank 1 is ready");
        }
        return runs;
    }

    @Test
    @Execution(CONCURRENT)
    void whoeverWaitsForAProcessThatIsKilledIsTold() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = waiting(hosts)) {
            runs.hosts().signal(2, "KILL", "braid.rank=1");
            assertEquals(List.of(0, 137), runs.codes(), runs::said);
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(runs.out(1).contains("rank " + rank + " told 75 Rank 1 of another job has died"), runs::said);
            }
            assertNothingIsLeft(runs);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutIsToldOnBothSidesWhichGoOnAsTwoJobs() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = waiting(hosts)) {
            hosts.cut(1, 2);
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            for (int host = 1; host <= 2; host++) {
                for (int rank = 0; rank < 2; rank++) {
                    assertTrue(runs.out(host).contains("rank " + rank + " told 75 Rank 1 of another job has died"), runs::said);
                }
            }
            assertNothingIsLeft(runs);
        }
    }

    /** A meeting whose middle lasts: the leaders have reached each other, and the group of the one that accepts waits for its second rank, which stands still. Then the way between the hosts is cut. */
    private HostedRuns cutInTheMiddle(TestHosts hosts) throws IOException, InterruptedException {
        HostedRuns runs = new HostedRuns(hosts, directory);
        String port = accepting(runs, "held");
        runs.await(1, "waits for a leader");
        runs.hosts().signal(1, "STOP", "braid.rank=1");
        runs.start(2, "-n", "2", MEETS, "held", port);
        runs.await(1, "has heard the leader");
        hosts.cut(1, 2);
        return runs;
    }

    @Test
    @Execution(CONCURRENT)
    void aCutInTheMiddleOfAMeetingIsToldToEveryRankOfBothJobsAndNothingIsLeft() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = cutInTheMiddle(hosts)) {
            assertEquals(0, runs.code(2), runs::said);
            runs.hosts().signal(1, "CONT", "braid.rank=1");
            assertEquals(0, runs.code(1), runs::said);
            for (int host = 1; host <= 2; host++) {
                assertTrue(runs.out(host).contains("rank 0 told 43 ") && runs.out(host).contains("nothing was heard of the other end for 11 s"), runs::said);
                assertTrue(runs.out(host).contains("rank 1 told 43 ") && runs.out(host).contains("has failed at rank 0"), runs::said);
            }
            assertNothingIsLeft(runs);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aMeetingGoesOnBehindACutThatHeals() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = cutInTheMiddle(hosts)) {
            runs.hosts().signal(1, "CONT", "braid.rank=1");
            runs.hosts().awaitUnacknowledged(1);
            runs.hosts().awaitUnacknowledged(2);
            hosts.heal(1, 2);
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            for (int host = 1; host <= 2; host++) {
                for (int rank = 0; rank < 2; rank++) {
                    assertTrue(runs.out(host).contains("rank " + rank + " met 3 of 4\n") && runs.out(host).contains("rank " + rank + " not told\n"), runs::said);
                }
            }
            assertNothingIsLeft(runs);
        }
    }

    /** Whoever has not come to the port is told of what it tried; who accepts there has missed nobody, and meets the next one. */
    @Test
    @Execution(CONCURRENT)
    void whoConnectsBehindACutIsToldAndThePortServesWhoeverComesLater() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = new HostedRuns(hosts, directory)) {
            String port = accepting(runs, "meet");
            hosts.cut(1, 2);
            runs.start(2, "-n", "2", MEETS, "refused", port);
            assertEquals(0, runs.code(2), runs::said);
            assertTrue(runs.out(2).contains("rank 0 told 43 ") && runs.out(2).contains("tried: 10.77.0.1 (") && runs.out(2).contains("rank 1 told 43 connect has failed at rank 0"), runs::said);
            hosts.heal(1, 2);
            runs.start(2, "-n", "2", MEETS, "meet", port);
            assertEquals(List.of(0, 0), List.of(runs.code(1), runs.code(3)), runs::said);
            assertTrue(runs.out(1).contains("rank 1 met 3 of 4\n"), runs::said);
            assertNothingIsLeft(runs);
        }
    }
}
