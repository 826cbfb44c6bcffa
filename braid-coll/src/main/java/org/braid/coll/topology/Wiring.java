package org.braid.coll.topology;

import java.util.Arrays;

/** Which of the nodes of a grid or a graph are neighbours, each pair as often as it is named, and how much each edge weighs. */
final class Wiring {
    private final int nodes;
    private int[] ends = new int[64];
    private int[] weights = new int[32];
    private int used;

    private Wiring(int nodes) {
        this.nodes = nodes;
    }

    /** Of a grid whose last dimension changes first; its edges have each pair once, but a ring of two has it twice. */
    static Wiring ofGrid(int[] dims, boolean[] periods) {
        Wiring wiring = new Wiring(GridBlocks.cells(dims));
        int stride = wiring.nodes;
        for (int d = 0; d < dims.length; d++) {
            stride /= dims[d];
            for (int cell = 0; cell < wiring.nodes; cell++) {
                boolean isLast = cell / stride % dims[d] == dims[d] - 1;
                if (!isLast) {
                    wiring.add(cell, cell + stride);
                } else if (periods[d] && dims[d] > 1) {
                    wiring.add(cell, cell - (dims[d] - 1) * stride);
                }
            }
        }
        return wiring;
    }

    /**
     * Of a graph, as MPI has it.
     *
     * @param index for each node where the neighbours of the next one begin
     */
    static Wiring ofGraph(int[] index, int[] edges) {
        Wiring wiring = new Wiring(index.length);
        for (int node = 0, at = 0; node < index.length; node++) {
            for (; at < index[node]; at++) {
                wiring.add(node, edges[at]);
            }
        }
        return wiring;
    }

    /**
     * Of edges as they are, in either direction.
     *
     * @param weights none negative
     */
    static Wiring ofEdges(int nodes, int[] from, int[] to, int[] weights) {
        Wiring wiring = new Wiring(nodes);
        for (int edge = 0; edge < from.length; edge++) {
            wiring.add(from[edge], to[edge], weights[edge]);
        }
        return wiring;
    }

    private void add(int one, int other) {
        add(one, other, 1);
    }

    private void add(int one, int other, int weight) {
        if (used == ends.length) {
            ends = Arrays.copyOf(ends, 2 * used);
            weights = Arrays.copyOf(weights, used);
        }
        weights[used / 2] = weight;
        ends[used++] = one;
        ends[used++] = other;
    }

    int nodes() {
        return nodes;
    }

    int edges() {
        return used / 2;
    }

    int one(int edge) {
        return ends[2 * edge];
    }

    int other(int edge) {
        return ends[2 * edge + 1];
    }

    int weight(int edge) {
        return weights[edge];
    }
}
