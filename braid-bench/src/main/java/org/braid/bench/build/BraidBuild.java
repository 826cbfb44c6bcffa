package org.braid.bench.build;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Campaign;
import org.braid.bench.process.Run;

/**
 * A build of Braid that takes part: this one, or one that it is measured against.
 *
 * @param command starts it, up to and without {@code run}
 * @param version what it says to {@code --version}
 */
public record BraidBuild(Who who, List<String> command, Home home, String version) implements Campaign.Check {
    private static final String COMMAND = "braid.command";
    private static final String MAIN = "org.braid.cli.Braid";
    private static final Pattern VERSION = Pattern.compile("braid \\S+ (build [0-9a-f]+ )?\\(.*\\)");
    private static final long BUILD_BOUND_S = 900; // its script may have to build it, or to make its caches

    /** All words are copied. */
    public BraidBuild {
        command = List.copyOf(command);
    }

    /** The build whose {@code braid bench} runs. */
    public static BraidBuild ours() throws IOException, InterruptedException {
        String script = System.getProperty(COMMAND, "");
        List<String> command = script.isEmpty() ? thisProcess() : List.of(script);
        return new BraidBuild(Who.OURS, command, Home.ofThisBuild(), askedVersion(command));
    }

    /** This process's own command up to its arguments: same flags, same caches. So it is where no script has started it. */
    private static List<String> thisProcess() {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java"));
        List<String> words = List.of(ProcessHandle.current().info().arguments().orElse(new String[0]));
        int main = words.indexOf(MAIN);
        command.addAll(main >= 0 ? words.subList(0, main) : List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
        command.add(MAIN);
        return command;
    }

    /**
     * What a command says to {@code --version}.
     *
     * @throws BraidException with {@code BENCH_FAILED} if it fails, or is not Braid's
     */
    static String askedVersion(List<String> command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.add("--version");
        List<String> lines = Run.ended(String.join(" ", words), words, BUILD_BOUND_S).lines();
        return lines.stream().map(VERSION::matcher).filter(Matcher::matches).map(Matcher::group).findFirst().orElseThrow(() -> failed(
                "'" + String.join(" ", words) + "' names no build of Braid", "it said: " + String.join(" / ", lines), "Name a checkout that was built, its script braid, or a braid.jar"));
    }

    /** A script builds again when a source has changed: then the rounds are no longer about one build. */
    @Override
    public void afterRound() throws IOException, InterruptedException {
        String now = askedVersion(command);
        if (!now.equals(version)) {
            throw failed("the " + who.label("build") + " has changed while it was measured", "it was " + version + " and is " + now, "Measure again, and change no source meanwhile");
        }
    }

    private static BraidException failed(String what, String why, String whatToDo) {
        return new BraidException(ErrorCode.BENCH_FAILED, what, why, whatToDo);
    }
}
