package org.braid.bench.build;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.BenchOptions;

/** Braid's contestants: each a {@code braid run} in a process of its own, by the JVM flags of this one. */
public final class OurPrograms {
    private static final String PROGRAMS = "org.braid.bench.rank.";
    private static final String NO_COLLECTOR = "-XX:-UseSerialGC -XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xms64m -Xmx64m";

    private static final String COUNTED = "400000";

    private final BenchOptions options;
    private final List<String> launcher;

    /**
     * The programs for what is asked.
     *
     * @param launcher the command up to and without {@code run}
     */
    public OurPrograms(BenchOptions options, List<String> launcher) {
        this.options = options;
        this.launcher = List.copyOf(launcher);
    }

    /** One contestant for each way of doing it and number of ranks. */
    public List<Contestant> all() {
        List<Contestant> all = new ArrayList<>();
        for (int ranks : options.rankCounts()) {
            switch (options.operation()) {
                case "startup" -> addStartup(all, ranks);
                case "collectives" -> addMpi(all, ranks);
                case "allocation" -> addAllocation(all);
                default -> {
                    all.add(printing("link", run(ranks, "", "LinkProgram", measured())));
                    addMpi(all, ranks);
                }
            }
        }
        return all;
    }

    /** The largest job of {@code startup}, reporting when each of its phases was reached. */
    public List<String> phases() {
        List<String> command = new ArrayList<>(launcher);
        String ranks = Integer.toString(options.rankCounts().getLast());
        command.addAll(List.of("run", "-n", ranks, "--report", "startup", PROGRAMS + "HelloProgram"));
        return command;
    }

    private void addMpi(List<Contestant> all, int ranks) {
        all.add(printing("mpi-single", run(ranks, "", "MpiProgram", after("single", measured()))));
        all.add(printing("mpi-multiple", run(ranks, "", "MpiProgram", after("multiple", measured()))));
    }

    private void addStartup(List<Contestant> all, int ranks) {
        all.add(new Contestant("braid", false, "startup.np" + ranks, run(ranks, "", "HelloProgram")));
        all.add(printing("memory", run(ranks, "", "MemoryProgram")));
        all.add(printing("memory", run(ranks, "", "MemoryProgram", "lanes")));
    }

    private void addAllocation(List<Contestant> all) {
        String messages = Long.toString(options.messages());
        for (String kind : List.of("blocking", "nonblocking", "rsr")) {
            all.add(printing("counted", run(2, "", "AllocationProgram", kind, COUNTED)));
        }
        for (String kind : List.of("blocking", "rsr")) {
            all.add(printing("no-collector", run(2, NO_COLLECTOR, "AllocationProgram", kind, messages)));
        }
    }

    private static Contestant printing(String name, List<String> command) {
        return new Contestant("braid " + name, false, "", command);
    }

    /** Operation, scale and sizes: what every measured program takes last. */
    private String[] measured() {
        List<String> words = new ArrayList<>(List.of(options.operation(), Double.toString(options.scale())));
        words.addAll(options.sizes());
        return words.toArray(String[]::new);
    }

    private static String[] after(String first, String... others) {
        List<String> words = new ArrayList<>(List.of(others));
        words.addFirst(first);
        return words.toArray(String[]::new);
    }

    private List<String> run(int ranks, String jvmArgs, String program, String... arguments) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("run", "-n", Integer.toString(ranks)));
        if (!options.method().isEmpty()) {
            command.addAll(List.of("--method", options.method()));
        }
        if (!jvmArgs.isEmpty()) {
            command.addAll(List.of("--jvm-args", jvmArgs));
        }
        command.add(PROGRAMS + program);
        command.addAll(List.of(arguments));
        return command;
    }

    /** This process's own command up to its arguments: same flags, same caches. The shell script before it is not part of what is timed. */
    public static List<String> thisLauncher() {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java"));
        String[] words = ProcessHandle.current().info().arguments().orElse(new String[0]);
        int main = List.of(words).indexOf("org.braid.cli.Braid");
        if (main >= 0) {
            command.addAll(List.of(words).subList(0, main));
            command.set(command.size() - 1, launcherAlone(command.getLast()));
        } else {
            command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
        }
        command.add("org.braid.cli.Braid");
        return command;
    }

    /** The script names the launcher's own jar first; {@code run} needs nothing else of the class path, which is the last word before the main class. */
    private static String launcherAlone(String classPath) {
        int end = classPath.indexOf(File.pathSeparatorChar);
        return end < 0 ? classPath : classPath.substring(0, end);
    }
}
