package org.braid.cli.sim;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.jvm.GivenOptions;
import org.braid.launch.signal.GroupSignal;
import org.braid.launch.signal.Signals;

/** The command's JVM starts quickly and has little memory; what is large gets one with all compilers and most of the machine's memory, at most 8 GiB in all. */
final class OwnJvm {
    private static final String MARK = "braid.sim.own";
    private static final int FEW_RANKS = 500;
    private static final long MOST_MIB = 7168;
    private static final long LEAST_MIB = 256;

    private OwnJvm() {}

    /** Whether so many ranks are more than the launcher's heap is for. */
    static boolean isWanted(int ranks) {
        return ranks > FEW_RANKS && System.getProperty(MARK) == null;
    }

    /** Carries the command out once more; its exit code. */
    static int run(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:-UsePerfData", "-Xmx" + heapMiB() + "m", "-D" + MARK + "=1"));
        GivenOptions.of(List.of(), List.of()).addSerialTo(command);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.braid.cli.Braid"));
        command.addAll(words);
        Process process = new ProcessBuilder(command).inheritIO().start();
        Signals.passOn(number -> GroupSignal.send(Signals.name(number), List.of(Long.toString(process.pid()))));
        return process.waitFor();
    }

    private static long heapMiB() {
        long whole = ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system ? system.getTotalMemorySize() >> 20 : LEAST_MIB;
        return Math.max(LEAST_MIB, Math.min(MOST_MIB, whole / 4 * 3));
    }
}
