package org.braid.launch.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.braid.base.os.Machine;
import org.braid.boot.RankMain;
import org.braid.boot.RanksMain;
import org.braid.boot.control.ControlPipe;
import org.braid.boot.threads.RankClasses;
import org.braid.boot.threads.RankSet;
import org.braid.boot.warm.Order;
import org.braid.launch.jvm.GivenOptions;
import org.braid.launch.options.RunOptions;
import org.braid.launch.program.OwnClasses;
import org.braid.launch.program.Program;

/**
 * The command line of a rank: what places its process ({@link CommandPrefix}), its JVM with {@link JvmFlags}, caches and class path, the
 * program. The job's secret is not in it; the job's number and the rank are, for people who look at {@code ps}.
 */
public final class RankCommand {
    /** What comes before the path of Braid's one jar among a rank's words. */
    public static final String BOOT = "-Xbootclasspath/a:";

    /** A class path without entries; the empty one would mean the working directory. */
    private static final String NOWHERE = "/nonexistent";

    // Names in place of classes of the link layer, which a plain start need not load: the service, and the property for those found (org.braid.link.select.Transports).
    private static final String TRANSPORT = "org.braid.link.spi.Transport";
    private static final String TRANSPORTS = "braid.transports";

    // What people who look at ps are told, and the rank itself.
    private static final String JOB = "braid.job";
    private static final String RANK = "braid.rank";

    /** From so many ranks on in one process it pays to verify their classes once. */
    private static final int MANY_RANKS = 32;

    private final RunOptions options;
    private final int ranks;
    private final int ranksOnHost;
    private final int processesOnHost;
    private final Program program;
    private final String jobName;
    private final int usableCores = Machine.usableCores();
    private final CommandPrefix prefix;
    private final boolean spawns;

    /**
     * It makes the command of every rank of one job on this host.
     *
     * @param options what the user asked for
     * @param ranks how many the job has
     * @param ranksOnHost how many of them this host will have
     * @param processesOnHost how many processes hold these
     * @param program what the ranks run
     * @param jobName short, for people
     */
    public RankCommand(RunOptions options, int ranks, int ranksOnHost, int processesOnHost, Program program, String jobName) {
        this.options = options;
        this.ranks = ranks;
        this.ranksOnHost = ranksOnHost;
        this.processesOnHost = processesOnHost;
        this.program = program;
        this.jobName = jobName;
        this.prefix = new CommandPrefix(processesOnHost, ranksOnHost > usableCores, options.bind());
        this.spawns = SpawningPrograms.has(program);
    }

    /**
     * The command of a process that holds one rank, or several, with the working directory and the environment that the user asked for. It starts nothing.
     *
     * @param seated its ranks
     * @param place that of the first of them among the job's ranks of this host, from 0
     * @param processPlace its own place among the job's processes of this host, from 0
     */
    public ProcessBuilder builder(RankSet seated, int place, int processPlace) {
        ProcessBuilder builder = new ProcessBuilder(words(seated, place, processPlace));
        Map<String, String> environment = builder.environment();
        prefix.addTo(environment);
        RankVariables.put(environment, ranks, ranksOnHost);
        if (seated.count() == 1) {
            RankVariables.putRank(environment, seated.first(), place);
        } else {
            RankVariables.removeRank(environment);
        }
        if (!options.wdir().isEmpty()) {
            builder.directory(new File(options.wdir()));
        }
        for (String export : options.exports()) {
            int equals = export.indexOf('=');
            environment.put(export.substring(0, equals), export.substring(equals + 1));
        }
        return builder;
    }

    /** What cannot be changed once a process runs: a rank that was started with these words can be any of this job's that has a process to itself, by {@link #order}. */
    public List<String> fixed() {
        List<String> command = new ArrayList<>();
        prefix.addGroupTo(command);
        addFixed(command, RankSet.of(0), 0, false);
        return command;
    }

    /**
     * What can be told to a process that runs already, in place of the words and the environment of {@link #builder}.
     *
     * @param rank its number in the job, from 0
     * @param place its place among the job's ranks of this host, each of which has a process to itself, from 0
     */
    public Order order(int rank, int place) {
        List<String> arguments = new ArrayList<>();
        addBeforeArguments(arguments, rank);
        arguments.addAll(options.arguments());
        Map<String, String> properties = Map.of(JOB, jobName, RANK, Integer.toString(rank));
        return new Order(properties, program.classPath(), program.mainClass(), arguments, builder(RankSet.of(rank), place, place).environment(), prefix.cores(place));
    }

