package org.braid.cli.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Runs every contestant in turn, round after round, so that what disturbs the machine disturbs all alike. */
final class Campaign {
    private static final long BOUND_S = 900;

    private Campaign() {}

    static Results run(List<Contestant> contestants, int rounds) throws IOException, InterruptedException {
        Results results = new Results(contestants.stream().filter(Contestant::isPeer).map(Contestant::name).collect(Collectors.toSet()));
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : contestants) {
                for (Figure figure : Run.of(contestant, BOUND_S)) {
                    results.add(contestant.name(), figure);
                }
            }
        }
        return results;
    }
}
