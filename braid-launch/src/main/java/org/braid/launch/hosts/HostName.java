package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this host is called. */
final class HostName {
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /** For people; no name service is asked. */
    static String own() {
        try {
            return Files.readString(NAME, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            String known = System.getenv("HOSTNAME");
            return known == null || known.isEmpty() ? "host" : known;
        }
    }
}
