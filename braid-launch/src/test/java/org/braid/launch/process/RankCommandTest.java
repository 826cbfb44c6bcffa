package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.program.Program;
import org.junit.jupiter.api.Test;

class RankCommandTest {
    private static List<String> arguments(String style) {
        RunOptions options = RunArguments.parse(JobCommand.RUN, List.of("-n", "4", "--args", style, "Prog", "own"));
        return new RankCommand(options, 4, 4, 4, new Program("Prog", List.of()), "job").order(2, 2).arguments();
    }

    @Test
    void whatOldLaunchersPutBeforeAProgramsArgumentsSaysWhichRankItIsOfHowMany() {
        assertEquals(List.of("own"), arguments("plain"));
        assertEquals(List.of("2", "own"), arguments("prunjava"));
        assertEquals(List.of("2", "4", "multicore", "own"), arguments("mpj"));
    }
}
