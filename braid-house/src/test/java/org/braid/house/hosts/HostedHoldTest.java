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
        assertNothingIsLeft(job);
    }

    @Test
    @Execution(CONCURRENT)
    void atTheServerItHoldsRanksOfAllHostsAndTheServer() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(1, "TSTP", SERVER);
            watch.awaitStopped(1, 2); // the server and rank 0
            watch.awaitStopped(2, 1);
            holdLong();
            job.resumeServer();
            assertGoesOnAndEnds(job, watch);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void atAJoinItHoldsRanksOfAllHostsAndThatJoin() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "TSTP", JOIN);
            job.await("server.err", "host host2 (10.77.0.2) was stopped, and holds the job until it is resumed there");
            watch.awaitStopped(1, 1);
            watch.awaitStopped(2, 2);
            holdLong();
            job.resume(2);
            assertGoesOnAndEnds(job, watch);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aServerThatIsKilledWhileItsJobIsHeldLeavesNothing() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(1, "TSTP", SERVER);
            watch.awaitStopped(1, 2);
            watch.awaitStopped(2, 1);
            job.signal(1, "KILL", SERVER);
            job.resumeServer(); // what brought it onto its host, and has stopped with it
            assertEquals(List.of(137, 125, 125), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledWhileItHoldsTheJobEndsIt() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "TSTP", JOIN);
            watch.awaitStopped(1, 1);
            watch.awaitStopped(2, 2);
            job.signal(2, "KILL", JOIN);
            job.resume(2);
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJobThatAJoinHoldsCanBeEnded() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "TSTP", JOIN);
            watch.awaitStopped(1, 1);
            watch.awaitStopped(2, 2);
            job.signal(1, "INT", SERVER);
            watch.awaitStopped(1, 0);
            job.resume(2);
            assertEquals(List.of(130, 130, 130), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** Nobody says anything while a job is held: the kernels of the two hosts do. */
    @Test
    @Execution(CONCURRENT)
    void aHostThatIsCutOffWhileTheJobIsHeldEndsItOnBothSides() throws Exception {
        TestHosts hosts = made;
        if (hosts == null) {
            return;
        }
        HostWatch watch = new HostWatch(hosts);
        try (HostedJob job = endless(hosts)) {
            job.signal(1, "TSTP", SERVER);
            watch.awaitStopped(1, 2);
            watch.awaitStopped(2, 1);
            hosts.cut(1, 2);
            job.await("join2.err", "BRD-1412");
            job.awaitNoJvm(2);
            job.resumeServer();
            assertEquals(List.of(1, 1, 125), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
            assertNothingIsLeft(job);
        }
    }
}
