package org.braid.cli.words;

import java.util.function.Consumer;
import org.braid.launch.options.RunOptions;
import org.jspecify.annotations.Nullable;

/** Looks at what the ranks of a job will be told by BRAID_COLL, if they are told anything; of what that may be the launcher's own jar knows nothing, and the script names the whole one where the variable is set. */
public final class ChosenAlgorithms implements Consumer<RunOptions> {
    static final String VARIABLE = "BRAID_COLL";

    @Override
    public void accept(RunOptions options) {
        String chosen = given(options);
        if (chosen != null && !chosen.isEmpty()) { // where the variable is empty the script names the launcher's own jar alone
            KnownAlgorithms.check(chosen);
        }
    }

    /** What is given to the ranks stands before what they inherit, and the last of it counts. */
    private static @Nullable String given(RunOptions options) {
        String chosen = System.getenv(VARIABLE);
        for (String each : options.exports()) { // a lambda would cost a plain start
            if (each.startsWith(VARIABLE + "=")) {
                chosen = each.substring(VARIABLE.length() + 1);
            }
        }
        return chosen;
    }
}
