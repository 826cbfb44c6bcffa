package org.braid.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** All samples of one campaign. Ratios are always our time over theirs, so 1.0 and less is good. */
final class Results {
    private final Map<Series, Samples> all = new LinkedHashMap<>();
    private final Set<String> peers;

    /** @param peers the contestants that are not ours */
    Results(Set<String> peers) {
        this.peers = Set.copyOf(peers);
    }

    void add(String contestant, Figure figure) {
        all.computeIfAbsent(Series.of(contestant, figure), _ -> new Samples()).add(figure.value());
    }

    Map<Series, Samples> all() {
        return all;
    }

    /** Our median time over the best peer's for the same work; empty for peers, and where no peer did it. */
    OptionalDouble ratioToBestPeer(Series ours) {
        Samples samples = all.get(ours);
        if (samples == null || peers.contains(ours.contestant())) {
            return OptionalDouble.empty();
        }
        return all.entrySet().stream()
                .filter(e -> peers.contains(e.getKey().contestant()) && e.getKey().sameWorkAs(ours))
                .mapToDouble(e -> timeRatio(ours, samples.median(), e.getValue().median()))
                .max();
    }

    /** The ping-pong after everything else has run over the fresh one, of the same contestant and buffer kind. */
    OptionalDouble againOverFresh(Series again) {
        Samples fresh = all.get(new Series(again.contestant(), "latency", again.variant(), again.bytes(), again.unit()));
        Samples later = all.get(again);
        return !again.operation().equals("latency.again") || fresh == null || later == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(later.median() / fresh.median());
    }

    private static double timeRatio(Series series, double ours, double theirs) {
        return series.isRate() ? theirs / ours : ours / theirs;
    }
}
