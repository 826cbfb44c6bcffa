package org.braid.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.program.SourceLook;
import org.braid.link.select.Transports;

/**
 * Makes the launcher's jar, the AOT caches, and the list of transports beside them, by rehearsing: a small job is run from a source file with the compiler recording, once more with the launcher recording, and once from this jar
 * with rank 0 recording (a rank's class path must then consist of jars only), and once more so for ranks that meet others than those of their own job and host; beside all that commands that run no job. The script calls it; arguments: the launcher's
 * cache, the ranks' cache, the wider one, the compiler's, and that of the other commands. Its exit code is 0, that of a play that failed, or 128 + n if it was ended by signal n: then no cache was made, and the next start can try again.
 */
public final class Rehearsal {
    private static final String PROGRAM =
            """
            public class Rehearsed {
                public static void main(String[] arguments) {
                    mpi.MPI.Init(arguments);
                    if (arguments.length > 0) {
                        mpi.MPI.COMM_WORLD.spawn("Rehearsed", null, 1, mpi.MPI.INFO_NULL, 0, null).disconnect();
                    } else {
                        mpi.Intercomm.getParent().disconnect();
                    }
                    mpi.MPI.COMM_WORLD.Barrier();
                    System.out.println("rehearsed " + arguments.length);
                    mpi.MPI.Finalize();
                }
            }

            /** Is compiled and not run: what programs are made of. */
            class Usual {
                record Point(double x, double y) {}

                enum Kind { NEAR, FAR }

                private final java.util.Map<String, java.util.List<Point>> all = new java.util.TreeMap<>();

                double sum(mpi.Intracomm world, Object of) throws Exception {
                    double[] mine = new double[world.Size()], other = mine.clone();
                    for (int i = 0; i < mine.length; i++) mine[i] = Math.sqrt(i) + (i % 2 == 0 ? 1 : -1) * Math.PI;
                    world.Allreduce(mine, 0, other, 0, mine.length, mpi.MPI.DOUBLE, mpi.MPI.SUM);
                    world.Sendrecv(mine, 0, 1, mpi.MPI.DOUBLE, 0, 1, other, 0, 1, mpi.MPI.DOUBLE, mpi.MPI.ANY_SOURCE, mpi.MPI.ANY_TAG).Get_count(mpi.MPI.DOUBLE);
                    all.computeIfAbsent("rank " + world.Rank(), name -> new java.util.ArrayList<>()).add(new Point(mine[0], other[0]));
                    StringBuilder text = new StringBuilder();
                    for (var each : all.entrySet()) text.append(each.getKey()).append(String.format(": %.3f%n", each.getValue().stream().mapToDouble(Point::x).max().orElse(0)));
                    try {
                        System.out.print(text);
                    } catch (IllegalStateException | UnsupportedOperationException e) {
                        throw new Exception(e.getMessage(), e);
                    } finally {
                        world.Barrier();
                    }
                    return switch (of) {
                        case Kind kind when kind == Kind.FAR -> 0;
                        case Point(double x, double y) -> x * y;
                        default -> of instanceof String s ? s.length() : other[0];
                    };
                }
            }
            """;

    /** What the program is given, since most are given something. */
    private static final String ARGUMENT = "1";

    private static final String LAUNCHER = "launcher.aot";
    private static final String RANK = "rank.aot";
    private static final String WIDE = "wide.aot";
    private static final String COMPILER = "compiler.aot";
    private static final String COMMANDS = "commands.aot";
    private static final String TRANSPORTS = "transports";

    private Rehearsal() {}

