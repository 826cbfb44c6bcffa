package org.braid.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the AOT caches of {@code braid server} and {@code braid join} and of the ranks that a join starts, by rehearsing: a server and two joins, whose ranks speak to
 * each other as on one host, and each to itself as ranks of different hosts do. The script calls it before the first server or join, after {@link Rehearsal}, whose jar it needs; arguments:
 * the launchers' cache, the ranks' cache. Its exit code is like that one's.
 */
public final class HostsRehearsal {
    private static final String LAUNCHER = "hosts.aot";
    private static final String RANK = "hosts-rank.aot";
    private static final String TICKET = "ticket";

    private static final String PROGRAM =
            """
            public class RehearsedOverHosts {
                public static void main(String[] arguments) {
                    org.braid.cli.RehearsalProgram.main(arguments);
                }
            }
            """;

    private final RehearsalStage stage;
    private final List<String> known;
    private final String program;

    private HostsRehearsal(RehearsalStage stage, Path home) throws IOException {
        this.stage = stage;
        String braid = System.getProperty("java.class.path");
        known = List.of("-Dbraid.jar=" + braid, "-cp", home.resolve("launcher.jar") + ":" + braid);
        program = Files.writeString(stage.resolve("RehearsedOverHosts.java"), PROGRAM).toString();
    }

    /** Ends this process with the exit code that the script goes by. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path launcher = Path.of(arguments[0]).toAbsolutePath();
        Path home = launcher.resolveSibling(".").normalize();
        int code;
        try (RehearsalStage stage = RehearsalStage.open(home)) {
            code = new HostsRehearsal(stage, home).play();
            if (code == 0) {
                stage.publishCache(RANK, Path.of(arguments[1]));
                stage.publishCache(LAUNCHER, launcher); // last: the script looks for it
            }
        }
        System.exit(code);
    }

    /** The exit code of the first that failed. */
    private int play() throws IOException, InterruptedException {
        ProcessBuilder serving = RehearsedCommand.of(stage, known, List.of("server", "-n", "2"));
        Process server = stage.start(serving.redirectOutput(ProcessBuilder.Redirect.PIPE).redirectError(ProcessBuilder.Redirect.PIPE));
        if (server == null) {
            return RehearsalStage.ENDED_BY_FORCE;
        }
        try (BufferedReader tickets = server.inputReader(StandardCharsets.US_ASCII); BufferedReader seats = server.errorReader(StandardCharsets.UTF_8)) {
            String ticket = tickets.readLine();
            if (ticket == null) {
                seats.lines().forEach(System.err::println);
                return server.waitFor();
            }
            Files.writeString(stage.resolve(TICKET), ticket + "\n");
            int code = play(seats);
            return code != 0 ? code : server.waitFor();
        }
    }

    /** Rank 0 of the first join is recorded, whose class path must consist of jars only; and the second join, with a source file, as most are. */
    private int play(BufferedReader seats) throws IOException, InterruptedException {
        Process first = stage.start(join("-Dbraid.aot.record=" + stage.resolve(RANK), RehearsalProgram.class.getName()));
        System.err.println(seats.readLine());
        int second = first == null ? RehearsalStage.ENDED_BY_FORCE : stage.play(join("-XX:AOTCacheOutput=" + stage.resolve(LAUNCHER), program));
        return second != 0 || first == null ? second : first.waitFor();
    }

    private ProcessBuilder join(String recording, String what) {
        List<String> more = new ArrayList<>(known);
        more.add(recording);
        return RehearsedCommand.of(stage, more, List.of("join", "@" + stage.resolve(TICKET), "-n", "1", what, RehearsalProgram.OVER_HOSTS));
    }
}
