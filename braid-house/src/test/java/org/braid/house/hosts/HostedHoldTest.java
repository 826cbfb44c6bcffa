package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.launch.supervise.Silence;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Ctrl-Z at the server or at a join of a job over two hosts: all ranks stop, then whoever was asked to, and all go on with that one. */
class HostedHoldTest extends TwoHosts {
    private static final String SERVER = "braid.cli.Braid server";
    private static final String JOIN = "braid.cli.Braid join";

    /** What is done while two ranks, one on each host, are stopped. */
    private interface WhileHeld {
        void in(TestHosts hosts, HostedJob job, HostWatch watch) throws Exception;
    }

    /** @param who holds the job on which host, and is stopped there beside the rank */
    private void hold(int host, String who, WhileHeld then) throws Exception {
        TestHosts hosts = hosts();
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(host, "TSTP", who);
            watch.awaitStopped(host, 2);
            watch.awaitStopped(3 - host, 1);
            then.in(hosts, job, watch);
            assertNothingIsLeft(job);
        }
    }

    /** So long that whoever is silent without a reason is given up: the case is that it takes long. */
    private static void holdLong() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Silence.LOST_NS + 2 * Silence.LOOK_NS);
    }

    private static void assertGoesOnAndEnds(HostedJob job, HostWatch watch) throws Exception {
        watch.awaitStopped(1, 0);
        watch.awaitStopped(2, 0);
        job.awaitLonger("join1.out", job.said("join1.out").length() + 64);
        job.signal(1, "INT", SERVER);
        assertEquals(List.of(130, 130, 130), job.codes(), job::said);
        String said = job.said("server.err");
        assertFalse(said.contains("nothing was heard") || said.contains("suspect") || said.contains("has been stopped"), said);
    }

    @Test
    @Execution(CONCURRENT)
    void atTheServerItHoldsRanksOfAllHostsAndTheServer() throws Exception {
        hold(1, SERVER, (hosts, job, watch) -> {
            holdLong();
            job.resumeServer();
            assertGoesOnAndEnds(job, watch);
        });
    }

    @Test
    @Execution(CONCURRENT)
    void atAJoinItHoldsRanksOfAllHostsAndThatJoin() throws Exception {
        hold(2, JOIN, (hosts, job, watch) -> {
            job.await("server.err", "host host2 (10.77.0.2) was stopped, and holds the job until it is resumed there");
            holdLong();
            job.resume(2);
            assertGoesOnAndEnds(job, watch);
        });
    }

    /** What brought it onto its host has stopped with it. */
    @Test
    @Execution(CONCURRENT)
    void aServerThatIsKilledWhileItsJobIsHeldLeavesNothing() throws Exception {
        hold(1, SERVER, (hosts, job, watch) -> {
            job.signal(1, "KILL", SERVER);
            job.resumeServer();
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
        });
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledWhileItHoldsTheJobEndsIt() throws Exception {
        hold(2, JOIN, (hosts, job, watch) -> {
            job.signal(2, "KILL", JOIN);
            job.resume(2);
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
            job.awaitNoJvm(2);
        });
    }

    @Test
    @Execution(CONCURRENT)
    void aJobThatAJoinHoldsCanBeEnded() throws Exception {
        hold(2, JOIN, (hosts, job, watch) -> {
            job.signal(1, "INT", SERVER);
            watch.awaitStopped(1, 0);
            job.resume(2);
            assertEquals(List.of(130, 130, 130), job.codes(), job::said);
        });
    }

    /** Nobody says anything while a job is held: the kernels of the two hosts do. */
    @Test
    @Execution(CONCURRENT)
    void aHostThatIsCutOffWhileTheJobIsHeldEndsItOnBothSides() throws Exception {
        hold(1, SERVER, (hosts, job, watch) -> {
            hosts.cut(1, 2);
            job.await("join2.err", "BRD-1412");
            job.awaitNoJvm(2);
            job.resumeServer();
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
        });
    }
}
