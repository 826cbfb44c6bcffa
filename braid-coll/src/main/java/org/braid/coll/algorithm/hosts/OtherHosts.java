package org.braid.coll.algorithm.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of all other hosts as the ranks of one see them in an alltoall, host by host, and where their blocks lie: those that its leader has collected for them, a <em>column</em> for each, and those that have come from them.
 *
 * <pre>
 *   collected  | for the 1st rank of host A: a block of each own rank | for the 2nd | … | for the 1st rank of host B | …      what goes to one host lies together
 *   come       | for the 1st own rank: a block of each rank of host A | for the 2nd own rank | … | likewise of host B | …     what comes from one host lies together
 * </pre>
 *
 * <p>What has come is shown in as many phases as it takes, each of which has as many blocks as there are ranks: as many as every rank shows in the first one.
 */
final class OtherHosts {
    private final OwnHost own;
    private final int[][] members; // by host; none of its own
    private final int[] before; // how many ranks of other hosts there are before those of a host

    /** Blocks {@code [from, to)} of those that have come, which are shown in one phase and are those of consecutive ranks from {@code rank} on. */
    record Run(int from, int to, int rank) {}

    OtherHosts(OwnHost own) {
        this.own = own;
        this.members = new int[own.hosts()][];
        this.before = new int[own.hosts() + 1];
        for (int host = 0; host < members.length; host++) {
            members[host] = host == own.host() ? new int[0] : own.members(host);
            before[host + 1] = before[host] + members[host].length;
        }
    }

    /** How many phases a host of so many ranks of {@code size} needs to show what has come for them. */
    static int phases(int ranks, int size) {
        return Math.ceilDiv(ranks * (size - ranks), size);
    }

    /** How many blocks a rank may show in each phase. */
    int[] places() {
        int[] places = new int[1 + phases(own.ranks(), own.shape().size())];
        Arrays.fill(places, own.shape().size());
        return places;
    }

    /** How many hosts there are, the own one counted. */
    int hosts() {
        return members.length;
    }

    /** The ranks of a host. */
    int[] members(int host) {
        return members[host];
    }

    /** The leader of another host: its lowest rank. */
    int leader(int host) {
        return members[host][0];
    }

    /** The host that is so far behind the own one, counted round. */
    int at(int distance) {
        return Math.floorMod(own.host() + distance, members.length);
    }

    /** Where what goes to a host begins, and what comes from it. */
    int from(int host) {
        return own.ranks() * before[host];
    }

    /** How many blocks that are. */
    int count(int host) {
        return own.ranks() * members[host].length;
    }

    /** All blocks that go, or come. */
    int blocks() {
        return own.ranks() * before[members.length];
    }

    /** What has come for one of the own ranks. */
    List<Run> comeFor(int number) {
        List<Run> runs = new ArrayList<>();
        int size = own.shape().size();
        for (int host = 0; host < members.length; host++) {
            int from = from(host) + number * members[host].length;
            for (int at = 0, end = 0; at < members[host].length; at = end) {
                end = at + 1;
                while (end < members[host].length && members[host][end] == members[host][end - 1] + 1 && (from + end) % size != 0) {
                    end++;
                }
                runs.add(new Run(from + at, from + end, members[host][at]));
            }
        }
        return runs;
    }
}
