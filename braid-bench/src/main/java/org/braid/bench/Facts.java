package org.braid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.braid.bench.work.Contest;
import org.braid.bench.work.Measured;

/** What ran where and when: without it a figure says nothing later. */
final class Facts {
    private Facts() {}

    static Map<String, String> about(Measured measured, Contest contest, String version, String otherVersion) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().toString());
        facts.put("build", version);
        facts.put("against", otherVersion);
        facts.put("java", System.getProperty("java.vm.version"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch"));
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("load", load());
        facts.put("asked", measured + " " + contest);
        return facts;
    }

    /** The load averages say how far the figures may be believed. */
    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
