package org.braid.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.braid.cli.compile.ClassCache;
import org.braid.link.Transports;

/**
 * Makes the launcher's jar, the two AOT caches, and the list of transports beside them, by rehearsing: a small job is run once from a source file with the launcher recording, and once from this jar
 * with rank 0 recording (a rank's class path must then consist of jars only). The build script calls it; arguments: the launcher's
 * cache, the ranks' cache.
 */
public final class Rehearsal {
    private static final String PROGRAM =
            """
            public class Rehearsed {
                public static void main(String[] arguments) {
                    mpi.MPI.Init(arguments);
                    System.out.println("rehearsed");
                    mpi.MPI.Finalize();
                }
            }
            """;

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path stage = Files.createTempDirectory("braid-rehearsal-");
        try {
            Path program = Files.writeString(stage.resolve("Rehearsed.java"), PROGRAM);
            Path launcher = Path.of(arguments[0] + ".new");
            Path rank = Path.of(arguments[1] + ".new");
            String transports = Transports.names();
            List<String> known = new ArrayList<>(List.of("-D" + Transports.PROPERTY + "=" + transports));
            known.addAll(launcherPath(Path.of(arguments[0]).resolveSibling("launcher.jar")));
            int codes = play(stage, known, program.toString());
            codes += play(stage, with(known, "-XX:AOTCacheOutput=" + launcher), program.toString());
            codes += play(stage, with(known, "-Dbraid.aot.record=" + rank), RehearsalProgram.class.getName(), compiled(stage), "Rehearsed");
            if (codes != 0) {
                System.exit(1);
            }
            Files.writeString(Path.of(arguments[1]).resolveSibling("transports"), transports + "\n");
            Files.move(rank, Path.of(arguments[1]));
            Files.move(launcher, Path.of(arguments[0]));
        } finally {
            ClassCache.delete(stage);
        }
    }

    /** Writes the launcher's jar, which must not change any more once a cache names it; the options by which it is used. */
    private static List<String> launcherPath(Path launcherJar) throws IOException {
        String braid = System.getProperty("java.class.path");
        if (Files.notExists(launcherJar)) {
            Path fresh = Path.of(launcherJar + ".new");
            LauncherJar.write(Path.of(braid), fresh);
            Files.move(fresh, launcherJar, StandardCopyOption.ATOMIC_MOVE);
        }
        return List.of("-Dbraid.jar=" + braid, "-cp", launcherJar.toString());
    }

    private static List<String> with(List<String> options, String one) {
        List<String> all = new ArrayList<>(options);
        all.add(one);
        return all;
    }

    /** Where the first play has put the program's classes. */
    private static String compiled(Path stage) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(stage.resolve("cache").resolve("classes"))) {
            return entries.iterator().next().toString();
        }
    }

    /** One job of two ranks, with this process's own flags. */
    private static int play(Path stage, List<String> more, String... program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(more);
        command.addAll(List.of(Braid.class.getName(), "run", "-n", "2"));
        command.addAll(List.of(program));
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("BRAID_CACHE", stage.resolve("cache").toString());
        return builder.start().waitFor();
    }
}
