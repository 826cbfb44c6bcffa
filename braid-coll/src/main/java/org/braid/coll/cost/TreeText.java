package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.text.ByteSize;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a call as text: below each rank those who hang on it, in the order in which they are served. A rank's parent is whom it first receives from, or, where data go up, whom it sends to last; without a root, whom it hears last and owes nothing more.
 * Then several ranks may hang on nobody, who exchange as equals. Leaves over the same channel share a line.
 */
public final class TreeText {
    private static final int MOST_RANKS = 4096;
    private static final int MOST_LINES = 60;

    private final Topology topology;
    private final List<List<Integer>> children = new ArrayList<>();
    private final List<Integer> equals = new ArrayList<>(); // who hang on nobody
    private final int[] parents; // -1 of whoever has none
    private final StringBuilder text = new StringBuilder();
    private int lines;
    private long togetherBytes = Long.MAX_VALUE; // how long blocks go down or up this tree

    private TreeText(Topology topology) {
        this.topology = topology;
        this.parents = new int[topology.size()];
        for (int rank = 0; rank < topology.size(); rank++) {
            children.add(new ArrayList<>());
        }
    }

    /** Why there is no drawing, or the drawing. */
    public static String of(Candidates call, Algorithm algorithm, @Nullable Tuning tuning) {
        Topology topology = call.network().topology();
        if (topology.size() > MOST_RANKS) {
            return "a tree of more than " + MOST_RANKS + " ranks is not drawn\n";
        }
        if (call.operation().isOfNeighbours()) {
            return "neighbours exchange as equals, so that there is no one tree\n";
        }
        TreeText tree = new TreeText(topology);
        tree.connect(call, algorithm, tuning);
        if (!call.operation().isRooted()) {
            return tree.equals.size() > topology.size() / 2 && topology.size() > 1 ? "no root: ranks exchange as equals, so that there is no one tree\n" : tree.belowEquals();
        }
        tree.line(0, Integer.toString(call.root()), "");
        tree.append(call.root(), 1);
        return call.bytes() > tree.togetherBytes ? tree.text + straight(call, tree.togetherBytes) : tree.text.toString();
    }

    /** Each of those that hang on nobody, and what hangs on it. */
    private String belowEquals() {
        for (int rank : equals) {
            line(0, Integer.toString(rank), equals.size() == 1 ? "" : "  exchanges with others as an equal");
            append(rank, 1);
        }
        return text.toString();
    }

    private static String straight(Candidates call, long togetherBytes) {
        return "this is the way of lengths; blocks of more than " + new ByteSize(togetherBytes) + ", as here, go straight " + (isDown(call.operation()) ? "from" : "to") + " the root\n";
    }

    private static boolean isDown(Operation operation) {
        return operation == Operation.BCAST || operation == Operation.SCATTER || operation == Operation.SCATTERV;
    }

    private void connect(Candidates call, Algorithm algorithm, @Nullable Tuning tuning) {
        Topology seen = tuning == null ? topology : tuning.seen(topology);
        for (int i = 0; i < topology.size(); i++) {
            int rank = (call.root() + i) % topology.size();
            Shape shape = new Shape(call.operation(), topology.size(), rank, call.root(), call.commutative(), false).in(seen);
            Schedule schedule = algorithm.generateForLength(shape, tuning, 1, call.bytes());
            int parent = !call.operation().isRooted() ? heardLast(schedule) : rank == call.root() ? -1 : parent(schedule, isDown(call.operation()));
            parents[rank] = parent;
            togetherBytes = goesByLength(schedule) ? schedule.togetherBytes() : togetherBytes;
        }
        for (int i = 0; i < topology.size(); i++) {
            int rank = (call.root() + i) % topology.size();
            if (parents[rank] < 0 || isBelow(rank, rank)) {
                equals.add(rank);
            } else {
                children.get(parents[rank]).add(rank);
            }
        }
    }

    /** Whether the way up from a rank leads to this one; from itself, if it is in a circle. */
    private boolean isBelow(int rank, int top) {
        int at = parents[rank];
        for (int steps = 0; steps < parents.length && at >= 0 && at != top; steps++) {
            at = parents[at];
        }
        return at == top;
    }

    /** Whom a rank receives from last, unless that one is sent something after it: then that one hangs on this rank. */
    private static int heardLast(Schedule schedule) {
        int peer = -1;
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            if (kind == Schedule.RECEIVE) {
                peer = schedule.word(step, Schedule.PEER);
            } else if (kind == Schedule.SEND && schedule.word(step, Schedule.PEER) == peer) {
                peer = -1;
            }
        }
        return peer;
    }

    private static boolean goesByLength(Schedule schedule) {
        for (int step = 0; step < schedule.steps(); step++) {
            if (schedule.word(step, Schedule.KIND) == Schedule.SEND_LONG) {
                return true;
            }
        }
        return false;
    }

    private static int parent(Schedule schedule, boolean isDown) {
        int parent = -1;
        for (int step = 0; step < schedule.steps(); step++) {
            boolean isMessage = schedule.word(step, Schedule.KIND) == (isDown ? Schedule.RECEIVE : Schedule.SEND);
            if (isMessage && !isOfLengths(schedule, step, isDown) && !(isDown && parent >= 0)) {
                parent = schedule.word(step, Schedule.PEER);
            }
        }
        return parent;
    }

    /** Lengths may go another way than blocks. */
    private static boolean isOfLengths(Schedule schedule, int step, boolean isDown) {
        return schedule.layout(schedule.word(step, isDown ? Schedule.TARGET : Schedule.SOURCE)) == Schedule.LENGTHS;
    }

    private void append(int rank, int depth) {
        List<Integer> below = new ArrayList<>(children.get(rank));
        below.sort((one, other) -> Integer.compare(topology.channel(rank, one), topology.channel(rank, other)));
        for (int at = 0; at < below.size();) {
            int end = leaves(rank, below, at);
            line(depth, ranks(below.subList(at, end)), channel(topology.channel(rank, below.get(at))));
            if (end == at + 1) {
                append(below.get(at), depth + 1);
            }
            at = end;
        }
    }

    /** The end of a row of leaves over one channel; of a rank that is none, that rank's. */
    private int leaves(int rank, List<Integer> below, int from) {
        int end = from;
        while (end < below.size() && children.get(below.get(end)).isEmpty() && topology.channel(rank, below.get(end)) == topology.channel(rank, below.get(from))) {
            end++;
        }
        return Math.max(end, from + 1);
    }

    private static String ranks(List<Integer> ranks) {
        StringBuilder list = new StringBuilder();
        for (int at = 0; at < ranks.size();) {
            int end = at + 1;
            while (end < ranks.size() && ranks.get(end) == ranks.get(end - 1) + 1) {
                end++;
            }
            list.append(list.isEmpty() ? "" : ",").append(ranks.get(at)).append(end > at + 1 ? "-" + ranks.get(end - 1) : "");
            at = end;
        }
        return list.toString();
    }

    private String channel(int kind) {
        return topology.isFlat() ? "" : kind == topology.kinds().size() ? "" : "  over the channel between " + Level.several(topology.kinds().get(kind));
    }

    private void line(int depth, String ranks, String over) {
        lines++;
        if (lines <= MOST_LINES) {
            text.append("  ".repeat(depth)).append(ranks).append(over).append('\n');
        } else if (lines == MOST_LINES + 1) {
            text.append("  …\n");
        }
    }
}
