package org.braid.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.program.SourceLook;
import org.braid.link.select.Transports;

/**
 * Makes the launcher's jar, the three AOT caches, and the list of transports beside them, by rehearsing: a small job is run once from a source file with the launcher recording, and once from this jar
 * with rank 0 recording (a rank's class path must then consist of jars only), and once more so for ranks that meet others than those of their own job and host. The script calls it; arguments: the launcher's
 * cache, the ranks' cache, the wider one. Its exit code is 0, that of a play that failed, or 128 + n if it was ended by signal n: then no cache was made, and the next start can try again.
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
            """;

    /** What the program is given, since most are given something. */
    private static final String ARGUMENT = "1";

    private static final String LAUNCHER = "launcher.aot";
    private static final String RANK = "rank.aot";
    private static final String WIDE = "wide.aot";
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
                stage.publish(RANK, Path.of(arguments[1]));
                stage.publish(WIDE, Path.of(arguments[2]));
                stage.publish(LAUNCHER, launcher); // last: the script looks for it
            }
        }
        System.exit(code);
    }

    /** Four plays; the exit code of the first that failed, 128 + n for one that was ended by signal n. */
    private static int rehearse(RehearsalStage stage, Path home) throws IOException, InterruptedException {
        Path program = Files.writeString(stage.resolve("Rehearsed.java"), PROGRAM);
        String transports = Transports.names();
        Files.writeString(stage.resolve(TRANSPORTS), transports + "\n");
        List<String> known = new ArrayList<>(List.of("-D" + Transports.PROPERTY + "=" + transports));
        Files.createDirectories(stage.resolve("cache/pools")); // a launcher that looks for warm ranks loads what it compares them with
        Path build = Files.writeString(stage.resolve("current"), "");
        known.add("-D" + SourceLook.PROPERTY + "=" + Files.writeString(stage.resolve("look"), build + "\n"));
        known.addAll(launcherPath(stage, home.resolve("launcher.jar")));
        int code = play(stage, known, program.toString(), ARGUMENT);
        code = code != 0 ? code : play(stage, with(known, "-XX:AOTCacheOutput=" + stage.resolve(LAUNCHER)), program.toString(), ARGUMENT);
        code = code != 0 ? code : play(stage, with(known, "-Dbraid.aot.record=" + stage.resolve(RANK)), RehearsalProgram.class.getName(), compiled(stage), "Rehearsed");
        return code != 0 ? code : play(stage, with(known, "-Dbraid.aot.record=" + stage.resolve(WIDE)), RehearsalProgram.class.getName(), RehearsalProgram.WIDELY);
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
