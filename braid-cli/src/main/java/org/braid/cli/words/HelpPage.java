package org.braid.cli.words;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid help sim karonis}: as {@code braid sim karonis --help}; picocli's own command of this name takes one word and leaves the others out. */
@Command(name = "help", helpCommand = true, description = "Says how a command is written, also one below another: help sim karonis.")
public final class HelpPage implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "the command, word by word (default: all)")
    private List<String> words = List.of();

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec == null || spec.commandLine().getParent() == null) {
            return;
        }
        CommandLine at = spec.commandLine().getParent();
        for (String word : words) {
            CommandLine below = at.getSubcommands().get(word);
            if (below == null) {
                throw new CommandLine.UnmatchedArgumentException(at, List.of(word));
            }
            at = below;
        }
        at.usage(System.out);
    }
}
