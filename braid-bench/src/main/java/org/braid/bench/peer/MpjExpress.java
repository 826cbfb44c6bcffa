package org.braid.bench.peer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Heat;
import org.jspecify.annotations.Nullable;

/**
 * MPJ Express, where it is on this machine: its ranks are threads of one process (its multicore device, the quicker one), and it runs a source that Braid runs, too, on the same JDK.
 *
 * @param home its directory
 */
record MpjExpress(Path home) {
    static final String NAME = "mpj-express";

    private static final String STARTER = "runtime.starter.MPJRun";
    private static final List<String> JARS = List.of("mpj.jar", "starter.jar", "runtimecommon.jar");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");

    /** Debian's package leaves these out of the class path of what it starts. */
    private static final List<Path> MISSING = List.of(Path.of("/usr/share/java/log4j-1.2.jar"), Path.of("/usr/share/java/commons-io.jar"));

    /** With a program compiled for it. */
    record Ready(MpjExpress mpj, Path classes, String program) {
        Contestant contestant(Heat heat) {
            return Contestant.printing(Who.PEER, NAME, mpj.command(heat.ranks(), classes, program, heat.words()));
        }
    }

    /** Where {@code MPJ_HOME} says it is, or where Debian has it; null if it is not there. */
    static @Nullable MpjExpress found() {
        String named = System.getenv("MPJ_HOME");
        MpjExpress there = new MpjExpress(Path.of(named == null || named.isEmpty() ? "/usr/share/mpj" : named));
        return JARS.stream().allMatch(jar -> Files.isRegularFile(there.jar(jar))) ? there : null;
    }

    private Path jar(String name) {
        return home.resolve("lib").resolve(name);
    }

    /** @param source of a program in the package that all measured programs are in */
    Ready with(PeerPrograms programs, Path source) throws IOException, InterruptedException {
        String name = source.toFile().getName();
        Path classes = programs.classes(source, JAVA.resolve("javac"), jar("mpj.jar").toString());
        return new Ready(this, classes, "org.braid.bench.rank." + name.substring(0, name.lastIndexOf('.')));
    }

    /** Its launcher starts the {@code java} that is first on the path. */
    List<String> command(int ranks, Path classes, String program, List<String> words) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "MPJ_HOME=" + home, "PATH=" + JAVA + File.pathSeparator + System.getenv("PATH")));
        String missing = MISSING.stream().filter(Files::isRegularFile).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        if (!missing.isEmpty()) {
            command.add("JDK_JAVA_OPTIONS=-Xbootclasspath/a:" + missing);
        }
        String classPath = Stream.concat(JARS.stream().map(this::jar), MISSING.stream()).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of(JAVA.resolve("java").toString(), "-cp", classPath, STARTER, "-np", Integer.toString(ranks), "-dev", "multicore", "-cp", classes.toString(), program));
        command.addAll(words);
        return command;
    }
}
