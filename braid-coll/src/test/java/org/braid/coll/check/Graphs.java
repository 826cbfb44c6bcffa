package org.braid.coll.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.braid.coll.schedule.Neighbours;

/** Small graphs of ranks, and what each rank knows of them. */
final class Graphs {
    record Edge(int from, int to) {}

    private Graphs() {}

    /** The graph of so many edges that has this number, of all with repetitions, edges to oneself among them. */
    static List<Edge> edges(int size, int count, int code) {
        List<Edge> edges = new ArrayList<>();
        for (int left = code, at = 0; at < count; at++, left /= size * size) {
            edges.add(new Edge(left % size, left / size % size));
        }
        return edges;
    }

    static Neighbours[] neighbours(int size, List<Edge> edges) {
        Neighbours[] all = new Neighbours[size];
        for (int rank = 0; rank < size; rank++) {
            int self = rank;
            all[rank] = Neighbours.inOrder(
                    edges.stream().filter(edge -> edge.to() == self).mapToInt(Edge::from).toArray(), edges.stream().filter(edge -> edge.from() == self).mapToInt(Edge::to).toArray());
        }
        return all;
    }

    /** Each rank has its sources in an order of its own, also those of several blocks of one neighbour, and some neighbours that are nobody. */
    static Neighbours[] shuffled(Neighbours[] plain, Random random) {
        Neighbours[] all = plain.clone();
        for (int rank = 0; rank < all.length; rank++) {
            List<int[]> slots = new ArrayList<>();
            for (int i = 0; i < plain[rank].inDegree(); i++) {
                slots.add(new int[] {plain[rank].source(i), plain[rank].turn(i)});
            }
            List<Integer> destinations = new ArrayList<>();
            for (int j = 0; j < plain[rank].outDegree(); j++) {
                destinations.add(plain[rank].destination(j));
            }
            Collections.shuffle(destinations, random); // turns go by the order that it has then
            for (int nobody = random.nextInt(3); nobody > 0; nobody--) {
                slots.add(new int[] {Neighbours.NOBODY, 0});
                destinations.add(random.nextInt(destinations.size() + 1), Neighbours.NOBODY);
            }
            Collections.shuffle(slots, random);
            all[rank] = new Neighbours(
                    slots.stream().mapToInt(slot -> slot[0]).toArray(), slots.stream().mapToInt(slot -> slot[1]).toArray(), destinations.stream().mapToInt(Integer::intValue).toArray());
        }
        return all;
    }
}