    /** Ends this process with the exit code that the script goes by. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path launcher = Path.of(arguments[0]).toAbsolutePath();
        Path home = launcher.resolveSibling(".").normalize();
        int code;
        try (RehearsalStage stage = RehearsalStage.open(home)) {
            code = rehearse(stage, home);
            if (code == 0) {
                stage.publish(TRANSPORTS, home.resolve(TRANSPORTS));
                stage.publishCache(RANK, Path.of(arguments[1]));
                stage.publishCache(WIDE, Path.of(arguments[2]));
                stage.publishCache(COMPILER, Path.of(arguments[3]));
                stage.publishCache(COMMANDS, Path.of(arguments[4]));
                stage.publishCache(LAUNCHER, launcher); // last: the script looks for it
            }
        }
        System.exit(code);
    }

    /** Five plays, of which the commands' goes on beside the others; the exit code of the first that failed, 128 + n for one that was ended by signal n. */
    private static int rehearse(RehearsalStage stage, Path home) throws IOException, InterruptedException {
        Path program = Files.writeString(stage.resolve("Rehearsed.java"), PROGRAM);
        String transports = Transports.names();
        Files.writeString(stage.resolve(TRANSPORTS), transports + "\n");
        List<String> known = new ArrayList<>(List.of("-D" + Transports.PROPERTY + "=" + transports));
        Files.createDirectories(stage.resolve("cache/pools")); // a launcher that looks for warm ranks loads what it compares them with
        Path build = Files.writeString(stage.resolve("current"), "");
        known.add("-D" + SourceLook.PROPERTY + "=" + Files.writeString(stage.resolve("look"), build + "\n", SourceLook.charset()));
        known.addAll(launcherPath(stage, home.resolve("launcher.jar")));
        Process commands = stage.start(commands(stage, known, home.resolve("launcher.jar")));
        int code = play(stage, with(known, "-Dbraid.aot.record.compiler=" + stage.resolve(COMPILER)), program.toString(), ARGUMENT);
        code = code != 0 ? code : play(stage, with(known, "-XX:AOTCacheOutput=" + stage.resolve(LAUNCHER)), program.toString(), ARGUMENT);
        code = code != 0 ? code : play(stage, with(known, "-Dbraid.aot.record=" + stage.resolve(RANK)), RehearsalProgram.class.getName(), compiled(stage), "Rehearsed");
        code = code != 0 ? code : play(stage, with(known, "-Dbraid.aot.record=" + stage.resolve(WIDE)), RehearsalProgram.class.getName(), RehearsalProgram.WIDELY);
        return code != 0 ? code : commands == null ? RehearsalStage.ENDED_BY_FORCE : commands.waitFor();
    }

    /** Its class path is the one that the script names for what runs no job. */
    private static ProcessBuilder commands(RehearsalStage stage, List<String> known, Path launcherJar) {
        List<String> more = with(known, "-XX:AOTCacheOutput=" + stage.resolve(COMMANDS));
        more.addAll(List.of("-cp", launcherJar + File.pathSeparator + System.getProperty("java.class.path")));
        return RehearsedCommand.of(stage, more, RehearsalCommands.class, List.of());
    }

    /** Writes the launcher's jar, which must not change any more once a cache names it; the options by which it is used. */
    private static List<String> launcherPath(RehearsalStage stage, Path launcherJar) throws IOException {
        String braid = System.getProperty("java.class.path");
        if (Files.notExists(launcherJar)) {
            LauncherJar.write(Path.of(braid), stage.resolve("launcher.jar"));
            stage.publish("launcher.jar", launcherJar);
        }
        return List.of("-Dbraid.jar=" + braid, "-cp", launcherJar.toString());
    }

    private static List<String> with(List<String> options, String one) {
        List<String> all = new ArrayList<>(options);
        all.add(one);
        return all;
    }

    /** Where the first play has put the program's classes. */
    private static String compiled(RehearsalStage stage) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(stage.resolve("cache/classes"))) {
            return entries.iterator().next().toString();
        }
    }

    /** One job of two ranks, with this process's own flags. */
    private static int play(RehearsalStage stage, List<String> more, String... program) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("run", "-n", "2"));
        words.addAll(List.of(program));
        return stage.play(RehearsedCommand.of(stage, more, words));
    }
}
