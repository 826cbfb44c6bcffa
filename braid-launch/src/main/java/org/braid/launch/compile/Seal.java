package org.braid.launch.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.braid.launch.text.Words;

/**
 * What a directory of classes held when it was compiled, in a file beside them: a hash, and below it the names of the files, one a line. It tells damage: a class that is gone, cut or altered. It is
 * no defence against anybody who can write there; {@link DirectoryGuard} is.
 */
final class Seal {
    static final String FILE = "braid.classes";

    private Seal() {}

    /** Seals what is in a directory. */
    static void write(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<String> names = files.filter(Files::isRegularFile).map(file -> directory.relativize(file).toString()).sorted().toList();
            StringBuilder seal = new StringBuilder(hash(directory, names)).append('\n');
            names.forEach(name -> seal.append(name).append('\n'));
            Files.writeString(directory.resolve(FILE), seal);
        }
    }

    /** Whether all is there, and as it was; on the hot start. */
    static boolean isWhole(Path directory, byte[] seal) {
        List<String> lines = Words.lines(new String(seal, StandardCharsets.UTF_8));
        try {
            return !lines.isEmpty() && lines.getFirst().equals(hash(directory, lines.subList(1, lines.size())));
        } catch (IOException e) {
            return false;
        }
    }

    private static String hash(Path directory, List<String> names) throws IOException {
        ContentHash hash = new ContentHash();
        for (String name : names) {
            hash.add(name).add(Files.readAllBytes(directory.resolve(name)));
        }
        return hash.hex();
    }
}
