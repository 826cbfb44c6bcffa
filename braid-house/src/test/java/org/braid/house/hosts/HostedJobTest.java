package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Whole jobs over two hosts, by {@code braid server} and {@code braid join}. */
class HostedJobTest extends TwoHosts {
    private static final String WHO_AM_I = WhoAmI.class.getName();

    @Test
    @Execution(CONCURRENT)
    void ranksAreWhereTheyWereAskedForAndEachJoinPrintsItsOwn() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4", "--report", "links")) {
            Process first = job.join(1, "--ranks", "0,2", WHO_AM_I);
            job.await("server.err", "2 more to come");
            job.join(2, "-n", "2", WHO_AM_I);
            try (var in = first.getOutputStream()) {
                in.write("hello\n".getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.out").matches("(?s).*rank 0 of 4 on host1 sum 6 listens at \\d told hello.*"), job::said);
            assertTrue(job.said("join1.out").contains("rank 2 of 4 on host1 sum 6"));
            assertTrue(job.said("join2.out").contains("rank 1 of 4 on host2 sum 6"));
            assertTrue(job.said("join2.out").contains("rank 3 of 4 on host2 sum 6"));
            String links = job.said("join1.err") + job.said("join2.err");
            assertTrue(links.contains("link 0 -> 1: tls"), links);
            assertTrue(links.contains("; host host1 (10.77.0.1) -> host2 (10.77.0.2)"), links);
            assertTrue(links.matches("(?s).*connection 0 -> 1: tls by eth0 10\\.77\\.0\\.1 -> 10\\.77\\.0\\.2:\\d+, TLSv1\\.3 TLS_AES_\\d+_GCM_SHA\\d+.*|.*connection 1 -> 0: tls by eth0 10\\.77\\.0\\.2 -> 10\\.77\\.0\\.1:.*"), links);
            assertFalse(links.matches("(?s).*link [02] -> [13]: (shm|unix|local|tcp).*"), links);
            assertNothingIsLeft(job);
        }
    }

