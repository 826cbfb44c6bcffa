package org.braid.base.os;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM of the test's own kind, talked to by lines; killed at the end of the test at the latest. */
public final class ChildJvm implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;
    private final PrintWriter in;

    private ChildJvm(ProcessBuilder builder) throws IOException {
        process = builder.start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Starts {@code main} with the given JVM options and arguments. */
    public static ChildJvm start(Class<?> main, List<String> options, String... arguments) throws IOException {
        return new ChildJvm(new ProcessBuilder(command(main, options, arguments)).redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /** As {@link #start}, with error output among the lines. */
    static ChildJvm startMergingErrors(Class<?> main, List<String> options, String... arguments) throws IOException {
        return new ChildJvm(new ProcessBuilder(command(main, options, arguments)).redirectErrorStream(true));
    }

    static List<String> command(Class<?> main, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    long pid() {
        return process.pid();
    }

    /** The next line that the child prints. */
    String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the child JVM ended early");
        }
        return line;
    }

    void tell(String line) {
        in.println(line);
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    /** {@code kill -9}, and gone when this returns. */
    void kill() {
        process.destroyForcibly();
        exitCode();
    }

    public int exitCode() {
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the child JVM did not end within " + DEADLINE_SECONDS + " s");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
