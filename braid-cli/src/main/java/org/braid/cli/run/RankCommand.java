package org.braid.cli.run;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;

/**
 * The command line of a rank's JVM. Why each flag: docs/decisions/rank-flags.md. The job's secret is not in it; the job's number and the
 * rank are, for people who look at {@code ps}.
 */
final class RankCommand {
    /** A class path without entries; the empty one would mean the working directory. */
    private static final String NOWHERE = "/nonexistent";

    // Names in place of classes of the link layer, which a plain start need not load: the service, and the property for those found (org.braid.link.Transports).
    static final String TRANSPORT = "org.braid.link.spi.Transport";
    private static final String TRANSPORTS = "braid.transports";

    /** {@code exec} returns only if it has failed. */
    private static final String GROUP_OF_ITS_OWN = "delete $ENV{PERL_BADLANG}; setpgrp; exec {$ARGV[0]} @ARGV or die \"$ARGV[0]: $!\\n\"";

    private final RunOptions options;
    private final Program program;
    private final String jobName;
    private final List<String> ownGroup;
    private final int[] cores;
    private final int usableCores = Machine.usableCores();
    private final String taskset;

    RankCommand(RunOptions options, Program program, String jobName) {
        this.options = options;
        this.program = program;
        this.jobName = jobName;
        this.ownGroup = ownGroup(options.ranks() > usableCores);
        this.cores = options.bind() ? Machine.usableCoreIds() : new int[0];
        this.taskset = options.ranks() > 1 && options.ranks() <= cores.length ? found("taskset") : "";
    }

    List<String> of(int rank) {
        List<String> command = new ArrayList<>(ownGroup);
        addBinding(command, rank);
        command.add(System.getProperty("java.home") + "/bin/java");
        addMachineFlags(command, options.ranks(), Runtime.getRuntime().availableProcessors());
        if (!hasItsOwnNativeAccess(options.jvmArgs())) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        addCache(command, program, rank);
        command.addAll(options.jvmArgs());
        command.add("-Dbraid.job=" + jobName);
        command.add("-Dbraid.rank=" + rank);
        command.add("-Dbraid.cores=" + usableCores); // if it is bound, it would count those left to it; else it would read five files
        addClassPath(command, program);
        command.add("org.braid.boot.RankMain");
        command.add(program.mainClass());
        command.addAll(options.arguments());
        return command;
    }

    /** What the command needs in its environment; the rank itself does not see it. */
    void addEnvironment(ProcessBuilder builder) {
        if (ownGroup.contains(GROUP_OF_ITS_OWN)) {
            builder.environment().put("PERL_BADLANG", "0"); // a locale that is not installed is no news
        }
    }

    /** The JVM adds up what is enabled: who wants less can only be obeyed by saying nothing. */
    private static boolean hasItsOwnNativeAccess(List<String> jvmArgs) {
        for (String given : jvmArgs) {
            if (given.startsWith("--enable-native-access") || given.startsWith("--illegal-native-access")) {
                return true;
            }
        }
        return false;
    }

    static void addMachineFlags(List<String> command, int ranks, int cores) {
        if (cores <= 2 * ranks) {
            command.add("-XX:+UseSerialGC");
        }
        command.add("-XX:MaxRAMPercentage=" + Math.max(1, Math.min(25, 80 / ranks)));
        command.add("-XX:-UsePerfData");
        command.add("-Xlog:disable");
        addPatience(command);
        addInlining(command);
    }

    /**
     * A receive's status is allocated unless the receive is compiled into its caller, where an unused one vanishes; a message's thirteen arguments go over the stack unless the ring is
     * compiled into the send. Whether the compiler would do so by itself depends on what it happens to compile first.
     */
    private static void addInlining(List<String> command) {
        command.add("-XX:CompileCommand=quiet");
        for (String method : new String[] {
            "mpi.Comm::recv", "mpi.Comm::Recv", "mpi.PointToPoint::recv", "mpi.PointToPoint::Recv", "mpi.PointToPoint::receive", "org.braid.link.ring.RingProducer::offer"
        }) {
            command.add("-XX:CompileCommand=inline," + method);
        }
    }

