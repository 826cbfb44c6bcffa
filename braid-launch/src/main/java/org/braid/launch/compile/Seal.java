package org.braid.launch.compile;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.braid.launch.text.Words;

/**
 * What a directory of classes held when it was compiled, in a file beside them: a line with the name of the cache's entry that it belongs to, one with a hash, and below them the files, one a line, its length before its name. It
 * tells damage: a class that is gone, cut or altered, and classes in the place of others. It is no defence against anybody who can write there; {@link DirectoryGuard} is.
 */
final class Seal {
    static final String FILE = "braid.classes";

    private static final int FIRST_FILE = 2;

    private Seal() {}

    /** Seals what is in a directory, which belongs to no entry yet. */
    static void write(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<String> names = files.filter(Files::isRegularFile).map(file -> directory.relativize(file).toString()).sorted().toList();
            ContentHash hash = new ContentHash();
            StringBuilder listed = new StringBuilder();
            for (String name : names) {
                byte[] bytes = Files.readAllBytes(directory.resolve(name));
                hash.add(name).add(bytes);
                listed.append(bytes.length).append(' ').append(name).append('\n');
            }
            Files.writeString(directory.resolve(FILE), "\n" + hash.hex() + "\n" + listed);
        }
    }

    /** Says to which entry a sealed directory belongs; before that it counts as damaged. */
    static void assign(Path directory, String entry) throws IOException {
        Path file = directory.resolve(FILE);
        byte[] seal = Files.readAllBytes(file);
        byte[] name = entry.getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(name, name.length + seal.length);
        System.arraycopy(seal, 0, both, name.length, seal.length);
        Files.write(file, both);
    }

    /** Whether all is there, as it was and where it was; on the hot start. */
    static boolean isWhole(Path directory, byte[] seal) {
        List<String> lines = Words.lines(new String(seal, StandardCharsets.UTF_8));
        if (lines.size() < FIRST_FILE || !lines.getFirst().equals(directory.toFile().getName())) {
            return false;
        }
        try {
            ContentHash hash = new ContentHash();
            for (int i = FIRST_FILE; i < lines.size(); i++) {
                if (!isAdded(directory, lines.get(i), hash)) {
                    return false;
                }
            }
            return lines.get(1).equals(hash.hex());
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    /** Nothing is read that is not as long as it was: what stands in a file's place may have no end, or none that memory holds. */
    private static boolean isAdded(Path directory, String line, ContentHash hash) throws IOException {
        int blank = Math.max(0, line.indexOf(' '));
        String name = line.substring(blank + 1);
        File file = new File(directory.toFile(), name);
        if (!file.isFile() || file.length() != Long.parseLong(line, 0, blank, 10)) {
            return false;
        }
        hash.add(name).add(Files.readAllBytes(file.toPath()));
        return true;
    }
}
