package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of the commands that start jobs, each once: to which it belongs, its names, what follows it, what holds without it, and its line on the help page. Names are those of mpirun and srun. */
public enum RunOption {
    /** How many processes. */
    RANKS(Of.EVERYWHERE, "N", "1; for bin/mpirun and bin/mpjrun.sh one on each core", "number of processes, called ranks", "-n", "-np", "--n", "--np", "-c"),
    /** How many ranks are threads of one process. */
    RANKS_PER_PROCESS(Of.WITH_PROGRAM, "K", "1", "ranks as threads: up to as many in each JVM, which have statics, output and System.exit of their own", "--ranks-per-process"),
    /** Which ranks are to be here. */
    RANK_LIST(Of.JOIN_ALONE, "LIST", "the lowest that are free", "these ranks of the job: 0,2 or 4-7", "--ranks"),
    /** At which of this host's addresses its joins call the server. */
    LISTEN(Of.SERVER_ALONE, "ADDRESS[:PORT]", "all addresses, any port", "where to listen: a name or number of this host, with the port if it must be a certain one", "--listen"),
    /** Where the ticket is written to. */
    TICKET_FILE(Of.SERVER_ALONE, "FILE", "", "write the ticket into this file, for this user alone, instead of printing it; braid join @FILE reads it", "--ticket-file"),
    /** Where the program's classes are. */
    CLASS_PATH(Of.WITH_PROGRAM, "PATH", "$CLASSPATH, else '.'", "class path of the program", "-cp", "-classpath", "--class-path"),
    /** A program in a jar, as java is told of it. */
    JAR(Of.WITH_PROGRAM, "FILE", "", "the program is this jar; what follows are its arguments", "-jar"),
    /** What a program that was written for another launcher expects before its own arguments. */
    ARGUMENTS(Of.WITH_PROGRAM, "STYLE", "plain", "what main gets before the program's own arguments: plain nothing; mpj rank, configuration and device, as mpjrun.sh; prunjava the rank", "--args"),
    /** Whose habits the line is written in. */
    LIKE(Of.RUN_ALONE, "LAUNCHER", "braid", "read the line as this launcher does, which bin/mpirun and bin/mpjrun.sh ask for: mpirun starts a rank on each core if no number is given; so does mpjrun.sh, with --args mpj and java's options among its own", "--like"),
    /** What of package mpi a source file sees. */
    PROFILE(Of.WITH_PROGRAM, "NAME", "all", "what a source file sees of package mpi: all, or mpj, the types of MPJ Express alone, whose names clash with fewer others", "--profile"),
    /** Which methods carry messages: an expression or a policy. */
    METHOD(Of.OF_JOB, "EXPR", "automatic: the first method that reaches the peer", "how messages travel: tcp, or a policy such as 'host=shm, *=tcp' (see docs/methods.md)", "--method"),
    /** What is told of a job beside what it prints. */
    REPORT(Of.OF_JOB, "WHAT", "", "print 'links' (which method each pair of ranks uses, and why), 'startup' (when each phase was reached), 'topology' (which ranks are near each other; topology=FILE.svg also draws it) or 'unfreed' (what each rank has not freed when it calls Finalize)", "--report"),
    /** Whose line is whose. */
    TAG_OUTPUT(Of.WITH_PROGRAM, "", "", "put [rank]<stdout>: or [rank]<stderr>: before each line", "--tag-output"),
    /** How long a job may take. */
    TIMEOUT(Of.OF_JOB, "TIME", "none", "end the job after 90s, 5min, 2h (a number alone means seconds), with the stacks of all ranks and exit code 124", "--timeout"),
    /** In which directory ranks are started. */
    WDIR(Of.WITH_PROGRAM, "DIR", "the launcher's", "working directory of the ranks", "--wdir", "-wdir"),
    /** What is added to the ranks' environment. */
    EXPORT(Of.WITH_PROGRAM, "NAME[=VALUE]", "", "environment variable for the ranks; may be repeated", "-x"),
    /** What the ranks' JVMs are told. */
    JVM_ARGS(Of.WITH_PROGRAM, "ARGS", "", "options for the ranks' JVMs, separated by blanks; may be repeated", "--jvm-args"),
    /** Where the host is. */
    SITE(Of.EVERYWHERE, "NAME", "$BRAID_SITE", "the site that this host is at: hosts of one site are near each other; at braid server: of joins that name none", "--site"),
    /** Where at the site the host is. */
    CLUSTER(Of.EVERYWHERE, "NAME", "$BRAID_CLUSTER", "the cluster that this host is in, at its site", "--cluster"),
    /** Where sites and clusters come from that nobody names. */
    LEVELS(Of.SERVER_ALONE, "HOW", "$BRAID_LEVELS, else measured", "sites and clusters that nobody names: measured, by round trips among three hosts or more, or named, so none", "--levels"),
    /** An experiment: as if the ranks of this host were on several. */
    TOPOLOGY(Of.RUN_ALONE, "FILE", "", "place the ranks as if this host were several, in clusters and at sites (see docs/multilevel.md)", "--topology"),
    /** Whether sums have the same bits wherever ranks are. */
    REPRODUCIBLE(Of.WITH_PROGRAM, "", "", "reductions and scans give the same bits wherever ranks are and whichever algorithm is chosen, as BRAID_REPRODUCIBLE=true (see docs/collectives.md)", "--reproducible"),
    /** Whether a host may be left without protection. */
    ALLOW_CLEAR(Of.OF_JOB, "", "off: messages that leave the host must be protected", "let messages leave this host unprotected", "--allow-clear"),
    /** Which cores a rank may use. */
    BIND_TO(Of.WITH_PROGRAM, "WHAT", "core", "core: each rank has its share of the cores, if there are enough; none: the kernel decides, as it does within a socket, numa or l3cache", "--bind-to"),
    /** As little as possible is said. */
    QUIET(Of.EVERYWHERE, "", "", "say less", "-q", "--quiet"),
    /** More is said. */
    VERBOSE(Of.EVERYWHERE, "", "", "say more: of a failed rank all it has to say, not each sentence once", "-v", "--verbose"),
    /** The help page. */
    HELP(Of.EVERYWHERE, "", "", "this page", "-h", "--help");

