package org.braid.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Who;

/**
 * Runs every contestant in turn, round after round, so that what disturbs the machine disturbs all alike; every second round backwards, so that nobody is always the one after. A peer that
 * fails is left out from then on, and why is said: a library that cannot run here is no reason to know nothing of ours.
 */
public final class Campaign {
    /** Looks whether what is measured is still the same, and throws if not. */
    public interface Check {
        /** Called after each round. */
        void afterRound() throws IOException, InterruptedException;
    }

    private final Results results = new Results();
    private final List<Contestant> left;

    private Campaign(List<Contestant> contestants) {
        left = new ArrayList<>(contestants);
    }

    /**
     * Measures.
     *
     * @param rounds how often each contestant runs
     * @throws BraidException if a contestant that is no peer fails, or the check
     */
    public static Results run(List<Contestant> contestants, int rounds, Check check) throws IOException, InterruptedException {
        Campaign campaign = new Campaign(contestants);
        campaign.rehearse();
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : List.copyOf(round % 2 == 0 ? campaign.left : campaign.left.reversed())) {
                campaign.measure(contestant);
            }
            check.afterRound();
        }
        return campaign.results;
    }

    private void rehearse() throws IOException, InterruptedException {
        Set<List<String>> done = new HashSet<>();
        for (Contestant contestant : List.copyOf(left)) {
            Contestant.Timed timed = contestant.timed();
            if (timed != null && done.add(timed.rehearsal())) {
                attempt(contestant, () -> Run.ended(contestant.label(), timed.rehearsal(), contestant.boundS()));
            }
        }
    }

    private void measure(Contestant contestant) throws IOException, InterruptedException {
        attempt(contestant, () -> Run.of(contestant).forEach(figure -> results.add(contestant.who(), contestant.name(), figure)));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void attempt(Contestant contestant, Work work) throws IOException, InterruptedException {
        try {
            work.run();
        } catch (BraidException failed) {
            if (contestant.who() != Who.PEER) {
                throw failed;
            }
            Contestant.Timed timed = contestant.timed();
            System.out.println("peer " + contestant.name() + " is left out" + (timed == null ? "" : " of " + timed.operation()) + ": " + failed.why());
            left.remove(contestant);
        }
    }
}
