package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.braid.base.os.SocketDirectories;
import org.braid.launch.signal.Signals;

/**
 * A real {@code braid run} in a process of its own, as the tests see it. All bounds are counted in naps, not by the clock: while the whole machine stands still, so does what is waited for.
 */
final class TestJob implements AutoCloseable {
    static final long BOUND_S = 60;

    private final Path directory;
    private final Leftovers leftovers;
    private final Process launcher;
    private final BufferedReader out;
    private final long startNs = System.nanoTime();

    private TestJob(Path directory, Leftovers leftovers, Process launcher) {
        this.directory = directory;
        this.leftovers = leftovers;
        this.launcher = launcher;
        this.out = launcher.inputReader(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::bound);
    }

    /** So that no reader of its output waits for ever. */
    private void bound() {
        try {
            for (int seconds = 0; seconds < BOUND_S; seconds++) {
                if (launcher.waitFor(1, TimeUnit.SECONDS)) {
                    return; // and what it has printed is still to be read, which an end by force would close
                }
            }
            askForStacks();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        launcher.destroyForcibly();
    }

    /** What its processes do says where it hangs: their JVMs print that to the job's output. */
    private void askForStacks() throws InterruptedException {
        List<ProcessHandle> all = Stream.concat(Stream.of(launcher.toHandle()), launcher.descendants()).toList();
        try {
            for (ProcessHandle each : all) {
                signal("QUIT", each.pid());
            }
        } catch (IOException e) {
            System.out.println("no stacks of a job that hangs: " + e);
        }
        boolean ignored = launcher.waitFor(2, TimeUnit.SECONDS); // they print at once, unless they are stopped
    }

    /** Starts {@code braid run WORDS}; everything it leaves behind would be in {@code directory}. */
    static TestJob start(Path directory, String... words) throws IOException {
        return startUnder(List.of(), directory, words);
    }

    /** As {@link #start}, by a command that runs the rest of its words. */
    static TestJob startUnder(List<String> wrapper, Path directory, String... words) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(PreparedBraid.launcher());
        return launch(command, directory, words);
    }

    /** As {@link #start}, with Braid's classes in the directories of this build: for programs that belong to one of Braid's packages, and where a process of these tests takes part, which is of no other build then. */
    static TestJob startInPieces(Path directory, String... words) throws IOException {
        return launch(java("org.braid.cli.Braid"), directory, words);
    }

