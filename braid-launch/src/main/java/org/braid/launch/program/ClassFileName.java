package org.braid.launch.program;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What somebody has to write who named the file of a class in place of the class: the file itself says which class it has, and so in which directory its packages begin. */
final class ClassFileName {
    private static final String SUFFIX = ".class";

    private ClassFileName() {}

    /** The class path and the class, as {@code out a.b.C} for {@code out/a/b/C.class}; without a readable file at its place, the last word of the path and no directory. */
    static String options(String file) {
        String path = file.substring(0, file.length() - SUFFIX.length());
        String own = internalName(file);
        if (own == null || !("/" + path).endsWith("/" + own)) {
            return "DIRECTORY " + path.substring(path.lastIndexOf('/') + 1);
        }
        String above = path.substring(0, path.length() - own.length());
        return (above.isEmpty() ? "." : above.length() == 1 ? above : above.substring(0, above.length() - 1)) + " " + own.replace('/', '.');
    }

    private static @Nullable String internalName(String file) {
        try {
            return Files.isRegularFile(Path.of(file)) ? ClassFile.of().parse(Files.readAllBytes(Path.of(file))).thisClass().asInternalName() : null;
        } catch (IOException | IllegalArgumentException unreadable) { // or it is no class file, or no path
            return null;
        }
    }
}
