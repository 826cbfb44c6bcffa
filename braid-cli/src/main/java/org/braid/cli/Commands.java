package org.braid.cli;

import java.io.IOException;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.cli.pool.PoolCommand;
import org.braid.cli.sim.SimCommand;
import org.braid.cli.sim.TopoCommand;
import org.braid.cli.words.ChosenAlgorithms;
import org.braid.cli.words.HelpPage;
import org.braid.launch.JoinedHost;
import org.braid.launch.Refusal;
import org.braid.launch.ServedJob;
import org.braid.launch.compile.MpiJavac;
import org.braid.launch.options.HelpAsked;
import org.braid.launch.options.JobCommand;
import org.braid.launch.program.OwnClasses;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Every command but the hot start of {@code run}. A new command is one class and one line here. */
@Command(
        name = "braid",
        description = "The message-passing runtime for the JVM: one program, many networks.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  braid run -n 4 Pi.java            start a source file on 4 processes",
            "  braid info                        what works on this machine, and why not",
            "  braid explain BRD-1411            what an error code means, and what to do"
        })
final class Commands implements Runnable {
    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    /** Jobs over several hosts, whose words the launcher reads itself, as it does with those of {@code run}. */
    static int executeHosted(String command, List<String> words) throws IOException, InterruptedException {
        try {
            return command.equals(JobCommand.SERVER.word()) ? ServedJob.serve(words) : JoinedHost.join(words, new ChosenAlgorithms());
        } catch (HelpAsked e) {
            return execute(command, "--help");
        }
    }

    /** The compiler, whose options are javac's. */
    static int compile(List<String> words) throws IOException, InterruptedException {
        return MpiJavac.run(words, OwnClasses.path());
    }

    static int execute(String... arguments) {
        CommandLine line = new CommandLine(new Commands());
        line.addSubcommand("run", RunCommand.run());
        line.addSubcommand("server", RunCommand.server());
        line.addSubcommand("join", RunCommand.join());
        for (Object command : new Object[] {new InfoCommand(), new TopoCommand(), new SimCommand(), new BenchCommand(), new ExplainCommand(), new InstallCommand(), new PoolCommand(), new CleanCommand(), new HelpPage()}) {
            line.addSubcommand(command);
        }
        line.setExecutionExceptionHandler((thrown, _, _) -> {
            BraidException known = Refusal.of(thrown);
            if (known != null) {
                return Refusal.print(known);
            }
            throw thrown;
        });
        line.setParameterExceptionHandler((wrong, _) -> Refusal.print(notUnderstood(wrong)));
        return line.execute(arguments);
    }

    /** In the same shape as every other error, instead of a page of usage. */
    private static BraidException notUnderstood(CommandLine.ParameterException wrong) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        boolean unknown = wrong instanceof CommandLine.UnmatchedArgumentException;
        List<String> near = unknown ? ((CommandLine.UnmatchedArgumentException) wrong).getSuggestions() : List.of();
        return new BraidException(
                unknown ? ErrorCode.OPTION_UNKNOWN : ErrorCode.OPTION_VALUE,
                unknown ? "unknown word '" + ((CommandLine.UnmatchedArgumentException) wrong).getUnmatched().getFirst() + "'" : command.substring(command.indexOf(' ') + 1),
                unknown ? "'" + command + "' knows no such command or option" : String.valueOf(wrong.getMessage()),
                near.isEmpty() ? "'" + command + " --help' says what can be written here" : "Did you mean '" + near.getFirst() + "'?");
    }

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
