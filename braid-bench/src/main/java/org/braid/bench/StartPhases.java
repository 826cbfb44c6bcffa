package org.braid.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.process.Run;

/** When each phase of a start was reached: one more job, not among the samples, since taking the times is work, too. */
final class StartPhases {
    private static final long BOUND_S = 60;

    private StartPhases() {}

    /** What the largest of our timed jobs reports, line by line. */
    static String of(List<Contestant> contestants) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(contestants.stream()
                .filter(contestant -> contestant.who() == Who.OURS && contestant.timed() != null)
                .toList()
                .getLast()
                .command());
        command.addAll(command.indexOf("run") + 1, List.of("--report", "startup"));
        return Run.ended("phases", command, BOUND_S).lines().stream()
                .filter(line -> line.startsWith("startup") || line.startsWith("  "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
