package org.braid.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.cli.sim.ExplainCollCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid explain CODE}. */
@Command(name = "explain", description = "Explains an error code, or lists all of them; with coll, the choice of a collective's algorithm.", mixinStandardHelpOptions = true, subcommands = ExplainCollCommand.class)
final class ExplainCommand implements Runnable {
    private static final int WIDTH = 100;

    @Parameters(arity = "0..1", paramLabel = "CODE", description = "as printed with the error: BRD-1411, or 1411")
    private @Nullable String id;

    @Override
    public void run() {
        if (id == null) {
            Arrays.stream(ErrorCode.values()).forEach(code -> System.out.println(code.id() + "  " + code.title()));
            return;
        }
        ErrorCode code = ErrorCode.find(id);
        if (code == null) {
            throw new BraidException(
                    ErrorCode.CODE_UNKNOWN, "'" + id + "'", "there is no error of this code", "'braid explain' without a code lists all of them");
        }
        System.out.println(code.id() + "  " + code.title());
        wrapped(code.explanation()).forEach(line -> System.out.println("  " + line));
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
