package org.braid.cli.run;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a rank's JVM. Why each flag: docs/decisions/rank-flags.md. The job's secret is not in it; the job's number and the
 * rank are, for people who look at {@code ps}.
 */
final class RankCommand {
    private RankCommand() {}

    static List<String> of(RunOptions options, Program program, String jobName, int rank) {
        List<String> command = new ArrayList<>();
        String setsid = setsid();
        if (!setsid.isEmpty()) {
            command.add(setsid);
        }
        command.add(System.getProperty("java.home") + "/bin/java");
        addMachineFlags(command, options.ranks(), Runtime.getRuntime().availableProcessors());
        addCache(command, rank);
        command.addAll(options.jvmArgs());
        command.add("-Dbraid.job=" + jobName);
        command.add("-Dbraid.rank=" + rank);
        command.add("-cp");
        command.add(classPath(program));
        command.add("org.braid.boot.RankMain");
        command.add(program.mainClass());
        command.addAll(options.arguments());
        return command;
    }

    static void addMachineFlags(List<String> command, int ranks, int cores) {
        if (cores <= 2 * ranks) {
            command.add("-XX:+UseSerialGC");
        }
        command.add("-XX:MaxRAMPercentage=" + Math.max(1, Math.min(25, 80 / ranks)));
        command.add("-XX:-UsePerfData");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Xlog:disable");
    }

    /** The launcher's script names a cache only if it is there: a missing one would cost three lines on standard output. */
    private static void addCache(List<String> command, int rank) {
        String record = System.getProperty("braid.aot.record", "");
        if (!record.isEmpty() && rank == 0) {
            command.add("-XX:AOTCacheOutput=" + record);
        }
        String cache = System.getProperty("braid.aot.rank", "");
        if (!cache.isEmpty()) {
            command.add("-XX:AOTCache=" + cache);
            command.add("-XX:+UnlockDiagnosticVMOptions");
            command.add("-XX:-AOTReplayTraining");
            command.add("-XX:ArchiveRelocationMode=0");
        }
    }

    /** Braid first: the cache requires the class path it was made with as a prefix. */
    private static String classPath(Program program) {
        StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
        for (String entry : program.classPath()) {
            path.append(File.pathSeparatorChar).append(entry);
        }
        return path.toString();
    }

    /** Gives a rank a session and so a process group of its own; without it the terminal's Ctrl-C would reach ranks twice. */
    private static String setsid() {
        for (String path : new String[] {"/usr/bin/setsid", "/bin/setsid"}) {
            if (new File(path).canExecute()) {
                return path;
            }
        }
        return "";
    }
}
