package org.braid.mpi.coll;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A profile that a job measures when it begins. Of each level one pair of ranks stands for all (the lowest ones of the first cluster whose constituents that channel joins), and one pair after the other measures, so that none is in another's way:
 *
 * <pre>
 *   rank 0 ── GO ──> both of the pair       they measure       the first of them ── costs ──> rank 0       and so on
 *   rank 0 ── the text of the profile ──> all others, who have waited for it
 * </pre>
 *
 * So all have the same text, whatever each would have measured, and what is chosen by it is a pure function of what all know alike.
 */
public final class MeasuredProfile {
    /** What BRAID_PROFILE says in place of a file's name. */
    public static final String NAME = "measured";

    /** Beyond them nothing is chosen by cost. */
    private static final int MOST_RANKS = 1024;

    /** A round trip that shows that a message is offered first: on a faster channel the second trip is lost among everything else. */
    private static final long SLOW_NS = 400_000;

    private static final int RING_ROUNDS = 16;
    private static final int MOST_IN_RING = 8;
    private static final int MOST_TEXT_BYTES = 4096;
    private static final int GO = 2;
    private static final int COSTS = 3;
    private static final int TEXT = 4;
    private static final int TOKEN = 5;

    private record Pair(int channel, int first, int second) {
        boolean has(int rank) {
            return rank == first || rank == second;
        }
    }

    private final CostMessages messages;
    private final Topology topology;
    private final int rank;
    private final StringBuilder text = new StringBuilder();

    private MeasuredProfile(Lco world, Topology topology) {
        this.messages = new CostMessages(world);
        this.topology = topology;
        this.rank = world.rank();
    }

    /**
     * Measures, which all ranks of a job do at one time.
     *
     * @param topology who is near whom, the same at all of them
     * @param sharedCores how many cores the ranks of a host share, the same at all of them; 0 if each has one
     * @return the same text at all of them, as {@link org.braid.coll.cost.Links} reads it; "" if there are more ranks than costs are looked at for, or one
     */
    public static String measure(Lco world, Topology topology, int sharedCores) {
        return world.size() < 2 || world.size() > MOST_RANKS ? "" : new MeasuredProfile(world, topology).text(sharedCores);
    }

    private String text(int sharedCores) {
        for (Pair pair : pairs()) {
            measure(pair);
        }
        int[] ring = sharedCores == 0 ? new int[0] : ring();
        if (ring.length > 2) {
            turn(ring, sharedCores);
        }
        return told();
    }

    // ---- one pair of each level

    private List<Pair> pairs() {
        Pair[] found = new Pair[topology.kinds().size() + 1];
        look(topology.whole(), found);
        List<Pair> all = new ArrayList<>();
        for (Pair each : found) {
            if (each != null) {
                all.add(each);
            }
        }
        return all;
    }

    private static void look(Cluster cluster, @Nullable Pair[] found) {
        if (cluster.constituents() > 1 && found[cluster.kind()] == null) {
            found[cluster.kind()] = new Pair(cluster.kind(), cluster.ranks(0).lowest(), cluster.ranks(1).lowest());
        }
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                look(below, found);
            }
        }
    }

    private void measure(Pair pair) {
        long[] costs = new long[PairCosts.LONGS];
        if (rank == 0) {
            go(pair.first);
            go(pair.second);
        } else if (pair.has(rank)) {
            messages.receive(costs, 1, 0, GO);
        }
        if (pair.has(rank)) {
            costs = new PairCosts(messages, rank == pair.first ? pair.second : pair.first, rank == pair.first).measured();
        }
        if (pair.first != 0 && rank == pair.first) {
            messages.send(costs, PairCosts.LONGS, 0, COSTS);
        }
        if (rank == 0) {
            if (pair.first != 0) {
                messages.receive(costs, PairCosts.LONGS, pair.first, COSTS);
            }
            append(pair, costs);
        }
    }

    private void go(int other) {
        if (other != 0) {
            messages.send(new long[1], 1, other, GO);
        }
    }

    private void append(Pair pair, long[] costs) {
        text.append(place(pair.channel));
        text.append(" latency=").append(costs[PairCosts.LATENCY_NS]).append("ns send=").append(costs[PairCosts.SEND_NS]).append("ns receive=").append(costs[PairCosts.RECEIVE_NS]);
        text.append("ns gap=").append(costs[PairCosts.GAP_NS]).append("ns bandwidth=").append(Math.max(1, costs[PairCosts.BYTES_PER_S])).append("B/s");
        text.append(costs[PairCosts.TRIP_NS] > SLOW_NS ? " offered=16KiB trips=4\n" : "\n");
    }

    /** What {@link org.braid.coll.cost.Links} calls it. */
    private String place(int channel) {
        return topology.kinds().isEmpty() ? Level.HOST : channel == 0 ? "*" : topology.kinds().get(channel - 1);
    }

    // ---- what a turn costs where ranks share cores

    /** The first of the ranks that rank 0 has on its host. */
    private int[] ring() {
        int size = 0;
        int[] ring = new int[MOST_IN_RING];
        for (int other = 0; other < topology.size() && size < MOST_IN_RING; other++) {
            if (other == 0 || topology.isWithinHost(topology.channel(0, other))) {
                ring[size++] = other;
            }
        }
        return Arrays.copyOf(ring, size);
    }

    /** How much longer a message takes to a rank that waits for a core than to one that has one. */
    private void turn(int[] ring, int cores) {
        long whole = ringNs(ring);
        long pair = ringNs(new int[] {ring[0], ring[1]});
        if (rank == 0) {
            text.append("compute cores=").append(cores).append(" turn=").append(Math.max(0, whole - pair)).append("ns\n");
        }
    }

    private long ringNs(int[] ring) {
        int at = Arrays.binarySearch(ring, rank);
        if (at < 0) {
            return 0;
        }
        int next = ring[(at + 1) % ring.length];
        int before = ring[(at + ring.length - 1) % ring.length];
        long[] token = new long[1];
        long[] took = new long[RING_ROUNDS];
        for (int i = 0; i < RING_ROUNDS; i++) {
            long start = System.nanoTime();
            if (at == 0) {
                messages.send(token, 1, next, TOKEN);
                messages.receive(token, 1, before, TOKEN);
            } else {
                messages.receive(token, 1, before, TOKEN);
                messages.send(token, 1, next, TOKEN);
            }
            took[i] = (System.nanoTime() - start) / ring.length;
        }
        return PairCosts.usual(took, RING_ROUNDS);
    }

    // ---- all have the same

    private String told() {
        long[] words = new long[MOST_TEXT_BYTES / Long.BYTES];
        if (rank != 0) {
            messages.receive(words, words.length, 0, TEXT);
            return new String(bytes(words), StandardCharsets.US_ASCII);
        }
        byte[] said = text.toString().getBytes(StandardCharsets.US_ASCII);
        words[0] = said.length;
        for (int i = 0; i < said.length; i++) {
            words[1 + i / Long.BYTES] |= (said[i] & 0xFFL) << i % Long.BYTES * Byte.SIZE;
        }
        for (int other = 1; other < topology.size(); other++) {
            messages.send(words, words.length, other, TEXT);
        }
        return text.toString();
    }

    private static byte[] bytes(long[] words) {
        byte[] said = new byte[(int) Math.clamp(words[0], 0, MOST_TEXT_BYTES - Long.BYTES)];
        for (int i = 0; i < said.length; i++) {
            said[i] = (byte) (words[1 + i / Long.BYTES] >>> i % Long.BYTES * Byte.SIZE);
        }
        return said;
    }
}