    private static TestJob launch(List<String> launcher, Path directory, String... words) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.add("run");
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(directory.resolve("err").toFile());
        builder.environment().put("XDG_RUNTIME_DIR", Files.createDirectories(directory.resolve("run")).toString());
        builder.environment().put("BRAID_TEST", directory.toString());
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        if (Stream.of(words).anyMatch(word -> word.startsWith("org.braid."))) {
            builder.environment().put("CLASSPATH", PreparedBraid.testClasses());
        }
        return new TestJob(directory, new Leftovers(), builder.start());
    }

    /** A program that nobody launches. */
    static TestJob program(Path directory, Class<?> main, String... words) throws IOException {
        List<String> command = java(main.getName());
        command.addAll(List.of(words));
        return new TestJob(directory, new Leftovers(), new ProcessBuilder(command).redirectError(directory.resolve("program-err").toFile()).start());
    }

    private static List<String> java(String main) {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main));
        return command;
    }

    /** What a finished job has said. */
    record Result(int code, String out, String err, long tookNs) {}

    static void assertCode(int code, Result result) {
        assertEquals(code, result.code(), result.err() + result.out());
    }

    /** Runs a job to its end, with a text on its standard input. */
    static Result run(Path directory, String input, String... words) throws IOException, InterruptedException {
        return start(directory, words).endAfter(input);
    }

    /** With a text on its standard input. */
    Result endAfter(String input) throws IOException, InterruptedException {
        try (this) {
            try (var in = launcher.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // The job ended without reading.
            }
            return end();
        }
    }

    Result end() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        char[] chars = new char[8192];
        for (int got = out.read(chars); got >= 0; got = out.read(chars)) {
            text.append(chars, 0, got);
        }
        if (!launcher.waitFor(BOUND_S, TimeUnit.SECONDS)) {
            throw new AssertionError("the launcher has not ended");
        }
        return new Result(launcher.exitValue(), text.toString(), errors(), System.nanoTime() - startNs);
    }

    String errors() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    /** Waits until the job has printed a text to its standard error. */
    void awaitErrors(String text) throws IOException, InterruptedException {
        awaitErrors(1, text);
    }

    void awaitErrors(int times, String text) throws IOException, InterruptedException {
        for (long naps = BOUND_S * 50; count(errors(), text) < times; naps--) {
            if (naps == 0) {
                throw new AssertionError("never said '" + text + "', but: " + errors());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    static int count(String all, String part) {
        return all.split(Pattern.quote(part), -1).length - 1;
    }

    /** The next line that the job prints. */
    String nextLine() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError("the job ended early: " + errors());
        }
        return line;
    }

    /** Waits until the job has printed this next, and no line's end need follow. */
    void awaitOutput(String text) throws IOException {
        char[] got = new char[text.length()];
        int count = 0;
        while (count < got.length) {
            int more = out.read(got, count, got.length - count);
            if (more < 0) {
                throw new AssertionError("the job ended after '" + new String(got, 0, count) + "': " + errors());
            }
            count += more;
        }
        assertEquals(text, new String(got));
    }

    /** Puts a text on the job's standard input, as a user who waits for what comes next. */
    void type(String text) throws IOException {
        launcher.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        launcher.getOutputStream().flush();
    }

    /** Waits until every rank has printed {@code ready PID}, and returns the pids, unordered. */
    List<Long> awaitReady(int ranks) throws IOException {
        List<Long> pids = new ArrayList<>();
        while (pids.size() < ranks) {
            String line = nextLine();
            if (line.contains("ready ")) {
                pids.add(Long.parseLong(line.substring(line.indexOf("ready ") + 6)));
            }
        }
        return pids;
    }

    /** What every process of this test's jobs has in its environment. */
    String mark() {
        return "BRAID_TEST=" + directory;
    }

    Process launcher() {
        return launcher;
    }

    /** Everything in the directory where jobs keep their sockets. */
    List<Path> leftFiles() throws IOException {
        try (var files = Files.walk(directory.resolve("run"))) {
            return files.skip(1).toList();
        }
    }

    /** Runs a job over sockets and kills all its processes at once: whose sockets they were is not there any more to remove them. */
    static void killWhole(Path directory) throws Exception {
        try (TestJob job = start(directory, "-n", "2", "--method", "unix", MpiActor.class.getName(), "8")) {
            List<Long> pids = job.awaitReady(2);
            job.nextLine(); // they have exchanged a message
            signal("STOP", job.launcher().pid());
            for (long pid : pids) {
                signal("KILL", pid);
            }
            signal("KILL", job.launcher().pid());
            for (long pid : pids) {
                ends(pid, 1000 * BOUND_S);
            }
        }
        if (socketDirectories(directory).isEmpty()) {
            throw new AssertionError("nobody had listened");
        }
    }

    /** Where processes of this test's jobs listen, or have listened. */
    static List<Path> socketDirectories(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("run"))) {
            return all.filter(each -> each.getFileName().toString().startsWith(SocketDirectories.PREFIX)).toList();
        }
    }

    /** What processes of this job have left where all processes of the machine keep such things. */
    List<Path> leftBy(List<Long> pids) {
        return leftovers.of(pids);
    }

    /** Whether nobody here can be ended by it, and says so: nohup and shells without job control make what runs behind them ignore some, and so does all that this starts. */
    static boolean isIgnored(int signal) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow().substring(7).strip();
            boolean ignored = (Long.parseUnsignedLong(mask, 16) >> signal - 1 & 1) != 0;
            if (ignored) {
                System.out.println("NOT TESTED: signal " + Signals.name(signal) + " (who started this process ignores it, and so do all that it starts)");
            }
            return ignored;
        }
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).inheritIO().start().waitFor();
    }

    /** Waits for a process's end; one that only waits to be collected by its parent has ended. */
    static boolean ends(long pid, long boundMs) throws InterruptedException {
        for (long naps = boundMs / 5; naps > 0 && isRunning(pid); naps--) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return !isRunning(pid);
    }

    static boolean isRunning(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        launcher.destroyForcibly();
    }
}
