package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.coll.algorithm.order.RankRuns;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.topology.RankSet;

/**
 * Combines operands up a tree, whatever the placement of ranks and whether the operator commutes or not: a rank passes on one partial result for each <em>run</em>, a maximal interval of ranks among those that
 * hang on it. Neighbouring runs are combined, the lower one on the left. Where ranks are placed in blocks, and for operators that commute (all operands are one run), that is one vector for each message; where
 * ranks alternate between clusters, it approaches a gather.
 *
 * <p>The association is fixed by topology, root and operator, so the same call gives the same bits in every run. A <em>reproducible</em> reduction associates along the {@linkplain Canonical canonical tree} over ranks, whatever the
 * topology and the root: its runs are nodes of that tree, so a message between ranks in blocks may have a few vectors (at most 2 lg P) where others have one.
 */
final class Reduction {
    /** Where a partial result lies, and which ranks' operands it combines; the unit counts whole vectors in its buffer. */
    private record Piece(int first, int end, int buffer, int unit) {}

    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final List<Piece> own;
    private final int home;
    private final boolean commutative;
    private final boolean canonical;
    private final int layout;
    private final int width; // units of a vector
    private final int segments; // of as many units each
    private final List<Integer> temporaries = new ArrayList<>();
    private int segment;
    private int taken;

    /**
     * No step yet.
     *
     * @param own where the rank's own operand lies; of a tree of hosts what those of its host come to, or along the canonical tree each of them, which may be overwritten
     * @param home a buffer of one unit that the result may be made in, and {@code -1} if there is none
     */
    private Reduction(ScheduleBuilder steps, LeaderTree tree, List<Piece> own, int home, int layout, int width, int segments, boolean canonical) {
        this.steps = steps;
        this.tree = tree;
        this.own = own;
        this.home = home;
        this.commutative = steps.shape().commutative() && !canonical;
        this.canonical = canonical;
        this.layout = layout;
        this.width = width;
        this.segments = segments;
    }

    /** Combines the operands of each tree. At its root, where all of them must form one run, the result is in OUT. Messages go in so many pieces. */
    static void append(ScheduleBuilder steps, LeaderTree tree, boolean mayUseOut, int segments) {
        append(steps, tree, mayUseOut, segments, false);
    }

    /** Likewise, along the canonical tree where {@code canonical}. */
    static void append(ScheduleBuilder steps, LeaderTree tree, boolean mayUseOut, int segments, boolean canonical) {
        of(steps, tree, mayUseOut, segments, canonical).combineSegments();
    }

    /** Likewise, whose pieces are still to be combined. */
    static Reduction of(ScheduleBuilder steps, LeaderTree tree, boolean mayUseOut, int segments, boolean canonical) {
        return new Reduction(steps, tree, single(tree, steps.shape().operand()), mayUseOut ? Schedule.OUT : -1, steps.layout(Schedule.OUT), steps.layout(Schedule.OUT), segments, canonical);
    }

    /** Likewise, of a tree whose root has no operand, and at least one rank below it. */
    static void appendBelowRoot(ScheduleBuilder steps, LeaderTree tree, int segments) {
        List<Piece> own = tree.isRoot() ? List.of() : single(tree, steps.shape().operand());
        new Reduction(steps, tree, own, tree.isRoot() ? Schedule.OUT : -1, steps.layout(Schedule.OUT), steps.layout(Schedule.OUT), segments, false).combineSegments();
    }

    /** As {@link #append} along the canonical tree, of a tree of hosts: the i-th unit of {@code operands} is the operand of the i-th rank of this host. */
    static void ofHosts(ScheduleBuilder steps, LeaderTree tree, int operands) {
        List<Piece> own = new ArrayList<>();
        for (int rank : tree.own().ranks()) {
            own.add(new Piece(rank, rank + 1, operands, own.size()));
        }
        new Reduction(steps, tree, own, -1, 1, 1, 1, true).combineSegment(0);
    }

    /** Combines vectors of as many blocks as there are ranks, which lie in {@code operand}. Returns the buffer in which each tree's root has the result, likewise; {@code operand}, if nothing hangs on it. Along the canonical tree where {@code canonical}. */
    static int ofBlocks(ScheduleBuilder steps, LeaderTree tree, int operand, boolean canonical) {
        return ofBlocks(steps, tree, single(tree, operand), canonical);
    }

