package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.braid.testkit.hosts.TestHosts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts for each test; none where they cannot be made, which CI's script says. */
@ExtendWith(WhereHostsCanBeMade.class)
abstract class TwoHosts {
    static final String PING_PONG = PingPong.class.getName();
    static final String BYTES = "4000";

    @TempDir
    Path directory;

    private @Nullable TestHosts made;

    @BeforeEach
    void makeHosts() throws IOException {
        made = TestHosts.areThere() ? TestHosts.up(2, directory) : null;
    }

    /** Those of this test. */
    final TestHosts hosts() {
        return Objects.requireNonNull(made, "no test runs where there are none");
    }

    @AfterEach
    void closeHosts() throws IOException {
        if (made != null) {
            made.close();
        }
    }

    /** Two ranks that exchange messages for ever, one on each host. */
    HostedJob endless(TestHosts hosts) throws IOException, InterruptedException {
        HostedJob job = HostedJob.serve(hosts, directory, "-n", "2");
        job.join(1, "--ranks", "0", PING_PONG, BYTES);
        job.join(2, "--ranks", "1", PING_PONG, BYTES);
        job.await("join1.out", "alive");
        return job;
    }

    /** Two ranks, one on each host, that ask for processes. */
    HostedJob asking(TestHosts hosts, String... arguments) throws IOException, InterruptedException {
        HostedJob job = HostedJob.serve(hosts, directory, "-n", "2", "--report", "links");
        job.join(1, ofRank("0", arguments));
        job.join(2, ofRank("1", arguments));
        return job;
    }

    static String[] ofRank(String rank, String... arguments) {
        String[] words = new String[3 + arguments.length];
        words[0] = "--ranks";
        words[1] = rank;
        words[2] = Spawns.class.getName();
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        return words;
    }

    static void assertNothingIsLeft(HostedJob job) throws IOException, InterruptedException {
        for (int host = 1; host <= 2; host++) {
            assertEquals(0, job.jvmsOn(host), "JVMs on host " + host);
            assertEquals("", job.leftOn(host), "files on host " + host);
        }
    }
}
