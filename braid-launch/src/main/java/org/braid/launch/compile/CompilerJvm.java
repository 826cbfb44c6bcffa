package org.braid.launch.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM in which the JDK's compiler runs. An ahead-of-time cache of its own spares it half of its time, most of which it spends with classes of javac's that nobody else loads: a program that has been changed is what a
 * user waits for most often (figures: docs/decisions/startup.md).
 */
final class CompilerJvm {
    /** The cache's file; the script names one only if it is there. */
    private static final String USED = "braid.aot.compiler";

    /** The file that a rehearsal records. */
    private static final String RECORDED = "braid.aot.record.compiler";

    private CompilerJvm() {}

    /**
     * The words that come before the main class.
     *
     * @param options of the user's, which win
     */
    static List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        addCache(command);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"))); // that of the rehearsal, or the JVM does without its cache
        return command;
    }

    private static void addCache(List<String> command) {
        String recorded = System.getProperty(RECORDED, "");
        String used = System.getProperty(USED, "");
        if (!recorded.isEmpty()) {
            command.addAll(List.of("-Xlog:disable", "-XX:AOTCacheOutput=" + recorded));
        } else if (!used.isEmpty()) {
            command.addAll(List.of("-Xlog:disable", "-XX:AOTCache=" + used)); // one that does not fit, or is damaged, is not worth a word here: the launcher's has had it
        }
    }
}
