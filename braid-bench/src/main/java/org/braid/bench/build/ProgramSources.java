package org.braid.bench.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The measured programs as source files, as a user's would be: {@code braid run} of any build compiles and starts them.
 *
 * <pre>
 *   cache/bench/HASH/org/braid/bench/rank/NAME.java    HASH is that of all their contents: what is there never changes
 * </pre>
 */
final class ProgramSources {
    private static final String PACKAGE = "org/braid/bench/rank/";
    private static final String SOURCE = ".java";
    private static final int HASH_BYTES = 8;

    private final Path directory;

    private ProgramSources(Path directory) {
        this.directory = directory;
    }

    /**
     * The sources that a build carries, written where they can be compiled.
     *
     * @param kept made if need be
     * @return null if the build carries none
     */
    static @Nullable ProgramSources of(Home home, Path kept) throws IOException {
        SortedMap<String, byte[]> files = home.files(PACKAGE, SOURCE);
        if (files.isEmpty()) {
            return null;
        }
        Path place = kept.resolve(hash(files));
        if (!Files.isDirectory(place)) {
            write(files, kept, place);
        }
        return new ProgramSources(place.resolve(PACKAGE));
    }

    /** The source file of a program, as {@code braid run} takes it. */
    Path file(String program) {
        return directory.resolve(program + SOURCE);
    }

    boolean has(String program) {
        return Files.isRegularFile(file(program));
    }

    /** All or nothing, whoever else does the same at the same time. */
    private static void write(SortedMap<String, byte[]> files, Path kept, Path place) throws IOException {
        Path fresh = Files.createTempDirectory(Files.createDirectories(kept), "new-");
        Path inside = Files.createDirectories(fresh.resolve(PACKAGE));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(inside.resolve(file.getKey()), file.getValue());
        }
        try {
            Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(fresh, inside);
            if (!Files.isDirectory(place)) {
                throw e;
            }
        }
    }

    private static void remove(Path fresh, Path inside) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(inside)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        for (Path empty = inside; !empty.equals(fresh.getParent()); empty = empty.resolveSibling("..").normalize()) {
            Files.delete(empty);
        }
    }

    private static String hash(SortedMap<String, byte[]> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                digest.update((file.getKey() + " " + file.getValue().length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(file.getValue());
            }
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
