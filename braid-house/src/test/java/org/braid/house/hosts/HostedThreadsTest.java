package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** {@code braid join --ranks-per-process}, over two hosts whose ranks do not follow each other: ranks that are threads of one process are told what they would be told in processes of their own. */
class HostedThreadsTest extends TwoHosts {
    private static final String SEATED = Seated.class.getName();
    private static final String EACH = "--ranks-per-process";

    /** Ranks 0, 2 and 4 in one process of the first host, ranks 1, 3 and 5 in one of the second. */
    private HostedJob cyclic(TestHosts hosts, String... words) throws IOException, InterruptedException {
        HostedJob job = HostedJob.serve(hosts, directory, "-n", "6");
        for (int host = 1; host <= 2; host++) {
            String[] line = {"--ranks", host == 1 ? "0,2,4" : "1,3,5", EACH, "3", SEATED, words[0], words.length > 1 ? words[1] : ""};
            job.join(host, line);
        }
        return job;
    }

    /** The two joins of the first host have different numbers of processes, and the last process of one of them holds one rank. */
    @Test
    @Execution(CONCURRENT)
    void ranksOfOneHostShareProcessesWhateverTheirNumbersAre() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "8", "--report", "links")) {
            Process first = job.join(1, "--ranks", "6,0,3", EACH, "2", "--tag-output", SEATED, "own");
            job.join(1, "--ranks", "2,5", EACH, "2", "--tag-output", SEATED, "own");
            job.join(2, "--ranks", "7,4,1", EACH, "3", "--tag-output", SEATED, "own");
            try (var in = first.getOutputStream()) {
                in.write("hello\n".getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(List.of(0, 0, 0, 0), job.codes(), job::said);
            String printed = job.said("join1.out") + job.said("join2.out") + job.said("join3.out");
            for (int rank = 0; rank < 8; rank++) {
                String line = "[" + rank + "]<stdout>: rank " + rank + " on host" + (rank % 3 == 1 ? 2 : 1) + " started 1 sum 28 told '" + (rank == 0 ? "hello" : "") + "' in ";
                assertTrue(printed.contains(line), job::said);
            }
            assertTrue(process(printed, 0) == process(printed, 3) && process(printed, 2) == process(printed, 5), printed);
            assertTrue(process(printed, 1) == process(printed, 4) && process(printed, 1) == process(printed, 7), printed);
            assertTrue(process(printed, 6) != process(printed, 0) && process(printed, 6) != process(printed, 2) && process(printed, 0) != process(printed, 2), printed);
            String links = job.said("join1.err") + job.said("join2.err") + job.said("join3.err");
            assertTrue(links.matches("(?s).*link (0 -> 3|3 -> 0): local.*") && links.contains(": shm") && links.contains(": tls"), links);
            assertFalse(links.matches("(?s).*link [0-7] -> [0-7]: (unix|tcp).*"), links);
            assertNothingIsLeft(job);
        }
    }

    private static long process(String printed, int rank) {
        Matcher found = Pattern.compile("rank " + rank + " on .* in (\\d+)\n").matcher(printed);
        assertTrue(found.find(), printed);
        return Long.parseLong(found.group(1));
    }

    @Test
    @Execution(CONCURRENT)
    void whoExitsEndsItselfAlone() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = cyclic(hosts, "exits", directory.resolve("exited").toString())) {
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            String printed = job.said("join1.out") + job.said("join2.out");
            assertEquals(List.of("rank 1 goes on", "rank 2 goes on", "rank 3 goes on", "rank 4 goes on", "rank 5 goes on"), printed.lines().sorted().toList());
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoThrowsEndsTheJobOnAllHosts() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = cyclic(hosts, "mischief")) {
            assertEquals(List.of(1, 1, 1), job.codes(), job::said);
            assertTrue(job.said("server.err").matches("(?s).* rank \\d \\(a thread of pid \\d+ on host\\d\\) threw java\\.lang\\.IllegalStateException: rank \\d knows no mischief at .*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aProcessThatIsKilledTakesAllItsRanksWithItWhichIsSaid() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = cyclic(hosts, "waits")) {
            job.await("join1.out", "ready\nready\nready\n");
            job.await("join2.out", "ready\nready\nready\n");
            job.signal(2, "KILL", "braid.ranks.here=1,3,5");
            assertEquals(List.of(137, 137, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").matches("(?s).* rank 1 \\(a thread of pid \\d+ on host2\\) was killed by signal 9.*\n  with it +ranks 3, 5, of the same process\n.*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatWaitForEachOtherAreToldSo() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = cyclic(hosts, "stuck")) {
            assertEquals(List.of(3, 3, 3), job.codes(), job::said);
            String printed = job.said("join1.out") + job.said("join2.out");
            assertTrue(printed.contains("is told: ") && printed.contains("Ranks wait for each other"), job::said);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aJoinThatIsKilledTakesItsRanksAlong() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = cyclic(hosts, "waits")) {
            job.await("join2.out", "ready\nready\nready\n");
            job.signal(2, "KILL", "braid.cli.Braid join");
            assertEquals(List.of(1, 1, 137), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("BRD-1419"), job::said);
            job.awaitNoJvm(2);
            assertNothingIsLeft(job);
        }
    }
}
