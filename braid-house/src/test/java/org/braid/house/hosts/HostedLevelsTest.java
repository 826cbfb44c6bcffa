package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.testkit.hosts.Distances;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels above hosts that nobody has named: jobs over three hosts, the second of which is 30 ms from the others. */
class HostedLevelsTest {
    private static final int FAR_MS = 30;
    private static final int[][] ROUND_TRIP_MS = {{0, FAR_MS, 0}, {FAR_MS, 0, FAR_MS}, {0, FAR_MS, 0}};
    private static final String WHO_AM_I = WhoAmI.class.getName();

    @TempDir
    private Path directory;

    private interface Check {
        void of(HostedJob job) throws Exception;
    }

    /** A job of a rank on each host, whose server and joins have these words more. */
    private void run(int[][] roundTripMs, List<String> server, List<String> join, Check check) throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        List<String> all = new ArrayList<>(List.of("-n", "3", "--report", "topology"));
        all.addAll(server);
        String[] program = join.toArray(new String[join.size() + 1]);
        program[join.size()] = WHO_AM_I;
        try (TestHosts hosts = TestHosts.up(3, directory); Distances _ = hosts.distances(roundTripMs); HostedJob job = HostedJob.serve(hosts, directory, all.toArray(new String[0]))) {
            for (int host = 1; host <= 3; host++) {
                job.join(host, program).getOutputStream().close();
                job.await("server.err", host == 3 ? "the job begins" : 3 - host + " more to come");
            }
            assertEquals(Collections.nCopies(4, 0), job.codes(), job::said);
            check.of(job);
        }
    }

    @Test
    void aFarHostIsASiteOfItsOwnAndNearOnesAreOne() throws Exception {
        run(ROUND_TRIP_MS, List.of(), List.of(), job -> {
            assertTrue(job.said("server.err").matches("(?s).*nobody has named where hosts are; by round trips sites are [3-9]\\d\\.\\d\\d ms from each other, hosts of one \\d\\.\\d\\d ms\\n.*"), job::said);
            String topology = job.said("join1.err");
            assertTrue(topology.matches("(?s).*site site-1 +ranks 0,2\\n +host host1#0 .*site site-2 +rank 1\\n.*"), topology);
            assertTrue(topology.contains("measured, since nobody has named them: sites are "), topology);
        });
    }

    /** Times can be made by anybody on the way: what may travel unprotected they do not say. */
    @Test
    void aPolicyKnowsNoSiteThatWasMeasured() throws Exception {
        run(ROUND_TRIP_MS, List.of("--method", "host=shm, site=tcp, *=tls", "--allow-clear", "--report", "topology,links"), List.of(), job -> {
            assertTrue(job.said("join1.err").contains("site site-1"), job::said);
            assertTrue(job.said().matches("(?s).*link (0 -> 2|2 -> 0): tls.*"), job::said);
            assertFalse(job.said().matches("(?s).*link \\d -> \\d: tcp.*"), job::said);
        });
    }

    @Test
    void hostsThatAreAllNearHaveNoLevelAboveThem() throws Exception {
        run(new int[3][3], List.of(), List.of(), job -> assertFalse(job.said().contains("site") || job.said().contains("measured"), job::said));
    }

    /** The first host's joins do not agree where it is; the second host's join has nothing to do with that, and learns it, too. Put right, the job runs. */
    @Test
    void thatJoinsOfOneHostContradictEachOtherIsSaidWhereverAnybodyWaitsAndPutRightTheJobRuns() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(2, directory); HostedJob job = HostedJob.serve(hosts, directory, "-n", "3", "--report", "topology")) {
            job.join(1, "--site", "paris", WHO_AM_I).getOutputStream().close();
            job.await("server.err", "2 more to come");
            job.join(2, WHO_AM_I).getOutputStream().close();
            job.await("server.err", "1 more to come");
            assertEquals(125, job.join(1, "--site", "rome", WHO_AM_I).waitFor(), job::said);
            for (String waiting : List.of("server.err", "join1.err", "join2.err")) {
                job.await(waiting, "then it ends");
                assertTrue(job.said(waiting).matches("(?s).*was refused: BRD-1423 a braid join on host1 names site 'rome': another join on the same host, which brings rank 0, has named site 'paris'; the job waits for 1 more of 3 ranks until .* s from now, and 60 s longer .*"), job::said);
            }
            assertTrue(job.said("join3.err").contains("BRD-1423"), job::said);
            job.join(1, "--site", "paris", WHO_AM_I).getOutputStream().close();
            assertEquals(List.of(0, 0, 0, 125, 0), job.codes(), job::said);
            assertTrue(job.said("join1.err").contains("site paris"), job::said);
        }
    }

    @Test
    void aContradictionThatNobodyPutsRightEndsTheJobEverywhereWithItsReason() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        try (TestHosts hosts = TestHosts.up(1, directory); HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--timeout", "15")) {
            job.join(1, "--cluster", "lan", WHO_AM_I).getOutputStream().close();
            job.await("server.err", "1 more to come");
            job.join(1, "--cluster", "wan", WHO_AM_I).getOutputStream().close();
            assertEquals(List.of(124, 124, 125), job.codes(), job::said);
            for (String ended : List.of("server.err", "join1.err")) {
                assertTrue(job.said(ended).contains("never began: BRD-1423 a braid join on host1 names cluster 'wan'") && job.said(ended).contains("which nobody has put right within --timeout 15.0 s; 1 of 2 ranks had not joined"), job::said);
            }
        }
    }

    /** One join's ranks are threads, two of a process, the other's is a process: one by one of the host, and beside another host. */
    @Test
    void ranksThatAreThreadsAreInProcessesWhicheverJoinBringsThem() throws Exception {
        if (!TestHosts.areThere()) {
            return;
        }
        for (int hosts = 1; hosts <= 2; hosts++) {
            Path own = directory.resolve("of" + hosts);
            try (TestHosts all = TestHosts.up(hosts, directory); HostedJob job = HostedJob.serve(all, own, "-n", Integer.toString(4 + hosts), "--report", "topology")) {
                job.join(1, "--ranks", "0-3", "--ranks-per-process", "2", WHO_AM_I).getOutputStream().close();
                job.await("server.err", "more to come");
                job.join(1, "--ranks", "4", WHO_AM_I).getOutputStream().close();
                if (hosts == 2) {
                    job.join(2, "--ranks", "5", WHO_AM_I).getOutputStream().close();
                }
                assertEquals(Collections.nCopies(2 + hosts, 0), job.codes(), job::said);
                assertTrue(job.said("join1.err").matches("(?s).*host host1\\S* +ranks 0-4\n +process 0 +ranks 0-1\n +process 1 +ranks 2-3\n +process 2 +rank 4\n.*"), job::said);
            }
        }
    }

    @Test
    void namedLevelsAreNotMeasured() throws Exception {
        run(ROUND_TRIP_MS, List.of("--levels", "named"), List.of(), job -> assertFalse(job.said().contains("site") || job.said().contains("measured"), job::said));
    }

    @Test
    void namesStandAndThatTheyContradictTheNetworkIsSaidOnce() throws Exception {
        run(ROUND_TRIP_MS, List.of(), List.of("--site", "paris"), job -> {
            assertTrue(job.said("join1.err").contains("site paris"), job::said);
            assertEquals(2, job.said().split("are named as of one place, and a round trip between them takes ", -1).length, job::said);
            assertFalse(job.said().contains("measured"), job::said);
        });
    }
}
