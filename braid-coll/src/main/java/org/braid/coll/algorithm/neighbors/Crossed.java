package org.braid.coll.algorithm.neighbors;

/**
 * An edge between ranks of two clusters, as one of its ends knows it. In an order that both ends know: by their ranks, and of edges between one pair by turn.
 *
 * @param turn which of the edges from the one to the other it is, from 0
 * @param block which block it has at the end that was looked at: of IN at its source, or of OUT at its destination
 */
record Crossed(int source, int destination, int turn, int block) implements Comparable<Crossed> {
    @Override
    public int compareTo(Crossed other) {
        int bySource = Integer.compare(source, other.source);
        int byRanks = bySource == 0 ? Integer.compare(destination, other.destination) : bySource;
        return byRanks == 0 ? Integer.compare(turn, other.turn) : byRanks;
    }
}
