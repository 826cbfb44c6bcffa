package org.braid.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The launcher's own jar: those classes of Braid's that {@code braid run} may need. When the JDK starts its first process it looks for a logger among the services of the class path, for
 * which it reads each jar's whole directory in Java; this one's is less than half as long (docs/decisions/startup.md).
 */
final class LauncherJar {
    /** Transports and devices are asked whether they know what {@code --method} says; a device brings its library. */
    private static final List<String> NEEDED = List.of(
            "org/braid/base/", "org/braid/boot/", "org/braid/launch/", "org/braid/cli/Braid.class",
            "org/braid/link/", "org/braid/pipe/", "org/braid/transports/", "org/braid/devices/", "org/braid/shaded/lz4/", "META-INF/services/org.braid.");

    private LauncherJar() {}

    /** @param braid Braid's one jar */
    static void write(Path braid, Path to) throws IOException {
        try (ZipFile all = new ZipFile(braid.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream few = new ZipOutputStream(file)) {
            for (Enumeration<? extends ZipEntry> entries = all.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (isNeeded(entry.getName())) {
                    few.putNextEntry(new ZipEntry(entry.getName()));
                    all.getInputStream(entry).transferTo(few);
                    few.closeEntry();
                }
            }
        }
    }

    static boolean isNeeded(String name) {
        return !name.endsWith("/") && NEEDED.stream().anyMatch(name::startsWith);
    }
}
