package org.braid.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The help page of {@code braid run}. The command itself never comes here: {@code org.braid.cli.run.RunArguments} reads its words without
 * picocli, because start-up time counts. A test holds the two together.
 */
@Command(
        name = "run",
        description = "Starts a program on N processes and stays until all have ended.",
        sortOptions = false,
        customSynopsis = "braid run [-n N] [OPTIONS] PROGRAM [ARGUMENTS...]",
        footerHeading = "%nExit code:%n",
        footer = {
            "  that of the first rank that failed; 128+n if it died of signal n or the job got it; 2 usage, 96 a rank could not join,",
            "  124 --timeout, 125 braid itself failed, 126 not runnable, 127 not found",
            "%nExamples:",
            "  braid run -n 4 examples/mpi/Heat.java",
            "  braid run -n 2 --method tcp --report links -cp build/classes com.example.Main"
        })
final class RunCommand implements Runnable {
    @Option(names = {"-n", "-np", "--n", "--np", "-c"}, paramLabel = "N", description = "number of processes, called ranks (default 1)")
    int ranks;

    @Option(names = {"-cp", "-classpath", "--class-path"}, paramLabel = "PATH", description = "class path of the program (default $CLASSPATH, else '.')")
    String classPath = "";

    @Option(names = "--method", paramLabel = "EXPR", description = "how messages travel: tcp, or a policy such as 'host=shm, *=tcp' (see docs/methods.md)")
    String method = "";

    @Option(names = "--report", paramLabel = "WHAT", description = "print 'links' (which method each pair of ranks uses, and why) or 'startup' (when each phase was reached)")
    String report = "";

    @Option(names = "--tag-output", description = "put [rank]<stdout>: or [rank]<stderr>: before each line")
    boolean tagOutput;

    @Option(names = "--timeout", paramLabel = "TIME", description = "end the job after 90s, 5min, 2h, with the stacks of all ranks and exit code 124")
    String timeout = "";

    @Option(names = {"--wdir", "-wdir"}, paramLabel = "DIR", description = "working directory of the ranks")
    String wdir = "";

    @Option(names = "-x", paramLabel = "NAME[=VALUE]", description = "environment variable for the ranks; may be repeated")
    List<String> exports = List.of();

    @Option(names = "--jvm-args", paramLabel = "ARGS", description = "options for the ranks' JVMs, separated by blanks; may be repeated")
    List<String> jvmArgs = List.of();

    @Option(names = "--allow-clear", description = "let messages leave this host unprotected")
    boolean allowClear;

    @Option(names = "--bind-to", paramLabel = "WHAT", description = "core: each rank has its share of the cores, if there are enough (default); none: the kernel decides")
    String bind = "core";

    @Option(names = {"-q", "--quiet"}, description = "say less")
    boolean quiet;

    @Option(names = {"-v", "--verbose"}, description = "say more")
    boolean verbose;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this page")
    boolean help;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROGRAM", description = "a .java file (compiled with its neighbours, once), a class, or a .jar")
    String program = "";

    @Parameters(index = "1..*", paramLabel = "ARGUMENTS", description = "whatever follows PROGRAM belongs to the program")
    List<String> arguments = List.of();

    @Override
    public void run() {
        throw new IllegalStateException("run is read by RunArguments");
    }
}
