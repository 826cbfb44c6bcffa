package org.braid.cli;

import org.braid.launch.options.RunOption;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help page of {@code braid run}. The command itself never comes here: the launcher reads its words without picocli, because start-up time counts. Both have its options from one place. */
final class RunCommand {
    private RunCommand() {}

    static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create();
        for (RunOption option : RunOption.values()) {
            spec.addOption(option(option));
        }
        spec.addPositional(positional("0", "PROGRAM", "a .java file (compiled with its neighbours, once), a class, or a .jar"));
        spec.addPositional(positional("1..*", "ARGUMENTS", "whatever follows PROGRAM belongs to the program"));
        spec.usageMessage()
                .description("Starts a program on N processes and stays until all have ended.")
                .sortOptions(false)
                .customSynopsis("braid run [-n N] [OPTIONS] PROGRAM [ARGUMENTS...]")
                .footerHeading("%nExit code:%n")
                .footer(
                        "  that of the first rank that failed; 128+n if it died of signal n or the job got it; 2 usage, 96 a rank could not join,",
                        "  124 --timeout, 125 braid itself failed, 126 not runnable, 127 not found",
                        "%nExamples:",
                        "  braid run -n 4 examples/mpi/Heat.java",
                        "  braid run -n 2 --method tcp --report links -cp build/classes com.example.Main");
        return spec;
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
