package org.braid.cli.compile;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled programs of one user.
 *
 * <pre>
 *   cache/sources/&lt;hash of the program's path, class path and build&gt;   the files it was last compiled from
 *   cache/classes/&lt;hash of those and of the files' contents&gt;/         its classes; never changed once it is there
 * </pre>
 */
public final class ClassCache {
    /** How names begin of what is being made. */
    private static final String UNFINISHED = "new-";

    private static final long LONGEST_COMPILE_MS = 3_600_000L;

    private final Path root;
    private final String build;

    /** @param build identity of this Braid and its JDK: other builds do not share entries */
    public ClassCache(Path root, String build) {
        this.root = root;
        this.build = build;
    }

    /**
     * A program's classes; compiles it if they are not there yet.
     *
     * @param typed the source file as the user named it; so javac names it in its messages
     * @param compilePath what it is compiled against
     * @return null if the compiler refused the program; it has said why on standard error
     */
    public @Nullable CompiledProgram program(Path typed, String compilePath) throws IOException {
        Path source = typed.toAbsolutePath().normalize();
        String key = new ContentHash().add(build).add(source.toString()).add(compilePath).hex();
        Path list = root.resolve("sources").resolve(key);
        CompiledProgram known = list.toFile().isFile() ? entry(key, compilePath, readLines(list)) : null;
        return known != null && known.classes().toFile().isDirectory() ? known : compile(typed, compilePath, key, list);
    }

    /** The entry that a list leads to (first line: main class, then sources), or null if one of the sources is no longer there. */
    private @Nullable CompiledProgram entry(String key, String compilePath, List<String> list) throws IOException {
        if (list.size() < 2) {
            return null;
        }
        ContentHash hash = new ContentHash().add(key);
        for (int i = 1; i < list.size(); i++) {
            File file = new File(list.get(i));
            if (!file.isFile()) {
                return null;
            }
            hash.add(list.get(i)).add(Files.readAllBytes(file.toPath()));
        }
        addStamps(hash, compilePath);
        return new CompiledProgram(root.resolve("classes").resolve(hash.hex()), list.getFirst());
    }

    /** Jars and directories that a program is compiled against count with size and time only. */
    private static void addStamps(ContentHash hash, String compilePath) {
        int start = 0;
        for (int i = 0; i <= compilePath.length(); i++) {
            if (i == compilePath.length() || compilePath.charAt(i) == File.pathSeparatorChar) {
                File file = new File(compilePath.substring(start, i));
                hash.add(file.length()).add(file.lastModified());
                start = i + 1;
            }
        }
    }

    private static List<String> readLines(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        return lines;
    }

    private @Nullable CompiledProgram compile(Path typed, String compilePath, String key, Path list) throws IOException {
        Path classes = Files.createDirectories(root.resolve("classes"));
        Path lists = Files.createDirectories(root.resolve("sources"));
        removeAbandoned(classes);
        removeAbandoned(lists);
        Path fresh = Files.createTempDirectory(classes, UNFINISHED);
        try {
            int code = javac(SourceProgram.of(typed), compilePath, fresh);
            if (code == CompileMain.CANNOT_WRITE) {
                throw CacheDirectory.nowhere(root, "not all of them could be written");
            }
            if (code != 0) {
                return null;
            }
            Path listed = Files.createTempFile(lists, UNFINISHED, "");
            Files.move(fresh.resolve(CompileMain.SOURCES), listed, StandardCopyOption.REPLACE_EXISTING);
            CompiledProgram program = entry(key, compilePath, readLines(listed));
            if (program == null) {
                throw new IOException("a source file vanished while it was compiled");
            }
            keep(fresh, program.classes());
            Files.move(listed, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return program;
        } finally {
            delete(fresh);
        }
    }

    /** A launcher that is killed while it compiles leaves its half behind. */
    private static void removeAbandoned(Path directory) {
        long oldest = System.currentTimeMillis() - LONGEST_COMPILE_MS;
        try (var unfinished = Files.newDirectoryStream(directory, UNFINISHED + "*")) {
            for (Path each : unfinished) {
                if (each.toFile().lastModified() < oldest) {
                    delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Another job removes the same; what is left then is for the next one.
        }
    }

    /** Another job may have compiled the same at the same time: then its entry serves as well. */
    private static void keep(Path fresh, Path entry) throws IOException {
        try {
            Files.move(fresh, entry, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(entry)) {
                throw e;
            }
        }
    }

    private static int javac(SourceProgram program, String compilePath, Path output) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"),
                                CompileMain.class.getName(), program.file().toString(), program.mainClass(), program.sourceRoot().toString(), compilePath,
                                output.toString(), Long.toString(ProcessHandle.current().pid()))
                        .inheritIO()
                        .start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compiling", e);
        }
    }

    /** Removes a directory tree; what cannot be removed stays for {@code braid clean}. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
            try (var children = Files.newDirectoryStream(tree)) {
                for (Path child : children) {
                    delete(child);
                }
            }
        }
        Files.deleteIfExists(tree);
    }
}
