package org.braid.cli;

import org.braid.base.BraidException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Every command but the hot start of {@code run}. A new command is one class and one line here. */
@Command(
        name = "braid",
        description = "The message-passing runtime for the JVM: one program, many networks.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {RunCommand.class, InfoCommand.class, BenchCommand.class, ExplainCommand.class, CleanCommand.class, HelpCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  braid run -n 4 Pi.java            start a source file on 4 processes",
            "  braid info                        what works on this machine, and why not",
            "  braid explain BRD-1411            what an error code means, and what to do"
        })
final class Commands implements Runnable {
    @CommandLine.Spec private CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

    static int execute(String... arguments) {
        CommandLine line = new CommandLine(new Commands());
        line.setExecutionExceptionHandler((thrown, _, _) -> {
            if (thrown instanceof BraidException known) {
                return Braid.refuse(known);
            }
            throw thrown;
        });
        return line.execute(arguments);
    }

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