    private List<String> words(RankSet seated, int place, int processPlace) {
        List<String> command = new ArrayList<>();
        prefix.addTo(command, processPlace);
        command.addAll(ControlPipe.prefix());
        addFixed(command, seated, place, spawns);
        command.add(ControlPipe.option());
        command.add("-D" + JOB + "=" + jobName);
        command.add("-D" + RANK + "=" + seated.first());
        addClassPath(command, program);
        command.add(seated.count() == 1 ? "org.braid.boot.RankMain" : "org.braid.boot.RanksMain");
        command.add(program.mainClass());
        addBeforeArguments(command, seated.first());
        command.addAll(options.arguments());
        return command;
    }

    /** @param isKnownToSpawn whether its program is known to ask for more processes; whatever that says, a warm rank serves it */
    private void addFixed(List<String> command, RankSet seated, int place, boolean isKnownToSpawn) {
        command.add(System.getProperty("java.home") + "/bin/java");
        GivenOptions given = GivenOptions.of(options.jvmArgs(), options.exports());
        JvmFlags.addForMachine(command, ranksOnHost, processesOnHost, Runtime.getRuntime().availableProcessors(), given);
        JvmFlags.addNativeAccess(command, options.jvmArgs());
        if (given.allowCache()) {
            RankCache.addTo(command, seated.first(), place == 0 || ranksOnHost <= usableCores, isKnownToSpawn, options.jvmArgs());
        }
        addAnswers(command, program);
        addVerification(command, seated.count());
        command.addAll(program.jvmOptions());
        command.addAll(options.jvmArgs());
        command.add("-Dbraid.cores=" + usableCores); // if it is bound, it would count those left to it; else it would read five files
        addStyle(command, options.argumentStyle());
        addSeats(command, seated);
        if (options.verbosity() > 0) {
            command.add("-D" + RankMain.VERBOSE + "=true");
        }
        addBoot(command);
    }

    /** What the launchers of other families put before a program's own arguments. There is no file of configuration that the second could name; it is the number of ranks, for which programs take it. */
    private void addBeforeArguments(List<String> command, int rank) {
        String style = options.argumentStyle();
        boolean mpj = style.equals(RunOptions.MPJ_ARGUMENTS);
        if (mpj || style.equals(RunOptions.PRUNJAVA_ARGUMENTS)) {
            command.add(Integer.toString(rank));
        }
        if (mpj) {
            command.add(Integer.toString(ranks));
            command.add("multicore");
        }
    }

    /** So that {@code MPI.Init} knows which of the arguments are the user's. */
    private static void addStyle(List<String> command, String style) {
        if (style.equals(RunOptions.MPJ_ARGUMENTS) || style.equals(RunOptions.PRUNJAVA_ARGUMENTS)) {
            command.add("-Dbraid.args=" + style);
        }
    }

    /** Which ranks are threads of this process, and whether the first argument is the number of each. */
    private void addSeats(List<String> command, RankSet seated) {
        if (seated.count() > 1) {
            command.add("-D" + RanksMain.RANKS_HERE + "=" + seated);
            command.add("-D" + RanksMain.RANK_FIRST + "=" + !options.argumentStyle().equals("plain"));
        }
    }

    /** The JVM would verify the same classes for each of many ranks, which is half of what their start costs; Braid's own need none, and those of the program are verified once (docs/decisions/ranks-as-threads.md). */
    private static void addVerification(List<String> command, int count) {
        if (count >= MANY_RANKS) {
            command.add("-XX:MetaspaceSize=" + count + "m"); // else the JVM collects all of its heap again and again while ranks load classes
            command.add("-XX:+UnlockDiagnosticVMOptions");
            command.add("-XX:-BytecodeVerificationRemote");
            command.add("-D" + RankClasses.VERIFIES + "=true");
        }
    }

    /** What the JDK and Braid would look for in files, and the launcher knows. */
    private static void addAnswers(List<String> command, Program program) {
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
    private static void addBoot(List<String> command) {
        if (isOneJar()) {
            command.add(BOOT + OwnClasses.path());
        }
    }

    /** Whether this is Braid as users have it. */
    public static boolean isOneJar() {
        String braid = OwnClasses.path();
        return braid.endsWith("/braid.jar") && braid.indexOf(File.pathSeparatorChar) < 0;
    }

    private static void addClassPath(List<String> command, Program program) {
        command.add("-cp");
        command.add(joined(isOneJar() ? "" : OwnClasses.path(), program.classPath()));
    }

    private static String joined(String first, List<String> entries) {
        StringBuilder path = new StringBuilder(first);
        for (String entry : entries) {
            path.append(path.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
        return path.isEmpty() ? NOWHERE : path.toString();
    }
}
