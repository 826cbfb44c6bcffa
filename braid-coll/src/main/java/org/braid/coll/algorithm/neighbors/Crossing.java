package org.braid.coll.algorithm.neighbors;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * All edges from one cluster to another, whose blocks cross the channel between them together. One of the ranks at which they begin sends for all, one of those at which they end receives for all; which of them depends on the other cluster, so that ranks share the
 * work of several crossings. Nobody else takes part, so that all who do know how long blocks are.
 *
 * <pre>
 *   source     its own units                               ──near──>  sender
 *   sender     those of all sources, in the order of ranks  ───────>  receiver
 *   receiver   those that each destination wants           ──near──>  destination
 * </pre>
 *
 * A unit is the block of one edge; of an allgather it is the one block of a source, which crosses once however many want it. Both ends make the same units of the edges that each knows for itself.
 */
final class Crossing {
    private final List<Crossed> edges; // in their order
    private final boolean isPersonal;
    private final int[] unitOf; // of each edge
    private final int[] sources;
    private final int[] firsts; // the first unit of each source, and behind them how many there are
    private final int[] destinations;
    private final int sender;
    private final int receiver;

    /**
     * One crossing.
     *
     * @param edges at least one; they get sorted
     * @param isPersonal whether each has a block of its own
     * @param from the number of the cluster in which they begin, among those that the channel joins; {@code to} that in which they end
     */
    Crossing(List<Crossed> edges, boolean isPersonal, int from, int to) {
        Collections.sort(edges);
        this.edges = edges;
        this.isPersonal = isPersonal;
        this.unitOf = new int[edges.size()];
        int[] distinct = new int[edges.size()];
        int[] starts = new int[edges.size() + 1];
        int[] ends = new int[edges.size()];
        int count = 0;
        for (int edge = 0; edge < unitOf.length; edge++) {
            Crossed each = edges.get(edge);
            if (count == 0 || distinct[count - 1] != each.source()) {
                starts[count] = isPersonal ? edge : count;
                distinct[count++] = each.source();
            }
            unitOf[edge] = isPersonal ? edge : count - 1;
            ends[edge] = each.destination();
        }
        starts[count] = isPersonal ? unitOf.length : count;
        this.sources = Arrays.copyOf(distinct, count);
        this.firsts = Arrays.copyOf(starts, count + 1);
        this.destinations = distinct(ends);
        this.sender = sources[to % sources.length];
        this.receiver = destinations[from % destinations.length];
    }

    private static int[] distinct(int[] numbers) {
        Arrays.sort(numbers);
        int count = 0;
        for (int number : numbers) {
            if (count == 0 || numbers[count - 1] != number) {
                numbers[count++] = number;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    /** Blocks that cross. */
    int units() {
        return firsts[sources.length];
    }

    /** Who sends them all. */
    int sender() {
        return sender;
    }

    /** Who receives them all. */
    int receiver() {
        return receiver;
    }

    /** The ranks at which edges begin, ascending. */
    int[] sources() {
        return sources;
    }

    /** The ranks at which edges end, ascending. */
    int[] destinations() {
        return destinations;
    }

    /** The first unit of a source. */
    int first(int source) {
        return firsts[Arrays.binarySearch(sources, source)];
    }

    /** Behind the last unit of a source. */
    int end(int source) {
        return firsts[Arrays.binarySearch(sources, source) + 1];
    }

    boolean isSource(int rank) {
        return Arrays.binarySearch(sources, rank) >= 0;
    }

    boolean isDestination(int rank) {
        return Arrays.binarySearch(destinations, rank) >= 0;
    }

    /** The blocks of IN that a source's units are, in their order. */
    int[] blocksOf(int source) {
        int[] blocks = new int[end(source) - first(source)]; // an allgather has one, block 0
        for (int i = 0; i < blocks.length && isPersonal; i++) {
            blocks[i] = edges.get(first(source) + i).block();
        }
        return blocks;
    }

    /** For each edge that ends at a destination the block of OUT. */
    int[] blocksFor(int destination) {
        return ending(destination, false);
    }

    /** For each of those edges the unit that belongs there; they ascend, and of an allgather may be the same. */
    int[] unitsOfBlocksFor(int destination) {
        return ending(destination, true);
    }

    /** The units that a destination wants, each once, ascending. */
    int[] unitsFor(int destination) {
        return distinct(unitsOfBlocksFor(destination));
    }

    private int[] ending(int destination, boolean units) {
        int[] found = new int[edges.size()];
        int count = 0;
        for (int edge = 0; edge < unitOf.length; edge++) {
            if (edges.get(edge).destination() == destination) {
                found[count++] = units ? unitOf[edge] : edges.get(edge).block();
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Whom the edges of a source lead to, and those of a destination come from. */
    List<Crossed> edges() {
        return edges;
    }
}
