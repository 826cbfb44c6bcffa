package org.braid.cli.run;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** A program given as a jar: its manifest names the main class; the JVM itself follows the manifest's Class-Path. */
final class JarProgram {
    private JarProgram() {}

    static Program of(File jar, List<String> userPath) {
        List<String> path = new ArrayList<>(userPath);
        path.addFirst(jar.toPath().toAbsolutePath().normalize().toString());
        return new Program(mainClass(jar), path);
    }

    private static String mainClass(File jar) {
        try (JarFile file = new JarFile(jar)) {
            Manifest manifest = file.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
            if (name == null || name.isBlank()) {
                throw new UsageError(
                        UsageError.NOT_RUNNABLE,
                        "'" + jar + "' names no main class in its manifest",
                        "Name the class: braid run -cp " + jar + " CLASS");
            }
            return name.strip();
        } catch (IOException e) {
            throw new UsageError(UsageError.NOT_RUNNABLE, "'" + jar + "' is not a readable jar: " + e.getMessage(), "Build it again");
        }
    }
}
