package org.braid.coll.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** What somebody has chosen by hand and is not done among these ranks: an algorithm that does not serve so many, and a level that parts nobody. Who compares algorithms would else take another one for the one that was named. */
public final class VainChoices {
    private final int size;
    private final @Nullable Topology topology;

    /** @param topology where these ranks are; null for on one host */
    public VainChoices(int size, @Nullable Topology topology) {
        this.size = size;
        this.topology = topology;
    }

    /** A sentence about each. */
    public List<String> of(RuleTable rules) {
        List<String> all = new ArrayList<>();
        for (Rule rule : rules.byHand()) {
            String choice = rule.operation().text() + "=" + rule.text();
            if (!rule.algorithm().allows(size, true)) {
                all.add(choice + " serves " + rule.algorithm().ranksServed() + " and there are " + size + ", so that another algorithm is taken");
                continue;
            }
            Tuning tuning = rule.tuning();
            for (String level : tuning == null ? Set.<String>of() : levels(tuning)) {
                if (!parts(level)) {
                    all.add(choice + " names " + level + ", which parts none of these ranks, so that this changes nothing");
                }
            }
        }
        return all;
    }

    private static Set<String> levels(Tuning tuning) {
        Set<String> levels = new TreeSet<>(tuning.leftOut());
        levels.addAll(tuning.trees().keySet());
        levels.retainAll(Level.all());
        return levels;
    }

    private boolean parts(String level) {
        return topology != null && topology.kinds().contains(level) && parts(topology.whole(), topology.kinds().indexOf(level));
    }

    private static boolean parts(Cluster cluster, int kind) {
        if (cluster.kind() == kind && cluster.constituents() > 1) {
            return true;
        }
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null && parts(below, kind)) {
                return true;
            }
        }
        return false;
    }
}
