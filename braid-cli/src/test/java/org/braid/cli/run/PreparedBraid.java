package org.braid.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.braid.cli.Rehearsal;

/**
 * Braid as users have it: in one jar, with a launcher's jar and caches that a rehearsal has made, and with the flags of the script. It is made once for all tests of one state of the sources, whichever module has them, and stays below {@code target}: a job
 * whose JVMs take every class out of directories costs five times the processor time, and is not what users run.
 */
public final class PreparedBraid {
    private static final Path PLACE = Path.of("..", "braid-cli", "target", "prepared").toAbsolutePath().normalize();
    private static final List<String> FLAGS = List.of(
            "-Djdk.reflect.useNativeAccessorOnly=true", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10", "-XX:-UsePerfData", "-Xms8m", "-Xmx256m", "-Xss512k", "-Xlog:disable",
            "-Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider");

    /** What users have in that jar beside Braid's own classes. */
    private static final List<String> LIBRARIES = List.of("braid-", "picocli-", "bcprov-", "lz4-java-");

    /** Whose classes only tests have. */
    private static final String TESTKIT = "braid-testkit";

    private static final int HASH_DIGITS = 16;

    private PreparedBraid() {}

    /** What starts a launcher, all but {@code braid}'s words. */
    public static List<String> launcher() {
        return Command.WORDS;
    }

    /** Where it is: the jar, the launcher's jar, and what the rehearsal has made. */
    public static Path home() {
        return Command.HOME;
    }

    /** The classes of these tests, which are no part of Braid: programs are found there. */
    public static String testClasses() {
        return String.join(":", Stream.of(System.getProperty("java.class.path").split(":")).filter(entry -> entry.endsWith("/test-classes")).toList());
    }

    /** All modules of this build, and what they need. Its bytes depend on nothing else. */
    public static void pack(Path jar) throws IOException {
        TreeMap<String, byte[]> all = new TreeMap<>();
        all.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nEnable-Native-Access: ALL-UNNAMED\n\n".getBytes(StandardCharsets.UTF_8));
        for (String entry : System.getProperty("java.class.path").split(":")) {
            if (entry.endsWith("/classes") && !entry.contains(TESTKIT) && Files.isDirectory(Path.of(entry))) {
                put(all, Path.of(entry));
            } else if (isPart(Path.of(entry).getFileName().toString())) {
                try (FileSystem inside = FileSystems.newFileSystem(Path.of(entry))) {
                    put(all, inside.getPath("/"));
                }
            }
        }
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (var each : all.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                zip.write(each.getValue());
            }
        }
    }

    /** In a build that has packed the modules before, they are jars already. */
    private static boolean isPart(String name) {
        return name.endsWith(".jar") && !name.endsWith("-tests.jar") && !name.startsWith(TESTKIT) && LIBRARIES.stream().anyMatch(name::startsWith);
    }

    private static void put(TreeMap<String, byte[]> all, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(each).toString();
                boolean isOfItsJar = name.matches("META-INF/([^/]*\\.(SF|RSA|DSA|EC)|maven/.*)"); // a signature, or how it was built
                if (!isOfItsJar) {
                    all.merge(name, Files.readAllBytes(each), name.startsWith("META-INF/services/") ? PreparedBraid::lines : (first, second) -> first);
                }
            }
        }
    }

    private static byte[] lines(byte[] first, byte[] second) {
        return Stream.of(first, second).flatMap(each -> new String(each, StandardCharsets.UTF_8).lines()).sorted().distinct().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8);
    }

    /** Made when the first test needs it. */
    private static final class Command {
        private static final Path HOME = made();
        private static final List<String> WORDS = words();

        private static Path made() {
            try {
                Path home = packed();
                prepare(home);
                return home;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("no caches for the tests' jobs", e);
            }
        }

        private static List<String> words() {
            try {
                return words(HOME);
            } catch (IOException e) {
                throw new IllegalStateException("no list of transports for the tests' jobs", e);
            }
        }

        /** Named after what is in the jar, which never changes there: a cache is taken only with the jar that it was made of. */
        private static Path packed() throws IOException {
            Files.createDirectories(PLACE);
            Path packed = Files.createTempFile(PLACE, "new", ".jar");
            try {
                pack(packed);
                Path home = Files.createDirectories(PLACE.resolve(hash(packed)));
                if (Files.notExists(home.resolve("braid.jar"))) {
                    Files.move(packed, home.resolve("braid.jar"));
                }
                return home;
            } finally {
                Files.deleteIfExists(packed);
            }
        }

        private static String hash(Path file) throws IOException {
            try {
                return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))).substring(0, HASH_DIGITS);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        /** By one process of several that test the same build. */
        private static void prepare(Path home) throws IOException, InterruptedException {
            try (FileChannel lock = FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE); var held = lock.lock()) {
                if (held.isValid() && Files.notExists(home.resolve("launcher.aot"))) {
                    rehearse(home);
                }
            }
        }

        private static void rehearse(Path home) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
            command.addAll(FLAGS);
            command.addAll(List.of("-cp", home.resolve("braid.jar").toString(), "-Dbraid.build=" + home.getFileName(), Rehearsal.class.getName()));
            command.addAll(List.of(home.resolve("launcher.aot").toString(), home.resolve("rank.aot").toString(), home.resolve("wide.aot").toString(), home.resolve("compiler.aot").toString(), home.resolve("commands.aot").toString()));
            Path log = home.resolve("rehearsal.log");
            int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("the rehearsal ended with " + code + ": " + Files.readString(log));
            }
        }

        private static List<String> words(Path home) throws IOException {
            List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
            words.addAll(FLAGS);
            words.addAll(List.of("-Dbraid.transports=" + Files.readString(home.resolve("transports")).strip(), "-XX:AOTCache=" + home.resolve("launcher.aot")));
            words.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining", "-XX:ArchiveRelocationMode=0", "-Dbraid.aot.rank=" + home.resolve("rank.aot"), "-Dbraid.aot.rank.wide=" + home.resolve("wide.aot"), "-Dbraid.aot.compiler=" + home.resolve("compiler.aot")));
            words.addAll(List.of("-Dbraid.build=" + home.getFileName(), "-Dbraid.jar=" + home.resolve("braid.jar")));
            words.addAll(List.of("-cp", home.resolve("launcher.jar") + ":" + home.resolve("braid.jar"), "org.braid.cli.Braid"));
            return List.copyOf(words);
        }
    }
}
