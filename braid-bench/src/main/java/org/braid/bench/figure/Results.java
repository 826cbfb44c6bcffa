package org.braid.bench.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** All samples of one campaign. Ratios are always our time over theirs, so 1.0 and less is good. */
public final class Results {
    private final Map<Series, Samples> all = new LinkedHashMap<>();
    private final Set<String> peers;

    /**
     * Nothing has been measured yet.
     *
     * @param peers the contestants that are not ours
     */
    public Results(Set<String> peers) {
        this.peers = Set.copyOf(peers);
    }

    /** One more figure of a contestant; its rounds are counted by the order of such calls. */
    public void add(String contestant, Figure figure) {
        all.computeIfAbsent(Series.of(contestant, figure), _ -> new Samples()).add(figure.value());
    }

    /** Every series, in the order in which it was first seen. */
    public Map<Series, Samples> all() {
        return all;
    }

    /**
     * The median, over the rounds, of our time over that of the round's best peer at the same work; empty for peers, and where no peer did it. Within a round both were measured within
     * seconds of each other: a machine that is quick in one minute and slow in the next moves both.
     */
    OptionalDouble ratioToBestPeer(Series ours) {
        Samples samples = all.get(ours);
        if (samples == null || peers.contains(ours.contestant())) {
            return OptionalDouble.empty();
        }
        List<Samples> theirs = all.entrySet().stream()
                .filter(e -> peers.contains(e.getKey().contestant()) && e.getKey().sameWorkAs(ours))
                .map(Map.Entry::getValue)
                .toList();
        int rounds = theirs.stream().mapToInt(Samples::count).reduce(samples.count(), Math::min);
        Samples ratios = new Samples();
        for (int round = 0; round < rounds && !theirs.isEmpty(); round++) {
            ratios.add(ratioInRound(ours, samples, theirs, round));
        }
        return ratios.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(ratios.median());
    }

    private static double ratioInRound(Series series, Samples ours, List<Samples> theirs, int round) {
        return theirs.stream().mapToDouble(peer -> timeRatio(series, ours.values()[round], peer.values()[round])).max().orElseThrow();
    }

    /** The ping-pong after everything else has run over the fresh one, of the same contestant and buffer kind: the median over the rounds, since both were measured in one process. */
    OptionalDouble againOverFresh(Series again) {
        Samples fresh = all.get(new Series(again.contestant(), "latency", again.variant(), again.bytes(), again.unit()));
        Samples later = all.get(again);
        if (!again.operation().equals("latency.again") || fresh == null || later == null) {
            return OptionalDouble.empty();
        }
        Samples ratios = new Samples();
        for (int round = 0; round < Math.min(fresh.count(), later.count()); round++) {
            ratios.add(later.values()[round] / fresh.values()[round]);
        }
        return OptionalDouble.of(ratios.median());
    }

    private static double timeRatio(Series series, double ours, double theirs) {
        return series.isRate() ? theirs / ours : ours / theirs;
    }
}
