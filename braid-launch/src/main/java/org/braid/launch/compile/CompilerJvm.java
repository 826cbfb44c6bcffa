package org.braid.launch.compile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.jvm.DamagedCache;
import org.braid.launch.jvm.GivenOptions;
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
        GivenOptions given = GivenOptions.of(options, List.of());
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        given.addSerialTo(command);
        if (given.allowCache()) {
            addCache(command);
        }
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
     * Whether the same command is to be tried again, since its JVM may have died of its cache: that is not used any more by this process then, and the next one has it made anew. A fault of its own counts for that, since nothing of the
     * user's runs there; with code 1, which javac has for errors, too, the cache is looked at.
     *
     * @param exitCode that of the compiler's process
     */
    static boolean diesOfItsCache(int exitCode) {
        String used = System.getProperty(USED, "");
        if (used.isEmpty() || !DamagedCache.mayEndWith(exitCode) || !Signals.isFault(exitCode) && !DamagedCache.isAt(Path.of(used))) {
            return false;
        }
        boolean removed = DamagedCache.remove(Path.of(used));
        System.clearProperty(USED);
        System.err.println("braid: the compiler's JVM has ended by a fault of its own; its AOT cache may be damaged, and is not used any more" + (removed ? " (the next start makes it anew)" : ", but cannot be removed: " + used));
        return true;
    }
}