    /** Sets of commands; a class of its own, since constants of an enum come before its fields. */
    private static final class Of {
        static final List<JobCommand> EVERYWHERE = List.of(JobCommand.RUN, JobCommand.SERVER, JobCommand.JOIN);
        static final List<JobCommand> WITH_PROGRAM = List.of(JobCommand.RUN, JobCommand.JOIN);
        static final List<JobCommand> OF_JOB = List.of(JobCommand.RUN, JobCommand.SERVER);
        static final List<JobCommand> RUN_ALONE = List.of(JobCommand.RUN);
        static final List<JobCommand> SERVER_ALONE = List.of(JobCommand.SERVER);
        static final List<JobCommand> JOIN_ALONE = List.of(JobCommand.JOIN);
    }

    private final List<JobCommand> commands;
    private final String value;
    private final String otherwise;
    private final String help;
    private final List<String> names;

    RunOption(List<JobCommand> commands, String value, String otherwise, String help, String... names) {
        this.commands = commands;
        this.value = value;
        this.otherwise = otherwise;
        this.help = help;
        this.names = List.of(names);
    }

    /** What follows it on the command line, as the help page names it; "" if nothing does. */
    public String value() {
        return value;
    }

    /** What holds without it; "" if that goes without saying. */
    public String otherwise() {
        return otherwise;
    }

    /** What the help page says of it: a sentence without its subject. */
    public String help() {
        return help;
    }

    /** All its spellings, the usual one first. */
    public List<String> names() {
        return names;
    }

    /** Whether it may follow a command. */
    public boolean isOf(JobCommand command) {
        return commands.contains(command);
    }

    /** Whether each of several programs of one job may have its own. */
    boolean isOfProgram() {
        return switch (this) {
            case RANKS, CLASS_PATH, JAR, ARGUMENTS, PROFILE, WDIR, EXPORT, JVM_ARGS, HELP -> true;
            default -> false;
        };
    }

    /** The commands that it may follow, for people: {@code braid server, braid join}. */
    String owners() {
        StringBuilder text = new StringBuilder();
        for (JobCommand command : commands) {
            text.append(text.isEmpty() ? "braid " : ", braid ").append(command.word());
        }
        return text.toString();
    }

    static @Nullable RunOption named(String name) {
        for (RunOption option : values()) {
            if (option.names.contains(name)) {
                return option;
            }
        }
        return null;
    }

    /** That of a word that may have one dash for two, or two for one, as in other launchers. */
    static @Nullable RunOption alike(String name) {
        String word = withoutDashes(name);
        for (RunOption option : values()) {
            for (String each : option.names) {
                if (withoutDashes(each).equals(word)) {
                    return option;
                }
            }
        }
        return null;
    }

    /** A name without the one dash or the two that it begins with. */
    static String withoutDashes(String name) {
        return name.substring(name.startsWith("--") ? 2 : 1);
    }

    static List<String> allNames(JobCommand command) {
        List<String> all = new ArrayList<>();
        for (RunOption option : values()) {
            if (option.isOf(command)) {
                all.addAll(option.names);
            }
        }
        return all;
    }
}