    /** As {@link #ofBlocks} along the canonical tree, of a tree of hosts: each rank of this one has a vector in a buffer of its own. */
    static int ofBlocksOfHosts(ScheduleBuilder steps, LeaderTree tree, int[] vectors) {
        List<Piece> own = new ArrayList<>();
        for (int rank : tree.own().ranks()) {
            own.add(new Piece(rank, rank + 1, vectors[own.size()], 0));
        }
        return ofBlocks(steps, tree, own, true);
    }

    private static int ofBlocks(ScheduleBuilder steps, LeaderTree tree, List<Piece> own, boolean canonical) {
        Reduction reduction = new Reduction(steps, tree, own, -1, steps.layout(Schedule.IN), steps.shape().size(), 1, canonical);
        List<Piece> pieces = reduction.pieces();
        if (!tree.isRoot()) {
            reduction.passOn(pieces);
            return -1;
        }
        Piece result = reduction.combine(reduction.whole(pieces));
        if (result.unit == 0) {
            return result.buffer;
        }
        Piece alone = new Piece(result.first, result.end, steps.temporary(reduction.layout, reduction.width), 0);
        reduction.copy(result, alone);
        return alone.buffer;
    }

    /** One operand for all that the tree begins with here: those of a host follow each other, or may be exchanged. */
    private static List<Piece> single(LeaderTree tree, int operand) {
        return List.of(new Piece(tree.own().first(0), tree.own().end(0), operand, 0));
    }

    private void combineSegments() {
        Rounds rounds = steps.rounds(segments, 0);
        for (int number = 0; number < segments; number = rounds.next(number)) {
            combineSegment(number);
        }
    }

    /** The same steps for each segment, and the same buffers: what is sent of one segment is not touched by the next. */
    void combineSegment(int number) {
        segment = number;
        taken = 0;
        List<Piece> pieces = pieces();
        if (tree.isRoot()) {
            finish(pieces);
        } else {
            passOn(pieces);
        }
    }

    /** A buffer for so many vectors, of which this segment is one part; of vectors that are a table, which tells where its blocks lie but once, the first of so many buffers. */
    private int temporary(int runs) {
        if (taken == temporaries.size()) {
            temporaries.add(steps.temporary(layout, isTable() ? width : runs * width));
            for (int more = 1; isTable() && more < runs; more++) {
                steps.temporary(layout, width);
            }
        }
        return temporaries.get(taken++);
    }

    private boolean isTable() {
        return layout == Schedule.TABLE;
    }

    /** Which unit of its buffer this segment of a vector begins at. */
    private int unit(int run) {
        return run * width + segment * (width / segments);
    }

    /** Behind the last unit of this segment. */
    private int end(int run) {
        return unit(run) + width / segments;
    }

    private boolean goTogether() {
        return segments == 1 && !isTable();
    }

    private Piece piece(int first, int end, int buffer, int run) {
        return isTable() ? new Piece(first, end, buffer + run, 0) : new Piece(first, end, buffer, run);
    }

    private void send(int buffer, int from, int to) {
        for (int run = from; run < to; run += goTogether() ? to - from : 1) {
            Piece piece = piece(0, 0, buffer, run);
            steps.send(tree.parent(), piece.buffer, unit(piece.unit), goTogether() ? to * width : end(piece.unit));
        }
    }

    private void receive(Edge edge, int buffer, int runs) {
        for (int run = 0; run < runs; run += goTogether() ? runs : 1) {
            Piece piece = piece(0, 0, buffer, run);
            steps.receive(edge.peer(), piece.buffer, unit(piece.unit), goTogether() ? runs * width : end(piece.unit));
        }
    }

    private void copy(Piece from, Piece to) {
        steps.copy(from.buffer, unit(from.unit), end(from.unit), to.buffer, unit(to.unit));
    }

