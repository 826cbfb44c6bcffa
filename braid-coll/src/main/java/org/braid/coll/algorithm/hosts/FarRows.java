package org.braid.coll.algorithm.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.coll.algorithm.multilevel.Sides;
import org.braid.coll.topology.Hosts;

/**
 * One level of an alltoall among hosts as the ranks of one see it: a row of blocks for each of them, with a column for each rank of the other sides. The leader reads the rows that go out where all have shown all their blocks, in phase 0, and shows those that have come, as many blocks a phase as there are ranks.
 *
 * @param outside the ranks of the other sides, in the order of columns
 * @param firstPhase in which what has come is shown, and in those behind it
 */
record FarRows(OwnHost own, int[] outside, int firstPhase) {
    /** Blocks of consecutive ranks from {@code rank} on, in {@code [from, to)} of the rows. */
    record Run(int from, int to, int rank) {}

    /** The levels on which hosts are apart, the innermost first; none on which nobody is on another side. */
    static List<FarRows> of(OwnHost own) {
        List<FarRows> levels = new ArrayList<>();
        int phase = 1;
        for (int[] outside : Sides.outsideEach(own.shape())) {
            if (outside.length > 0) {
                FarRows level = new FarRows(own, outside, phase);
                levels.add(level);
                phase += level.phases();
            }
        }
        return levels;
    }

    /** How many blocks a rank may show in each phase. */
    static int[] places(OwnHost own, List<FarRows> levels) {
        int phases = 1;
        for (FarRows level : levels) {
            phases += level.phases();
        }
        int[] places = new int[phases];
        Arrays.fill(places, own.shape().size());
        return places;
    }

    /** How many phases some host needs at most, of all operations of this kind: what comes on each level begins with one. */
    static int mostPhases(Hosts hosts) {
        return OtherHosts.phases(hosts.mostRanks(), hosts.whole().size()) + hosts.whole().mostLevelsOverHosts() - 1;
    }

    private int phases() {
        return Math.ceilDiv(blocks(), own.shape().size());
    }

    /** How many blocks all rows have. */
    int blocks() {
        return own.ranks() * outside.length;
    }

    /** The row of one of the ranks, in pieces of consecutive ranks each of which is shown in one phase. */
    List<Run> row(int number) {
        List<Run> runs = new ArrayList<>();
        int size = own.shape().size();
        int first = number * outside.length;
        for (int at = 0, end = 0; at < outside.length; at = end) {
            end = at + 1;
            while (end < outside.length && outside[end] == outside[end - 1] + 1 && (first + end) % size != 0) {
                end++;
            }
            runs.add(new Run(first + at, first + end, outside[at]));
        }
        return runs;
    }

    /** In which phase a block of the rows is shown. */
    int phase(int block) {
        return firstPhase + block / own.shape().size();
    }

    /** Where in that phase's place it lies. */
    int place(int block) {
        return block % own.shape().size();
    }
}
