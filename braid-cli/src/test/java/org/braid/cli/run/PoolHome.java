package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.braid.boot.warm.Nest;
import org.braid.link.select.Transports;

/** Braid in one jar, as users have it, with a directory for everything: commands are run as the script would, without its caches. */
final class PoolHome {
    private static final int NAPS = 1_500;
    private static final long NAP_MS = 40;

    private final Path directory;
    private final Path jar;

    private PoolHome(Path directory, Path jar) {
        this.directory = directory;
        this.jar = jar;
    }

    static PoolHome make(Path directory) throws IOException {
        return new PoolHome(directory.toRealPath(), pack(directory.toRealPath().resolve("braid.jar")));
    }

    /** All modules of this build; what does not belong to Braid stays on the class path. */
    private static Path pack(Path jar) throws IOException {
        TreeMap<String, byte[]> all = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            if (entry.endsWith("/classes")) {
                put(all, Path.of(entry));
            } else if (isOwnJar(entry)) {
                try (FileSystem inside = FileSystems.newFileSystem(Path.of(entry))) {
                    put(all, inside.getPath("/"));
                }
            }
        }
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (var each : all.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue());
            }
        }
        return jar;
    }

    /** In a build that has packed the modules before, they are jars already. */
    private static boolean isOwnJar(String entry) {
        return entry.endsWith(".jar") && Path.of(entry).getFileName().toString().startsWith("braid-");
    }

    private static void put(TreeMap<String, byte[]> all, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(each).toString();
                byte[] bytes = Files.readAllBytes(each);
                all.merge(name, bytes, name.startsWith("META-INF/services/") ? PoolHome::lines : (first, second) -> first);
            }
        }
    }

    private static byte[] lines(byte[] first, byte[] second) {
        return (new String(first, StandardCharsets.UTF_8) + "\n" + new String(second, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    Path resolve(String name) {
        return directory.resolve(name);
    }

    Path pools() {
        return directory.resolve("cache/pools");
    }

    ProcessBuilder command(String... words) {
        String others = String.join(":", Stream.of(System.getProperty("java.class.path").split(":")).filter(each -> each.endsWith(".jar") && !isOwnJar(each)).toList());
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable"));
        command.addAll(List.of("-D" + Transports.PROPERTY + "=" + Transports.names(), "-Dbraid.jar=" + jar, "-Dbraid.build=0123456789abcdef", "-cp", jar + ":" + others, "org.braid.cli.Braid"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        return builder;
    }

    /** What a command says, and {@code code N} behind it. */
    String run(String... words) throws IOException, InterruptedException {
        return said(command(words).start());
    }

    static String said(Process command) throws IOException, InterruptedException {
        command.getOutputStream().close();
        String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + "code " + command.waitFor();
    }

    /** A pool of two, with a short rehearsal. */
    void keep(String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("pool", "-n", "2", "--jobs-of", "2", "--rounds", "20", "--wait"));
        words.addAll(List.of(more));
        String said = run(words.toArray(String[]::new));
        assertEquals("all of them wait\ncode 0", said.substring(said.indexOf('\n') + 1), said);
    }

    /** Nests of ranks that wait. */
    List<Path> waiting() throws IOException {
        if (!Files.isDirectory(pools())) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(pools(), 2)) {
            return all.filter(each -> Files.exists(each.resolve(Nest.FIT))).toList();
        }
    }

    void awaitWaiting(int ranks) throws IOException, InterruptedException {
        for (int naps = 0; waiting().size() != ranks; naps++) {
            if (naps == NAPS) {
                throw new AssertionError(waiting().size() + " ranks wait, not " + ranks);
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /** The process of a rank that waits. */
    static long pid(Path nest) throws IOException {
        return Long.parseLong(Files.readString(nest.resolve(Nest.PID)));
    }

    /** The process that keeps the one pool. */
    long keeper() throws IOException {
        try (Stream<Path> all = Files.list(pools())) {
            return Long.parseLong(all.findFirst().orElseThrow().getFileName().toString().split("-")[0]);
        }
    }
}
