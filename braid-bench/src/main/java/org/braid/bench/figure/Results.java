package org.braid.bench.figure;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All samples of one campaign. Ratios are always our time over theirs, so 1.0 and less is good. */
public final class Results {
    private final Map<Series, Samples> all = new LinkedHashMap<>();

    /** One more figure of a contestant; its rounds are counted by the order of such calls. */
    public void add(Who who, String name, Figure figure) {
        all.computeIfAbsent(Series.of(who, name, figure), _ -> new Samples()).add(figure.value(), figure.cores(), figure.stoodStill());
    }

    /** Every series, in the order in which it was first seen. */
    public Map<Series, Samples> all() {
        return all;
    }

    /**
     * The median, over the rounds, of our time over that of the round's best peer at the same work; empty for peers, and where no peer did it. Within a round both were measured within
     * seconds of each other: a machine that is quick in one minute and slow in the next moves both. Rounds in which the cores were near for one and far for the other do not count.
     */
    public OptionalDouble ratioToBestPeer(Series ours) {
        return ratioToBestPeer(ours, EnumSet.allOf(CoreState.class));
    }

    /** The same, of the rounds in which the cores were in one of these states when we measured. */
    OptionalDouble ratioToBestPeer(Series ours, Set<CoreState> states) {
        Samples samples = all.get(ours);
        if (samples == null || ours.who() == Who.PEER) {
            return OptionalDouble.empty();
        }
        List<Samples> theirs = all.entrySet().stream()
                .filter(e -> e.getKey().who() == Who.PEER && e.getKey().sameWorkAs(ours))
                .map(Map.Entry::getValue)
                .toList();
        int rounds = theirs.stream().mapToInt(Samples::count).reduce(samples.count(), Math::min);
        Samples ratios = new Samples();
        for (int round = 0; round < rounds && !theirs.isEmpty(); round++) {
            if (states.contains(samples.coresInRound(round))) {
                ratioInRound(ours, samples, theirs, round).ifPresent(ratios::add);
            }
        }
        return ratios.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(ratios.median());
    }

    /** The largest: that to the best of them. */
    private static OptionalDouble ratioInRound(Series series, Samples ours, List<Samples> theirs, int round) {
        return theirs.stream().filter(peer -> ours.coresInRound(round).isComparableTo(peer.coresInRound(round))).flatMapToDouble(peer -> series.ratio(ours.inRound(round), peer.inRound(round)).stream()).max();
    }

    /** What the other build took for the same; null if it did not do it. */
    @Nullable Samples ofOther(Series ours) {
        return all.get(ours.by(Who.OTHER));
    }

    /** Our time over that of the other build, round by round; empty for others, and where the other build did not do it. */
    public Samples ratiosToOther(Series ours) {
        Samples ratios = new Samples();
        Samples mine = all.get(ours);
        Samples others = ofOther(ours);
        if (ours.who() == Who.OURS && mine != null && others != null) {
            for (int round = 0; round < Math.min(mine.count(), others.count()); round++) {
                ours.ratio(mine.inRound(round), others.inRound(round)).ifPresent(ratios::add);
            }
        }
        return ratios;
    }

    /** The ping-pong after everything else has run over the fresh one, of the same contestant and buffer kind: the median over the rounds, since both were measured in one process. */
    OptionalDouble againOverFresh(Series again) {
        Samples fresh = all.get(new Series(again.who(), again.name(), "latency.fresh", again.variant(), again.bytes(), again.unit()));
        Samples later = all.get(again);
        if (!again.operation().equals("latency.again") || fresh == null || later == null) {
            return OptionalDouble.empty();
        }
        Samples ratios = new Samples();
        for (int round = 0; round < Math.min(fresh.count(), later.count()); round++) {
            ratios.add(later.inRound(round) / fresh.inRound(round));
        }
        return OptionalDouble.of(ratios.median());
    }
}
