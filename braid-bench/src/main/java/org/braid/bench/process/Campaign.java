package org.braid.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.braid.base.BraidException;
import org.braid.bench.figure.Results;

/**
 * Runs every contestant in turn, round after round, so that what disturbs the machine disturbs all alike. A peer that fails is left out from then on, and why is said: a library that cannot run
 * here is no reason to know nothing of ours.
 */
public final class Campaign {
    private static final long BOUND_S = 900;

    private Campaign() {}

    /**
     * Measures.
     *
     * @param rounds how often each contestant runs
     * @throws BraidException if a contestant that is no peer fails
     */
    public static Results run(List<Contestant> contestants, int rounds) throws IOException, InterruptedException {
        Results results = new Results(contestants.stream().filter(Contestant::isPeer).map(Contestant::name).collect(Collectors.toSet()));
        List<Contestant> left = new ArrayList<>(contestants);
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : List.copyOf(left)) {
                try {
                    Run.of(contestant, BOUND_S).forEach(figure -> results.add(contestant.name(), figure));
                } catch (BraidException failed) {
                    if (!contestant.isPeer()) {
                        throw failed;
                    }
                    System.out.println("peer " + contestant.name() + " is left out: " + failed.why());
                    left.remove(contestant);
                }
            }
        }
        return results;
    }
}
