package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.braid.testkit.hosts.Distances;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code BRAID_PROFILE=measured} over hosts that are far from each other: what a job measures when it begins, and what becomes of it when a rank dies meanwhile, or measures nothing. */
@ExtendWith(WhereHostsCanBeMade.class)
class HostedMeasuredTest {
    private static final int TRIES = 3;
    private static final int FAR_MS = 20;
    private static final int FARTHER_MS = 150;
    private static final int BYTES = 64 << 10;
    private static final String MEASURES = Measures.class.getName();
    private static final String MEASURED = "BRAID_PROFILE=measured";

    @TempDir
    private Path directory;

    private static int[][] allFar(int hosts, int roundTripMs) {
        int[][] all = new int[hosts][hosts];
        for (int one = 0; one < hosts; one++) {
            for (int other = 0; other < hosts; other++) {
                all[one][other] = one == other ? 0 : roundTripMs;
            }
        }
        return all;
    }

    private static String byRule() {
        List<Place> places = List.of(Place.of("", "", "a"), Place.of("", "", "b"), Place.of("", "", "c"), Place.of("", "", "d"));
        return RuleTable.of(Topology.of(Level.toHosts(), places)).choose(Operation.BCAST, 4, 0, BYTES, false, true).algorithm().text();
    }

    /** Where a hop takes 10 ms a vector goes whole to each rank, and not in parts that go round once more; unless a busy machine carries so few bytes in that time that parts are right, so one of three jobs has to measure what the links can. */
    @Test
    void aJobMeasuresTheSlowLinkAndAllRanksChooseAlikeByItWhatTheRulesDoNotAndWhatIsNotSlower() throws Exception {
        boolean whole = false;
        for (int tries = 0; tries < TRIES && !whole; tries++) {
            whole = goesWhole(Files.createDirectory(directory.resolve("try" + tries)));
        }
        assertTrue(whole, "a vector went in parts each time");
    }

    private static boolean goesWhole(Path directory) throws Exception {
        try (TestHosts hosts = TestHosts.up(4, directory); Distances _ = hosts.distances(allFar(4, FAR_MS)); HostedJob job = HostedJob.serve(hosts, directory, "-n", "4", "--report", "topology")) {
            for (int host = 1; host <= 4; host++) {
                job.join(host, "--ranks", Integer.toString(host - 1), "-x", MEASURED, MEASURES, "bcast:" + BYTES + ":" + byRule());
            }
            assertEquals(List.of(0, 0, 0, 0, 0), job.codes(), job::said);
            Matcher measured = Pattern.compile("(?m)^braid: measured at MPI.Init:\n +cluster latency=(\\d+)ns ").matcher(job.said("join1.err"));
            assertTrue(measured.find() && Long.parseLong(measured.group(1)) >= FAR_MS * 400_000L, job::said);
            Matcher chosen = Pattern.compile("bcast of " + BYTES + ": (\\S+) by cost, " + byRule() + " beside it\n").matcher(job.said("join1.out"));
            assertTrue(chosen.find(), job::said);
            for (int host = 2; host <= 4; host++) {
                assertTrue(job.said("join" + host + ".out").contains(chosen.group()), job::said);
            }
            if (!chosen.group(1).equals("linear")) {
                return false;
            }
            Matcher took = Pattern.compile("took (\\d+) us, (\\d+) beside it").matcher(job.said("join1.out"));
            assertTrue(took.find() && Long.parseLong(took.group(1)) <= 1.25 * Long.parseLong(took.group(2)), job::said);
            return true;
        }
    }

    /** 25 round trips and more, from when its first lane is there. */
    @Test
    void aRankThatIsKilledWhileCostsAreMeasuredEndsTheJobOnBothHosts() throws Exception {
        try (TestHosts hosts = TestHosts.up(2, directory); Distances _ = hosts.distances(allFar(2, FARTHER_MS)); HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--report", "links,topology")) {
            for (int host = 1; host <= 2; host++) {
                job.join(host, "--ranks", Integer.toString(host - 1), "-x", MEASURED, MEASURES);
            }
            job.await("join1.err", "link 0 -> 1");
            job.signal(2, "KILL", "braid.rank=1");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
        }
    }

    @Test
    void thatARankMeasuresNothingIsToldOnAll() throws Exception {
        try (TestHosts hosts = TestHosts.up(2, directory); HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", "-x", MEASURED, MEASURES);
            job.join(2, "--ranks", "1", "-x", "BRAID_PROFILE=", MEASURES);
            assertEquals(List.of(1, 1, 1), job.codes(), job::said);
            String said = job.said("server.err");
            assertTrue(said.contains("there rank 0 calls MPI.Init under BRAID_PROFILE=measured and rank 1 calls barrier. Set BRAID_PROFILE alike"), job::said);
        }
    }
}