    /**
     * Ten times as many calls as usual before a method is compiled for the first time: at the start of many ranks on few cores nearly half of
     * all time went into compiling what runs some hundred times and never again. The second compiler keeps its thresholds.
     */
    private static void addPatience(List<String> command) {
        command.add("-XX:Tier3InvocationThreshold=2000");
        command.add("-XX:Tier3MinInvocationThreshold=1000");
        command.add("-XX:Tier3CompileThreshold=20000");
        command.add("-XX:Tier3BackEdgeThreshold=400000");
    }

    /** The launcher's script names a cache only if it is there: a missing one would cost three lines on standard output. */
    private static void addCache(List<String> command, Program program, int rank) {
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
        addAnswer(command, "java.nio.channels.spi.SelectorProvider");
        if (program.bringsNoService(TRANSPORT)) {
            addAnswer(command, TRANSPORTS);
        }
    }

    /** What {@code ServiceLoader} told the rehearsal; asking it again takes each rank 8 ms a service. */
    private static void addAnswer(List<String> command, String property) {
        String answer = System.getProperty(property, "");
        if (!answer.isEmpty()) {
            command.add("-D" + property + "=" + answer);
        }
    }

    /**
     * Braid's one jar belongs to the boot loader: before the first class of the user's could be looked for behind it, the application's
     * loader would open it in Java, which takes 12 ms in each rank. Braid in pieces, as in its own tests, comes first on the class path.
     */
    private static void addClassPath(List<String> command, Program program) {
        String braid = OwnClasses.path();
        boolean oneJar = braid.endsWith("/braid.jar") && braid.indexOf(File.pathSeparatorChar) < 0;
        if (oneJar) {
            command.add("-Xbootclasspath/a:" + braid);
        }
        command.add("-cp");
        command.add(oneJar ? joined("", program.classPath()) : joined(braid, program.classPath()));
    }

    private static String joined(String first, List<String> entries) {
        StringBuilder path = new StringBuilder(first);
        for (String entry : entries) {
            path.append(path.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
        return path.isEmpty() ? NOWHERE : path.toString();
    }

    /**
     * Two ranks that spin on one core wait for each other's time slice, and the kernel puts a woken one beside its waker: so each rank gets its share of the cores, as other launchers
     * do it.
     */
    private void addBinding(List<String> command, int rank) {
        if (!taskset.isEmpty()) {
            command.addAll(List.of(taskset, "-c", share(cores, rank, options.ranks())));
        }
    }

    static String share(int[] cores, int rank, int ranks) {
        StringBuilder list = new StringBuilder();
        for (int i = rank * cores.length / ranks; i < (rank + 1) * cores.length / ranks; i++) {
            list.append(list.isEmpty() ? "" : ",").append(cores[i]);
        }
        return list.toString();
    }

    /**
     * How a rank gets a process group of its own; else the terminal's Ctrl-C would reach it twice. {@code setsid} gives it a session, too, which the kernel schedules as one: a rank that yields
     * then yields to its own threads first. So ranks that share cores get the group alone, if there is a Perl to do it (docs/decisions/crowded-collectives.md).
     */
    private static List<String> ownGroup(boolean crowded) {
        String perl = crowded ? found("perl") : "";
        String setsid = found("setsid");
        return !perl.isEmpty() ? List.of(perl, "-e", GROUP_OF_ITS_OWN) : setsid.isEmpty() ? List.of() : List.of(setsid);
    }

    private static String found(String tool) {
        for (String directory : new String[] {"/usr/bin/", "/bin/"}) {
            if (new File(directory + tool).canExecute()) {
                return directory + tool;
            }
        }
        return "";
    }
}
