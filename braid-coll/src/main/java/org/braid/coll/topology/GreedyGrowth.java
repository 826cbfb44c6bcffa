package org.braid.coll.topology;

import java.util.Arrays;

/** The nodes of a graph, in the order in which each is most closely wired to those of its host before it, and then to those of all hosts before: a host grows from its heaviest edges (greedy graph growing; Hoefler and Snir 2011). */
final class GreedyGrowth {
    private final int[] firsts; // where the neighbours of each node begin
    private final int[] neighbours;
    private final int[] weights; // of the edges to them
    private final long[] toHost;
    private final long[] toAll;
    private final boolean[] isTaken;

    private GreedyGrowth(Wiring wiring) {
        int nodes = wiring.nodes();
        firsts = new int[nodes + 1];
        for (int edge = 0; edge < wiring.edges(); edge++) {
            firsts[wiring.one(edge) + 1]++;
            firsts[wiring.other(edge) + 1]++;
        }
        Arrays.parallelPrefix(firsts, Integer::sum);
        neighbours = new int[firsts[nodes]];
        weights = new int[firsts[nodes]];
        int[] next = firsts.clone();
        for (int edge = 0; edge < wiring.edges(); edge++) {
            put(next[wiring.one(edge)]++, wiring.other(edge), wiring.weight(edge));
            put(next[wiring.other(edge)]++, wiring.one(edge), wiring.weight(edge));
        }
        toHost = new long[nodes];
        toAll = new long[nodes];
        isTaken = new boolean[nodes];
    }

    private void put(int at, int neighbour, int weight) {
        neighbours[at] = neighbour;
        weights[at] = weight;
    }

    /**
     * The order.
     *
     * @param hosts of each place in it, those of one host beside each other
     */
    static int[] order(Wiring wiring, int[] hosts) {
        GreedyGrowth growth = new GreedyGrowth(wiring);
        int[] order = new int[wiring.nodes()];
        for (int place = 0; place < order.length; place++) {
            if (place > 0 && hosts[place] != hosts[place - 1]) {
                Arrays.fill(growth.toHost, 0);
            }
            order[place] = growth.take();
        }
        return order;
    }

    private int take() {
        int best = -1;
        for (int node = 0; node < isTaken.length; node++) {
            if (!isTaken[node] && (best < 0 || toHost[node] > toHost[best] || toHost[node] == toHost[best] && toAll[node] > toAll[best])) {
                best = node;
            }
        }
        isTaken[best] = true;
        for (int at = firsts[best]; at < firsts[best + 1]; at++) {
            toHost[neighbours[at]] += weights[at];
            toAll[neighbours[at]] += weights[at];
        }
        return best;
    }
}
