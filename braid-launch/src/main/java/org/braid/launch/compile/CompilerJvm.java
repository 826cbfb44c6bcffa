package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.signal.Signals;

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
            command.addAll(List.of("-Xlog:disable", "-XX:+SuppressFatalErrorMessage", "-XX:AOTCache=" + used));
        }
    }

    /**
     * The JVM looks at no more than a cache's head, and one that is damaged behind that is its end. Then the cache is removed, which makes the next start rehearse, and is not used any more here.
     *
     * @param exitCode that of the compiler's process
     * @return whether it may have been the cache: then the same command does without it now
     */
    static boolean discardsCache(int exitCode) throws IOException {
        String used = System.getProperty(USED, "");
        if (used.isEmpty() || !Signals.isFault(exitCode)) {
            return false;
        }
        System.clearProperty(USED);
        System.err.println("braid: the compiler's JVM has ended by a fault of its own; its AOT cache may be damaged, and is not used any more (the next start makes it anew)");
        Files.deleteIfExists(Path.of(used));
        return true;
    }
}
