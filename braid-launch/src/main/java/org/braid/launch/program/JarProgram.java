package org.braid.launch.program;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** A program given as a jar: its manifest names the main class, and what the JVM is to open to it; the JVM itself follows the manifest's Class-Path. */
final class JarProgram {
    private JarProgram() {}

    static Program of(File jar, List<String> userPath) {
        List<String> path = new ArrayList<>(userPath);
        path.addFirst(jar.toPath().toAbsolutePath().normalize().toString());
        Attributes manifest = manifest(jar);
        return new Program(mainClass(jar, manifest), path, OpenedByManifest.options(manifest), null);
    }

    private static Attributes manifest(File jar) {
        try (JarFile file = new JarFile(jar)) {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (IOException e) {
            throw new BraidException(
                    ErrorCode.FILE_UNREADABLE, "'" + jar + "' is not a readable jar", String.valueOf(e.getMessage()), "Build it again", e);
        }
    }

    private static String mainClass(File jar, Attributes manifest) {
        String name = manifest.getValue(Attributes.Name.MAIN_CLASS);
        if (name == null || name.isBlank()) {
            throw new BraidException(
                    ErrorCode.MAIN_MISSING,
                    "'" + jar + "' names no main class",
                    "its manifest has no Main-Class",
                    "Name the class: braid run -cp " + jar + " CLASS");
        }
        return name.strip();
    }
}
