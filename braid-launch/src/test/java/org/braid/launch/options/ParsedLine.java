package org.braid.launch.options;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.braid.base.BraidException;

/** What is made of the words behind {@code braid run}. */
final class ParsedLine {
    private ParsedLine() {}

    static RunOptions parse(String... words) {
        return RunArguments.parse(JobCommand.RUN, List.of(words));
    }

    static String refusal(String... words) {
        return assertThrows(BraidException.class, () -> parse(words)).getMessage();
    }
}
