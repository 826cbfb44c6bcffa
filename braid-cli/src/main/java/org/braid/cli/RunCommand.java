package org.braid.cli;

import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunOption;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The help pages of the commands that start jobs. The commands themselves never come here: the launcher reads their words without picocli, because start-up time counts. Both have their options from one place.
 */
final class RunCommand {
    private static final String EXIT_CODES = "  that of the first rank that failed; 128+n if it died of signal n or the job got it; 2 usage, 96 a rank could not join,";

    private RunCommand() {}

    /** {@code braid run} */
    static CommandSpec run() {
        CommandSpec spec = withOptions(JobCommand.RUN);
        program(spec, 0);
        spec.usageMessage()
                .description("Starts a program on N processes and stays until all have ended.")
                .customSynopsis("braid run [-n N] [OPTIONS] PROGRAM [ARGUMENTS...]")
                .footer(
                        EXIT_CODES,
                        "  124 --timeout, 125 braid itself failed, 126 not runnable, 127 not found",
                        "%nExamples:",
                        "  braid run -n 4 examples/mpi/Heat.java",
                        "  braid run -n 2 --method tcp --report links -cp build/classes com.example.Main");
        return spec;
    }

    /** {@code braid server} */
    static CommandSpec server() {
        CommandSpec spec = withOptions(JobCommand.SERVER);
        spec.usageMessage()
                .description("Prints the ticket of a job of N ranks, waits until they have joined, and stays until all have ended.")
                .customSynopsis("braid server -n N [OPTIONS]")
                .footer(
                        EXIT_CODES,
                        "  124 --timeout, 125 braid itself failed",
                        "%nExamples:",
                        "  braid server -n 4                 the ticket is for braid join, on this host and others",
                        "  braid server -n 4 --ticket-file t a ticket that no list of processes shows: braid join @t");
        return spec;
    }

    /** {@code braid join} */
    static CommandSpec join() {
        CommandSpec spec = withOptions(JobCommand.JOIN);
        spec.addPositional(positional("0", "TICKET", "what braid server has printed, or @FILE with it"));
        program(spec, 1);
        spec.usageMessage()
                .description("Starts K ranks of a job on this host, where its server has given out the ticket, and stays until the job has ended.")
                .customSynopsis("braid join TICKET [-n K] [OPTIONS] PROGRAM [ARGUMENTS...]")
                .footer(
                        "  the job's, as braid server has it; 125 if the server was lost or refused, 2 usage",
                        "%nExamples:",
                        "  braid join TICKET -n 2 examples/mpi/Heat.java",
                        "  braid join TICKET --ranks 0,2 examples/mpi/Heat.java");
        return spec;
    }

    private static CommandSpec withOptions(JobCommand command) {
        CommandSpec spec = CommandSpec.create();
        for (RunOption option : RunOption.values()) {
            if (option.isOf(command)) {
                spec.addOption(option(option));
            }
        }
        spec.usageMessage().sortOptions(false).footerHeading("%nExit code:%n");
        return spec;
    }

    private static void program(CommandSpec spec, int at) {
        spec.addPositional(positional(Integer.toString(at), "PROGRAM", "a .java file (compiled with its neighbours, once), a class, or a .jar"));
        spec.addPositional(positional(at + 1 + "..*", "ARGUMENTS", "whatever follows PROGRAM belongs to the program"));
    }

    private static OptionSpec option(RunOption option) {
        boolean flag = option.value().isEmpty();
        return OptionSpec.builder(option.names().toArray(new String[0]))
                .type(flag ? boolean.class : String.class)
                .arity(flag ? "0" : "1")
                .paramLabel(option.value())
                .description(option.otherwise().isEmpty() ? option.help() : option.help() + " (default: " + option.otherwise() + ")")
                .usageHelp(option == RunOption.HELP)
                .build();
    }

    private static PositionalParamSpec positional(String index, String label, String help) {
        return PositionalParamSpec.builder().index(index).arity("0..*").paramLabel(label).description(help).build();
    }
}
