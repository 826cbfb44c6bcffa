package org.braid.cli.script;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The script {@code braid} in a directory of its own, with a Maven and a JDK that only pretend: the one notes that it was called, complains about what an interrupted build left behind, and makes
 * the jar; the other notes what it would run, word by word in {@code arguments}, and rehearses as the files {@code rehearsal} and {@code hold-rehearsal} tell it.
 */
final class ScriptHome {
    private static final String MAVEN =
            """
            #!/bin/sh
            cd "${0%/*}/.."
            echo build >> builds
            [ ! -f braid-base/target/half ] || echo stale >> builds
            mkdir -p braid-base/target dist/target
            echo half > braid-base/target/half
            while [ -f hold ]; do sleep 0.02; done
            [ ! -f fail ] || { echo '[ERROR] it does not compile'; exit 1; }
            rm braid-base/target/half
            echo jar > dist/target/braid.jar
            """;

    private static final String JAVA =
            """
            #!/bin/sh
            case "$*" in
              *Rehearsal*) ;;
              *) [ ! -f "${0%/*}/../../fail-start" ] || exit 1
                for word; do case "$word" in -Dbraid.starting=*) rm "${word#*=}" ;; esac; done
                printf '%s\n' "$@" > "${0%/*}/../../arguments"; echo started; case "$*" in *AOTCache=*) echo cached ;; esac; exit ;;
            esac
            cd "${0%/*}/../.."
            echo rehearsal >> rehearsals
            env | sed -n 's/^\\(BRAID_[A-Z]*\\)=.*/\\1/p' >> settings
            while [ -f hold-rehearsal ]; do sleep 0.02 8>&-; done # as a JVM, it passes on no open file
            [ ! -f fail-rehearsal ] || exit 1
            for word; do case "$word" in *.aot) echo cache > "$word"; home=${word%/*} ;; esac; done
            [ -f "$home/launcher.jar" ] || echo jar > "$home/launcher.jar"
            echo shm > "$home/transports"
            """;

    /** What the first start of an installation says before it rehearses. */
    static final String FIRST = "braid: the first start of an installation makes caches that let the next ones start quickly, which may take a minute ...\n";

    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();

    /** A clone, whose sources a build makes the jar of, with the launchers that find it. */
    static ScriptHome clone(Path directory) throws IOException {
        ScriptHome home = new ScriptHome(directory);
        for (String file : List.of("pom.xml", "braid-base/pom.xml", "dist/pom.xml", "braid-base/src/main/Source.java")) {
            home.write(file, "");
        }
        for (String launcher : List.of("mpirun", "mpiexec", "mpjrun.sh", "mpijavac")) {
            Files.copy(Path.of("").toAbsolutePath().resolveSibling("bin").resolve(launcher), directory.resolve("bin").resolve(launcher), LinkOption.NOFOLLOW_LINKS);
        }
        return home;
    }

    /** An installation: the script beside its jar. */
    static ScriptHome installed(Path directory) throws IOException {
        ScriptHome home = new ScriptHome(directory);
        home.write("braid.jar", "jar");
        return home;
    }

    private ScriptHome(Path directory) throws IOException {
        this.directory = directory;
        Files.copy(Path.of("").toAbsolutePath().resolveSibling("braid"), directory.resolve("braid"));
        write("jdk/bin/javac", "#!/bin/sh\n");
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        write("jdk/bin/java", JAVA);
        write("bin/mvn", MAVEN);
    }

    /** A variable for the script; null if it is not to have it. */
    ScriptHome with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    void write(String name, String text) throws IOException {
        Path file = path(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    void delete(String name) throws IOException {
        Files.delete(path(name));
    }

    /** How often something was noted. */
    List<String> notes(String name) throws IOException {
        return exists(name) ? Files.readAllLines(path(name)) : List.of();
    }

    boolean exists(String name) {
        return Files.exists(path(name));
    }

    /** Starts {@code braid info}; what it prints goes to a file {@code out}. */
    Process start() throws IOException {
        return start("out", "exec \"$0\" info");
    }

    /** Starts a line of shell, which has the script as its {@code $0}. */
    Process start(String out, String line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line, path("braid").toString()).redirectErrorStream(true);
        builder.redirectOutput(path(out).toFile());
        builder.environment().keySet().removeAll(List.of("BRAID_CACHE", "XDG_CACHE_HOME"));
        builder.environment().put("JAVA_HOME", path("jdk").toString());
        builder.environment().put("PATH", path("bin") + ":" + System.getenv("PATH"));
        environment.forEach((name, value) -> {
            builder.environment().remove(name);
            if (!value.isEmpty()) {
                builder.environment().put(name, value);
            }
        });
        return builder.start();
    }

    /** What the script printed, and its code. */
    String run() throws IOException, InterruptedException {
        return ended(start(), "out");
    }

    /** As {@link #run}, under an umask. */
    String runUnder(String umask) throws IOException, InterruptedException {
        return ended(start("out", "umask " + umask + "; exec \"$0\" info"), "out");
    }

    /** What a start has printed, once it has ended, and its code. */
    String ended(Process script, String out) throws IOException, InterruptedException {
        assertTrue(script.waitFor(30, TimeUnit.SECONDS));
        return said(out) + "code " + script.exitValue() + "\n";
    }

    String said(String out) throws IOException {
        return Files.readString(path(out));
    }

    /** Waits until a start has come so far that this file is there. */
    void await(String name, Process start) throws InterruptedException {
        while (!exists(name)) {
            assertTrue(start.isAlive(), "no " + name + " came");
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Kills a start with all that it has started. */
    static void kill(Process start) throws InterruptedException {
        start.descendants().forEach(ProcessHandle::destroyForcibly);
        start.destroyForcibly().waitFor();
    }
}
