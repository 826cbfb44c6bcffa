package org.braid.house.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.cli.run.PreparedBraid;
import org.braid.testkit.hosts.TestHosts;

/** A job over hosts for tests: its server on the first of them, and joins where the test wants them. What each prints goes to a file of its own. */
final class HostedJob implements AutoCloseable {
    /** In naps, not by the clock: while the whole machine stands still, so does what is waited for. */
    static final int NAPS = 3000;

    static final int NAP_MS = 20;

    private final TestHosts hosts;
    private final Path directory;
    private final Process server;
    private final List<Process> joins = new ArrayList<>();
    private final String ticket;

    private HostedJob(TestHosts hosts, Path directory, Process server, List<String> words) throws IOException, InterruptedException {
        this.hosts = hosts;
        this.directory = directory;
        this.server = server;
        int option = words.indexOf("--ticket-file");
        String file = option < 0 ? "server.out" : directory.relativize(Path.of(words.get(option + 1))).toString();
        await(file, "/");
        ticket = option < 0 ? said(file).strip() : "@" + directory.resolve(file);
    }

    static HostedJob serve(TestHosts hosts, Path directory, String... words) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        return new HostedJob(hosts, directory, start(hosts, directory, 1, "server", "server", List.of(words)), List.of(words));
    }

    static Process start(TestHosts hosts, Path directory, int host, String name, String command, List<String> words) throws IOException {
        List<String> line = new ArrayList<>(PreparedBraid.launcher());
        line.add(command);
        line.addAll(words);
        ProcessBuilder builder = hosts.on(host, line).redirectOutput(directory.resolve(name + ".out").toFile()).redirectError(directory.resolve(name + ".err").toFile());
        builder.environment().put("CLASSPATH", PreparedBraid.testClasses());
        builder.environment().put("BRAID_CACHE", "/tmp/cache");
        builder.environment().put("XDG_RUNTIME_DIR", "/tmp");
        return builder.start();
    }

    String ticket() {
        return ticket;
    }

    /** Joins from a host, with the ticket that the server has printed; its files are called {@code join1} and so on. */
    Process join(int host, String... words) throws IOException {
        return joinBy(ticket, host, words);
    }

    Process joinBy(String other, int host, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(other));
        all.addAll(List.of(words));
        Process join = start(hosts, directory, host, "join" + (joins.size() + 1), "join", all);
        joins.add(join);
        return join;
    }

    String said(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.readString(path) : "";
    }

    /** Waits until one of the processes has printed a text. */
    void await(String file, String text) throws IOException, InterruptedException {
        for (int nap = 0; !said(file).contains(text); nap++) {
            if (nap == NAPS) {
                throw new AssertionError(file + " never said '" + text + "', but:\n" + everything());
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /** Waits until a file has more than so many letters. */
    void awaitLonger(String file, int length) throws IOException, InterruptedException {
        for (int nap = 0; said(file).length() <= length; nap++) {
            if (nap == NAPS) {
                throw new AssertionError(file + " has not grown:\n" + everything());
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /** Waits until a host has no JVM any more: ranks of a join that was killed end themselves. */
    void awaitNoJvm(int host) throws IOException, InterruptedException {
        for (int nap = 0; jvmsOn(host) > 0; nap++) {
            if (nap == NAPS / 10) {
                throw new AssertionError("there are still JVMs:\n" + everything());
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /** Exit codes of the server and the joins, in this order, once all have ended. */
    List<Integer> codes() throws IOException, InterruptedException {
        List<Integer> codes = new ArrayList<>();
        codes.add(code(server));
        for (Process join : joins) {
            codes.add(code(join));
        }
        return codes;
    }

    /** The server's alone, once it has ended. */
    int serverCode() throws IOException, InterruptedException {
        return code(server);
    }

    private int code(Process process) throws IOException, InterruptedException {
        for (int nap = 0; !process.waitFor(NAP_MS, TimeUnit.MILLISECONDS); nap++) {
            if (nap == NAPS) {
                throw new AssertionError("it has not ended:\n" + everything());
            }
        }
        return process.exitValue();
    }

    /** As {@link HostWatch#signal}. */
    void signal(int host, String signal, String part) throws IOException, InterruptedException {
        new HostWatch(hosts).signal(host, signal, part);
    }

    /** Has a join go on that was stopped, by its number from 1. The process that brought it onto its host has stopped with it, and passes this on. */
    void resume(int join) throws IOException, InterruptedException {
        resume(joins.get(join - 1));
    }

    /** The same of the server. */
    void resumeServer() throws IOException, InterruptedException {
        resume(server);
    }

    private static void resume(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", "CONT", Long.toString(process.pid())).inheritIO().start().waitFor();
    }

    /** How many JVMs a host has. */
    int jvmsOn(int host) throws IOException, InterruptedException {
        return new HostWatch(hosts).jvmsOn(host);
    }

    /** As {@link HostWatch#leftOn}. */
    String leftOn(int host) throws IOException, InterruptedException {
        return new HostWatch(hosts).leftOn(host);
    }

    /** All that was printed, for messages of assertions. */
    String said() {
        try {
            return everything();
        } catch (IOException e) {
            return String.valueOf(e);
        }
    }

    private String everything() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= joins.size(); i++) {
            String name = i == 0 ? "server" : "join" + i;
            text.append("--- ").append(name).append('\n').append(said(name + ".out")).append(said(name + ".err"));
        }
        return text.toString();
    }

    @Override
    public void close() {
        server.destroyForcibly();
        joins.forEach(Process::destroyForcibly);
    }
}
