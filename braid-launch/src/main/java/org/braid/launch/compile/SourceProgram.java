package org.braid.launch.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program given as one source file, with its neighbours.
 *
 * @param file as the user named it
 * @param mainClass binary name of the class to start
 * @param sourceRoot where the neighbours' packages begin
 */
record SourceProgram(Path file, String mainClass, Path sourceRoot) {

    static SourceProgram of(Path file) throws IOException {
        Path source = file.toAbsolutePath().normalize();
        SourceHead head = SourceHead.of(SourceFiles.text(Files.readAllBytes(source), StandardCharsets.ISO_8859_1));
        return new SourceProgram(file, head.mainClass(baseName(source)), root(source, head.packageName()));
    }

    private static String baseName(Path source) {
        String name = source.toFile().getName();
        return name.substring(0, name.length() - ".java".length());
    }

    /** The directory above the package's own directories, if the file lies where its package says; else the file's directory. */
    private static Path root(Path source, String packageName) {
        Path directory = source.resolveSibling(".").normalize();
        if (packageName.isEmpty()) {
            return directory;
        }
        Path packagePath = Path.of(packageName.replace('.', '/'));
        if (!directory.endsWith(packagePath)) {
            return directory;
        }
        Path root = directory;
        for (int i = 0; i < packagePath.getNameCount(); i++) {
            Path parent = root.getParent();
            if (parent == null) {
                return directory;
            }
            root = parent;
        }
        return root;
    }
}
