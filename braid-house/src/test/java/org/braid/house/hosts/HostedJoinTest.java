package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Two processes on different hosts that give a socket of their programs to {@code join}: ranks of one job, and strangers with and without something that protects the socket. */
class HostedJoinTest extends TwoHosts {
    private static final String JOINS = Joins.class.getName();

    private void assertMet(String said1, String said2, String all) {
        assertTrue(said1.contains("met 2\nheard 11 within 0\n"), all);
        assertTrue(said2.contains("met 1\nheard 12 within 0\n"), all);
    }

    @Test
    @Execution(CONCURRENT)
    void ranksOfOneJobMeetBySomethingThatNeitherShowsAndTheSocketStaysTheirs() throws Exception {
        TestHosts hosts = hosts();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--report", "links")) {
            job.join(1, "--ranks", "0", JOINS, "meet");
            job.join(2, "--ranks", "1", JOINS, "meet");
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            assertMet(job.said("join1.out"), job.said("join2.out"), job.said());
            assertFalse(job.said("join2.err").matches("(?s).*link \\d -> \\d: tcp.*"), job::said);
            assertNothingIsLeft(job);
        }
    }

    /** One rank on each host; the first word of the program's arguments is what its process does. */
    private HostedRuns strangers(TestHosts hosts, List<String> options, List<String> first, List<String> second) throws IOException, InterruptedException {
        HostedRuns runs = new HostedRuns(hosts, directory);
        runs.start(1, words(options, first));
        runs.await(1, "listens");
        runs.start(2, words(options, second));
        return runs;
    }

    private static String[] words(List<String> options, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("-n", "1"));
        words.addAll(options);
        words.add(JOINS);
        words.addAll(arguments);
        return words.toArray(String[]::new);
    }

    private HostedRuns meeting(TestHosts hosts, List<String> options, String... arguments) throws IOException, InterruptedException {
        return strangers(hosts, options, List.of(arguments), List.of(arguments));
    }

    @Test
    @Execution(CONCURRENT)
    void strangersAtAPlainSocketAreRefusedOnBothSidesWithWhatToDo() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = meeting(hosts, List.of(), "meet")) {
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            for (int host = 1; host <= 2; host++) {
                assertTrue(runs.out(host).contains("told 43 ") && runs.out(host).contains("no secret in common") && runs.out(host).contains("SSLSocket"), runs::said);
            }
        }
    }

    @Test
    @Execution(CONCURRENT)
    void strangersWhoseUsersAllowItMeetByAPlainSocket() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = meeting(hosts, List.of("--allow-clear"), "meet")) {
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            assertMet(runs.out(1), runs.out(2), runs.said());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void strangersWhoseProgramsHaveATlsSocketMeetAndAKilledOneIsMissed() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = meeting(hosts, List.of(), "wait", keyStore())) {
            runs.await(1, "heard 11");
            runs.await(2, "heard 12");
            runs.hosts().signal(2, "KILL", "braid.rank=0");
            assertEquals(List.of(0, 137), runs.codes(), runs::said);
            assertMet(runs.out(1), runs.out(2), runs.said());
            assertTrue(runs.out(1).contains("told 75\n"), runs::said);
        }
    }

    private String keyStore() throws IOException, InterruptedException {
        Path file = directory.resolve("keys.p12");
        List<String> words = List.of(
                System.getProperty("java.home") + "/bin/keytool", "-genkeypair", "-alias", "both", "-keyalg", "EC", "-dname", "CN=10.77.0.1", "-ext", "san=ip:10.77.0.1", "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", "password");
        assertEquals(0, new ProcessBuilder(words).inheritIO().start().waitFor());
        return file.toString();
    }

    /** The process at the other end does not join, and the network between the two vanishes: no system tells. What this one has said has come, so that nothing but the silence is there to be noticed. */
    @Test
    @Execution(CONCURRENT)
    void whoJoinsAloneIsToldOfACut() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = strangers(hosts, List.of(), List.of("meet"), List.of("never"))) {
            runs.await(2, "saw 66");
            hosts.cut(1, 2);
            assertEquals(0, runs.code(1), runs::said);
            assertTrue(runs.out(1).contains("told 43 "), runs::said);
        }
    }

    /** The other host has not acknowledged a word: while it owes that, the system asks for no other sign of life. */
    private void assertToldThoughNothingWasAcknowledged(TestHosts hosts, String... store) throws Exception {
        try (HostedRuns runs = strangers(hosts, List.of(), words("late", store), words("never", store))) {
            runs.await(1, "is connected");
            runs.await(2, "does not join");
            hosts.cut(1, 2);
            runs.endInput(1);
            assertEquals(0, runs.code(1), runs::said);
            assertTrue(runs.out(1).contains("told 43 ") && runs.out(1).contains("has acknowledged nothing for 11 s"), runs::said);
        }
    }

    private static List<String> words(String what, String... store) {
        List<String> words = new ArrayList<>(List.of(what));
        words.addAll(List.of(store));
        return words;
    }

    @Test
    @Execution(CONCURRENT)
    void whoJoinsBehindACutIsTold() throws Exception {
        TestHosts hosts = hosts();
        assertToldThoughNothingWasAcknowledged(hosts);
    }

    @Test
    @Execution(CONCURRENT)
    void soIsWhoJoinsBySomethingThatIsProtected() throws Exception {
        TestHosts hosts = hosts();
        assertToldThoughNothingWasAcknowledged(hosts, keyStore());
    }

    @Test
    @Execution(CONCURRENT)
    void aCutThatHealsBeforeTheFirstWordIsGivenUpKeepsNobodyFromMeeting() throws Exception {
        TestHosts hosts = hosts();
        try (HostedRuns runs = strangers(hosts, List.of("--allow-clear"), List.of("late"), List.of("late"))) {
            runs.await(1, "is connected");
            runs.await(2, "is connected");
            hosts.cut(1, 2);
            runs.endInput(1);
            runs.endInput(2);
            runs.hosts().awaitUnacknowledged(1);
            runs.hosts().awaitUnacknowledged(2);
            hosts.heal(1, 2);
            assertEquals(List.of(0, 0), runs.codes(), runs::said);
            assertMet(runs.out(1), runs.out(2), runs.said());
        }
    }
}