    /** A collective crosses the network once: of each host one rank calls, and is called, however many there are. */
    @Test
    @Execution(CONCURRENT)
    void ofEachHostOneRankConnectsForACollectiveAndTheOthersDoNotEvenListen() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "6", "--report", "links", "--method", "host=shm, *=tls")) {
            job.join(1, "--ranks", "0,2,4", WHO_AM_I).getOutputStream().close();
            job.join(2, "--ranks", "1,3,5", WHO_AM_I);
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            String links = job.said("join1.err") + job.said("join2.err");
            assertTrue(links.contains("link 0 -> 1: tls") && links.contains("link 3 -> 1: shm"), links);
            assertFalse(links.matches("(?s).*(link|connection) [2-5] -> \\d: tls.*"), links);
            String printed = job.said("join1.out") + job.said("join2.out");
            for (int rank = 2; rank < 6; rank++) {
                assertTrue(printed.matches("(?s).*rank " + rank + " of 6 on host\\d sum 15 listens at 0\\n.*"), job::said);
            }
        }
    }

    /** What names say is for people, and an address is tried. The one that both have leads either back to where the call came from. */
    @Test
    @Execution(CONCURRENT)
    void twoHostsOfOneNameAndOneAddressAreTwoHosts() throws Exception {
        TestHosts hosts = hosts();
        for (int host = 1; host <= 2; host++) {
            assertEquals("", hosts.said(host, "sh", "-c", "hostname twin; ip link add twin type veth peer name other; ip addr add 192.168.7.1/24 dev twin; ip link set twin up; ip link set other up"));
        }
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4", "--report", "links")) {
            assertTrue(job.ticket().contains("192.168.7.1"), job.ticket());
            job.join(1, "--ranks", "0,2", WHO_AM_I).getOutputStream().close();
            job.join(2, "--ranks", "1,3", WHO_AM_I);
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            String links = job.said("join1.err") + job.said("join2.err");
            assertTrue(links.matches("(?s).*link 0 -> 1: tls [^\\n]*; host twin \\([0-9.]+\\) -> twin \\(10\\.77\\.0\\.2\\)\\n.*"), links);
            assertFalse(links.matches("(?s).*link [02] -> [13]: (shm|unix|local|tcp).*"), links);
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aCutThatHealsCostsTimeAndNothingElse() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            hosts.cut(1, 2);
            job.await("server.err", "nothing was heard of host host2");
            int before = job.said("join1.out").length();
            hosts.heal(1, 2);
            job.await("server.err", "is heard of again");
            job.awaitLonger("join1.out", before + 64);
            job.signal(1, "INT", "braid.cli.Braid server");
            assertEquals(List.of(130, 130, 130), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("SIGINT"));
            assertNothingIsLeft(job);
        }
    }

    /** Both of what it may be in the middle of: the wait for others, whose seats it must not keep, and the job's beginning. */
    @Test
    @Execution(CONCURRENT)
    void aSignalAtAJoinThatWaitsEndsItAndGivesItsRanksToOthers() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--ticket-file", directory.resolve("ticket").toString())) {
            job.join(1, "--ranks", "0", PING_PONG, BYTES, "10");
            job.await("server.err", "1 more to come");
            job.signal(1, "INT", "braid.cli.Braid join");
            job.await("server.err", "host host1 (10.77.0.1) has left before the job began: ");
            job.join(2, "--ranks", "0", PING_PONG, BYTES, "10");
            job.join(1, "--ranks", "1", PING_PONG, BYTES, "10");
            assertEquals(List.of(0, 130, 0, 0), job.codes(), job::said);
            boolean hadHeardOfItsSeat = job.said("server.err").contains("it got signal 2 (SIGINT); 2 more to come"); // else it ends as any program does, and its connection with it
            assertTrue(hadHeardOfItsSeat || job.said("server.err").contains("the connection ended; 2 more to come"), job::said);
            assertEquals(hadHeardOfItsSeat, job.said("join1.err").contains("the job never began: this braid join got signal 2 (SIGINT)"), job::said);
            assertNothingIsLeft(job);
        }
        assertFalse(Files.exists(directory.resolve("ticket")));
    }

    @Test
    @Execution(CONCURRENT)
    void aMethodThatNobodyBringsIsFoundByTheJoin() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "1", "--method", "pigeon")) {
            job.join(1, PING_PONG, BYTES, "0");
            assertEquals(List.of(126, 126), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("could not be started: --method pigeon: no method has this name (BRD-1304) on host1"), job::said);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoComesInVainIsToldWhy() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PING_PONG, BYTES);
            job.await("server.err", "1 more to come");
            job.join(2, "--ranks", "0", PING_PONG, BYTES);
            job.await("join2.err", "BRD-1405");
            job.join(2, "-n", "2", PING_PONG, BYTES);
            job.await("join3.err", "BRD-1420");
            int key = job.ticket().lastIndexOf('/') + 5;
            job.joinBy(job.ticket().substring(0, key) + (job.ticket().charAt(key) == 'x' ? 'y' : 'x') + job.ticket().substring(key + 1), 2, PING_PONG, BYTES);
            job.await("join4.err", "BRD-1401");
            job.signal(1, "INT", "braid.cli.Braid server");
            assertEquals(List.of(130, 130, 125, 125, 125), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("never began"), job::said);
            assertTrue(job.said("join1.err").contains("1 of 2 ranks had not joined"), job::said);
            assertTrue(job.said("join2.err").contains("hint         Name other ranks, or none"), job::said);
            assertTrue(job.said("join3.err").contains("hint         Start the server with a larger -n, or fewer joins"), job::said);
        }
    }

    /** Its join and its rank alike, as when a machine sleeps for a moment. */
    @Test
    @Execution(CONCURRENT)
    void aHostThatStandsStillAndComesBackHasMissedNothing() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = endless(hosts)) {
            job.signal(2, "STOP", "PingPong");
            job.await("server.err", "nothing was heard of host host2");
            job.signal(2, "CONT", "PingPong");
            job.resume(2);
            job.await("server.err", "is heard of again");
            job.awaitLonger("join1.out", job.said("join1.out").length() + 64);
            job.signal(1, "INT", "braid.cli.Braid server");
            assertEquals(List.of(130, 130, 130), job.codes(), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** And the server is found behind a name that means nothing here, which is said. */
    @Test
    @Execution(CONCURRENT)
    void inTheClearRanksOfTwoHostsSpeakOnlyWhereThatIsAllowed() throws Exception {
        TestHosts hosts = hosts();
        String[] words = {"-n", "2", "--method", "host=shm, *=tcp", "--report", "links"};
        try (HostedJob job = HostedJob.serve(hosts, directory.resolve("refused"), words)) {
            job.join(1, "--ranks", "0", PING_PONG, BYTES, "10");
            job.join(2, "--ranks", "1", PING_PONG, BYTES, "10");
            assertEquals(List.of(1, 1, 1), job.codes(), job::said);
            assertTrue(job.said("server.err").contains("tcp would carry its messages in the clear. Use a protected method, or allow it with --allow-clear"), job::said);
            assertNothingIsLeft(job);
        }
        List<String> allowed = new ArrayList<>(List.of(words));
        allowed.add("--allow-clear");
        try (HostedJob job = HostedJob.serve(hosts, directory.resolve("allowed"), allowed.toArray(new String[0]))) {
            job.join(1, "--ranks", "0", PING_PONG, BYTES, "10");
            job.joinBy("nowhere.invalid," + job.ticket(), 2, "--ranks", "1", PING_PONG, BYTES, "10");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertTrue(job.said("join1.err").matches("(?s).*connection 0 -> 1: tcp by eth0 10\\.77\\.0\\.1 -> .*") || job.said("join2.err").matches("(?s).*connection 1 -> 0: tcp by eth0 10\\.77\\.0\\.2 -> .*"), job::said);
            assertTrue(job.said("join2.err").contains("tried in vain: nowhere.invalid"), job::said);
            job.join(2, "--ranks", "1", PING_PONG, BYTES, "10");
            assertEquals(List.of(0, 0, 0, 125), job.codes(), job::said);
            assertTrue(job.said("join3.err").contains("BRD-1421"), () -> "a ticket that is stale: " + job.said());
            assertNothingIsLeft(job);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aNarrowNetworkCostsTimeAndNothingElse() throws Exception {
        TestHosts hosts = hosts();
        hosts.rate(1, "10mbit");
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2")) {
            job.join(1, "--ranks", "0", PING_PONG, "1000000", "3");
            job.join(2, "--ranks", "1", PING_PONG, "1000000", "3");
            job.await("server.err", "the job begins");
            long startNs = System.nanoTime();
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            long tookMs = (System.nanoTime() - startNs) / 1_000_000;
            assertTrue(tookMs > 2_000, () -> "24 million bits at 10 million a second within " + tookMs + " ms");
            assertNothingIsLeft(job);
        }
    }
}