    /** What is there already, and what comes from below: for a commutative operator the nearest first, for others by ranks. */
    private List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        boolean isHomeFree = home >= 0 && isFree(own);
        for (Edge edge : tree.edges()) {
            RankSet ranks = edge.ranks();
            RankRuns runs = runs(ranks);
            boolean goesHome = isHomeFree && runs.count() == 1 && (commutative || isLastOfAll(ranks));
            int buffer = goesHome ? home : temporary(runs.count());
            isHomeFree &= !goesHome;
            receive(edge, buffer, runs.count());
            for (int run = 0; run < runs.count(); run++) {
                pieces.add(piece(runs.first(run), runs.end(run), buffer, run));
            }
        }
        pieces.addAll(own);
        if (!commutative) {
            pieces.sort(Comparator.comparingInt(Piece::first));
        }
        return pieces;
    }

    /** For which parts of these ranks there is a partial result each. */
    private RankRuns runs(RankSet ranks) {
        return canonical ? Canonical.nodes(ranks, steps.shape().size()) : commutative ? RankRuns.one(ranks) : RankRuns.of(ranks);
    }

    /** What the result of a non-commutative operator is combined into is its last operand. */
    private boolean isLastOfAll(RankSet ranks) {
        int last = own.isEmpty() ? -1 : tree.own().end(tree.own().intervals() - 1) - 1;
        for (Edge edge : tree.edges()) {
            RankSet others = edge.ranks();
            last = Math.max(last, others.end(others.intervals() - 1) - 1);
        }
        return ranks.end(ranks.intervals() - 1) - 1 == last;
    }

    private void finish(List<Piece> pieces) {
        Piece result = combine(whole(pieces));
        if (result.buffer != Schedule.OUT) {
            copy(result, new Piece(0, 0, Schedule.OUT, 0));
        }
    }

    private List<Piece> whole(List<Piece> pieces) {
        List<List<Piece>> runs = runs(pieces);
        if (runs.size() != 1) {
            throw new IllegalStateException(runs.size() + " runs are left at the root");
        }
        return runs.getFirst();
    }

    private void passOn(List<Piece> pieces) {
        List<List<Piece>> runs = runs(pieces);
        if (runs.size() == 1) {
            Piece result = combine(runs.getFirst());
            send(result.buffer, result.unit, result.unit + 1);
            return;
        }
        int packed = temporary(runs.size());
        for (int run = 0; run < runs.size(); run++) {
            Piece result = combine(runs.get(run));
            copy(result, piece(0, 0, packed, run));
        }
        send(packed, 0, runs.size());
    }

    /** Pieces that follow each other without a gap belong together, and those that are in one node of the canonical tree. */
    private List<List<Piece>> runs(List<Piece> pieces) {
        List<List<Piece>> runs = new ArrayList<>();
        if (canonical) {
            RankRuns nodes = Canonical.nodes(tree.ranks(), steps.shape().size());
            for (int node = 0; node < nodes.count(); node++) {
                runs.add(within(pieces, nodes.first(node), nodes.end(node)));
            }
            return runs;
        }
        int end = -1;
        for (Piece piece : pieces) {
            if (runs.isEmpty() || !commutative && piece.first != end) {
                runs.add(new ArrayList<>());
            }
            runs.getLast().add(piece);
            end = piece.end;
        }
        return runs;
    }

    private static List<Piece> within(List<Piece> pieces, int first, int end) {
        return pieces.stream().filter(piece -> first <= piece.first && piece.end <= end).toList();
    }

    /** Pieces of one node of the canonical tree become one: the right half, with the left one combined into it. */
    private Piece combineHalves(List<Piece> node) {
        if (node.size() == 1) {
            return node.getFirst();
        }
        int first = node.getFirst().first;
        int end = node.getLast().end;
        int middle = Canonical.middle(first, end);
        Piece left = combineHalves(within(node, first, middle));
        Piece right = combineHalves(within(node, middle, end));
        Piece result = new Piece(first, end, right.buffer == Schedule.IN ? temporary(1) : right.buffer, right.unit);
        if (right.buffer == Schedule.IN) {
            copy(right, result);
        }
        steps.reduce(left.buffer, unit(left.unit), end(left.unit), result.buffer, unit(result.unit));
        return result;
    }

    /** Pieces of one run become one, which lies where one of them may be overwritten. */
    private Piece combine(List<Piece> run) {
        if (canonical) {
            return combineHalves(run);
        }
        if (run.size() == 1) {
            return run.getFirst();
        }
        Piece target = commutative ? into(run) : run.getLast();
        List<Piece> others = new ArrayList<>(run);
        others.remove(target);
        Piece result = target;
        if (target.buffer == Schedule.IN) {
            int copy = home >= 0 && isFree(run) ? home : temporary(1);
            result = new Piece(target.first, target.end, copy, 0);
            copy(target, result);
        }
        for (Piece other : commutative ? others : others.reversed()) {
            steps.reduce(other.buffer, unit(other.unit), end(other.unit), result.buffer, unit(result.unit));
        }
        return result;
    }

    /** Which of them the result of a commutative operator is made in: the one that lies where it is wanted, if there is one, and never IN. */
    private Piece into(List<Piece> run) {
        for (Piece piece : run) {
            if (piece.buffer == home) {
                return piece;
            }
        }
        return run.getFirst();
    }

    private boolean isFree(List<Piece> run) {
        return run.stream().noneMatch(piece -> piece.buffer == home) && own.stream().noneMatch(piece -> piece.buffer == home);
    }
}
