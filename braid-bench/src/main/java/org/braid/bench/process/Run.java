package org.braid.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.figure.Figure;

/** One command, run to its end or to its bound, and the figures that it printed. */
public final class Run {
    /**
     * A command that has ended well.
     *
     * @param lines its output and errors
     * @param wallNs from its start to its exit
     */
    public record Ended(List<String> lines, long wallNs) {}

    private static final String AGAIN = "Mend what it said, and run it again";

    /** For programs that are measured by a command that has --scale. */
    private static final String SHORTER = "Run it alone; --scale 0.1 makes it shorter";

    private Run() {}

    static List<Figure> of(Contestant contestant) throws IOException, InterruptedException {
        Contestant.Timed timed = contestant.timed();
        if (timed == null) {
            return printed(contestant);
        }
        // So briefly that it needs no tether, which would count.
        Ended ended = ended(contestant.label(), contestant.command(), contestant.boundS());
        return List.of(new Figure(timed.operation(), "-", timed.bytes(), ended.wallNs() / 1e6, "ms"));
    }

    private static List<Figure> printed(Contestant contestant) throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        for (String line : ended(contestant.label(), Tether.tied(contestant.command()), contestant.boundS(), SHORTER).lines()) {
            Figure figure = Figure.parse(line);
            if (figure == null) {
                said.add(line);
            } else {
                figures.add(figure);
            }
        }
        if (figures.isEmpty()) {
            throw failed(contestant.label(), "it printed no figure: " + String.join(" / ", said), SHORTER);
        }
        return figures;
    }

    /**
     * Runs a command, without input; after {@code boundS} seconds it is ended, and everything it started.
     *
     * @param name as errors say it
     * @throws BraidException with {@code BENCH_FAILED} if it ends with another code than 0, or not in time
     */
    public static Ended ended(String name, List<String> command, long boundS) throws IOException, InterruptedException {
        return ended(name, command, boundS, AGAIN);
    }

    private static Ended ended(String name, List<String> command, long boundS, String whatToDo) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Open MPI refuses to run as root, where containers put everybody.
        builder.environment().putAll(Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"));
        List<String> lines = new ArrayList<>();
        long startNs = System.nanoTime();
        long wallNs;
        Process process;
        try (StartedProcess started = StartedProcess.by(builder)) {
            process = started.process();
            process.getOutputStream().close();
            Thread reader = Thread.ofPlatform().daemon().start(() -> readAll(started.process(), lines));
            if (!process.waitFor(boundS, TimeUnit.SECONDS)) {
                throw failed(name, "it has not ended within " + boundS + " s", whatToDo);
            }
            wallNs = System.nanoTime() - startNs;
            reader.join();
        }
        if (process.exitValue() != 0) {
            throw failed(name, "it ended with " + process.exitValue() + ": " + String.join(" / ", lines), whatToDo);
        }
        return new Ended(lines, wallNs);
    }

    private static void readAll(Process process, List<String> lines) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("(output lost: " + e.getMessage() + ")");
        }
    }

    private static BraidException failed(String name, String why, String whatToDo) {
        return new BraidException(ErrorCode.BENCH_FAILED, "the measured program '" + name + "' failed", why, whatToDo);
    }
}
