package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Ranks start in tens of milliseconds only if the way to the first message loads nothing that is not needed for it. */
class HotPathClassesTest {

    /** What runs in a JVM of its own. */
    static final class Probe {
        public static void main(String[] args) {
            int word0 = FrameHeader.word0(args.length, FrameKind.RSR);
            int handler = HandlerId.of("ping");
            Runtime.getRuntime().halt(FrameHeader.payloadBytes(word0) <= Limits.MAX_FRAME_PAYLOAD && handler != HandlerId.NONE ? 0 : 1);
        }
    }

    @Test
    void framesAndHandlerIdsLoadThemselvesAndNothingThatTheJvmHasNotAtHand() throws Exception {
        // BraidException only because the verifier wants to know that it may be thrown; no error code is initialised.
        assertEquals(Set.of("FrameHeader", "HandlerId", "HotPathClassesTest$Probe", "org.braid.base.text.Text", "org.braid.base.BraidException"), loadedByProbe());
    }

    /** Classes that came from outside the JVM's own archive; {@code Limits} and constants of {@code FrameHeader} and {@code FrameKind} are compiled in. */
    private static Set<String> loadedByProbe() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process probe = new ProcessBuilder(java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:class+load", "-cp",
            System.getProperty("java.class.path"), Probe.class.getName()).redirectErrorStream(true).start();
        var loaded = new TreeSet<String>();
        try (BufferedReader lines = probe.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) if (isNew(line)) loaded.add(name(line));
        }
        assertEquals(0, probe.waitFor());
        return loaded;
    }

    private static boolean isNew(String line) {
        return line.contains(" source: ") && !line.contains("shared objects file") && !line.contains("jdk.internal.loader.");
    }

    private static String name(String line) {
        String head = line.substring(0, line.indexOf(" source: "));
        String name = head.substring(head.lastIndexOf(' ') + 1);
        return name.startsWith("org.braid.base.wire.") ? name.substring("org.braid.base.wire.".length()) : name;
    }
}
