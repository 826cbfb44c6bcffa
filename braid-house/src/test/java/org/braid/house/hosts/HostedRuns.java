package org.braid.house.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.testkit.hosts.TestHosts;

/** Jobs of {@code braid run}, each on a host of its own; what the one on host 1 prints goes to {@code run1.out} and {@code run1.err}. */
final class HostedRuns implements AutoCloseable {
    private static final String SCHEME = "braid:2:";

    private final TestHosts hosts;
    private final Path directory;
    private final List<Process> runs = new ArrayList<>();

    HostedRuns(TestHosts hosts, Path directory) {
        this.hosts = hosts;
        this.directory = directory;
    }

    /** A port's name with a capability that was drawn for none. */
    static String withAnotherKey(String port) {
        JobAddress address = JobAddress.parse(port.substring(SCHEME.length()));
        return SCHEME + new JobAddress(address.hosts(), address.port(), Secret.random()).text();
    }

    /** Starts the next one: the first on host 1, the second on host 2, and any more where the one before has ended, whose files it takes over. */
    void start(int host, String... words) throws IOException {
        runs.add(HostedJob.start(hosts, directory, host, "run" + host, "run", List.of(words)));
    }

    HostWatch hosts() {
        return new HostWatch(hosts);
    }

    String out(int host) throws IOException {
        return text("run" + host + ".out");
    }

    String err(int host) throws IOException {
        return text("run" + host + ".err");
    }

    private String text(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.readString(path) : "";
    }

    /** Waits until the job of a host has printed a text. */
    void await(int host, String text) throws IOException, InterruptedException {
        for (int nap = 0; !out(host).contains(text); nap++) {
            if (nap == HostedJob.NAPS) {
                throw new AssertionError("it never said '" + text + "', but:\n" + said());
            }
            TimeUnit.MILLISECONDS.sleep(HostedJob.NAP_MS);
        }
    }

    /** Ends the standard input of a host's job, which was empty. */
    void endInput(int host) throws IOException {
        runs.get(host - 1).getOutputStream().close();
    }

    /** The exit code of a job, once it has ended; by the order in which they were started, from 1, so that the first two have the numbers of their hosts. */
    int code(int number) throws InterruptedException {
        Process run = runs.get(number - 1);
        for (int nap = 0; !run.waitFor(HostedJob.NAP_MS, TimeUnit.MILLISECONDS); nap++) {
            if (nap == HostedJob.NAPS) {
                throw new AssertionError("it has not ended:\n" + said());
            }
        }
        return run.exitValue();
    }

    List<Integer> codes() throws InterruptedException {
        return List.of(code(1), code(2));
    }

    /** All that was printed, for messages of assertions. */
    String said() {
        try {
            return out(1) + err(1) + "---\n" + out(2) + err(2);
        } catch (IOException e) {
            return String.valueOf(e);
        }
    }

    @Override
    public void close() {
        runs.forEach(Process::destroyForcibly);
    }
}
