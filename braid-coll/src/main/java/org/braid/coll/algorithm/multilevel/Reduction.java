package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.topology.RankSet;

/**
 * Combines operands up a tree, whatever the placement of ranks and whether the operator commutes or not: a rank passes on one partial result for each <em>run</em>, a maximal interval of ranks among those that
 * hang on it. Neighbouring runs are combined, the lower one on the left. Where ranks are placed in blocks, and for operators that commute (all operands are one run), that is one vector for each message; where
 * ranks alternate between clusters, it approaches a gather.
 *
 * <p>The association is fixed by topology, root and operator, so the same call gives the same bits in every run.
 */
final class Reduction {
    /** Where a partial result lies, and which ranks' operands it combines; the unit is that of a buffer of whole vectors. */
    private record Piece(int first, int end, int buffer, int unit) {}

    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final int home;
    private final boolean commutative;
    private final int segments;
    private final List<Integer> temporaries = new ArrayList<>();
    private int segment;
    private int taken;

    /** @param home a buffer of one unit that the result may be made in, and {@code -1} if there is none */
    private Reduction(ScheduleBuilder steps, LeaderTree tree, int home, int segments) {
        this.steps = steps;
        this.tree = tree;
        this.home = home;
        this.commutative = steps.shape().commutative();
        this.segments = segments;
    }

    /** Combines the operands of each tree. At its root, where all of them must form one run, the result is in OUT. Messages go in so many pieces. */
    static void append(ScheduleBuilder steps, LeaderTree tree, boolean mayUseOut, int segments) {
        Reduction reduction = new Reduction(steps, tree, mayUseOut ? Schedule.OUT : -1, segments);
        for (int segment = 0; segment < segments; segment++) {
            reduction.combineSegment(segment);
        }
    }

    /** The same steps for each segment, and the same buffers: what is sent of one segment is not touched by the next. */
    private void combineSegment(int number) {
        segment = number;
        taken = 0;
        List<Piece> pieces = pieces();
        if (tree.isRoot()) {
            finish(pieces);
        } else {
            passOn(pieces);
        }
    }

    /** A buffer for so many vectors, of which this segment is one part. */
    private int temporary(int runs) {
        if (taken == temporaries.size()) {
            temporaries.add(steps.temporary(segments, runs * segments));
        }
        return temporaries.get(taken++);
    }

    /** Which unit of its buffer this segment of a vector is. */
    private int unit(int run) {
        return run * segments + segment;
    }

    private void send(int buffer, int from, int to) {
        for (int run = from; run < to; run += segments == 1 ? to - from : 1) {
            steps.send(tree.parent(), buffer, unit(run), segments == 1 ? to : unit(run) + 1);
        }
    }

    private void receive(Edge edge, int buffer, int runs) {
        for (int run = 0; run < runs; run += segments == 1 ? runs : 1) {
            steps.receive(edge.peer(), buffer, unit(run), segments == 1 ? runs : unit(run) + 1);
        }
    }

    private void copy(Piece piece, int buffer, int run) {
        steps.copy(piece.buffer, unit(piece.unit), unit(piece.unit) + 1, buffer, unit(run));
    }

    /** The own operand, and what comes from below: for a commutative operator the nearest first, for others by ranks. */
    private List<Piece> pieces() {
        int rank = steps.shape().rank();
        List<Piece> pieces = new ArrayList<>();
        Piece own = new Piece(rank, rank + 1, steps.shape().operand(), 0);
        boolean isHomeFree = home >= 0 && steps.shape().operand() != home;
        for (Edge edge : tree.edges()) {
            RankSet ranks = edge.ranks();
            int runs = commutative ? 1 : ranks.intervals();
            boolean goesHome = isHomeFree && runs == 1 && (commutative || isLastOfAll(ranks));
            int buffer = goesHome ? home : temporary(runs);
            isHomeFree &= !goesHome;
            receive(edge, buffer, runs);
            for (int run = 0; run < runs; run++) {
                pieces.add(new Piece(ranks.first(run), ranks.end(run), buffer, run));
            }
        }
        pieces.add(own);
        if (!commutative) {
            pieces.sort(Comparator.comparingInt(Piece::first));
        }
        return pieces;
    }

    /** What the result of a non-commutative operator is combined into is its last operand. */
    private boolean isLastOfAll(RankSet ranks) {
        int last = steps.shape().rank();
        for (Edge edge : tree.edges()) {
            RankSet others = edge.ranks();
            last = Math.max(last, others.end(others.intervals() - 1) - 1);
        }
        return ranks.end(ranks.intervals() - 1) - 1 == last;
    }

    private void finish(List<Piece> pieces) {
        List<List<Piece>> runs = runs(pieces);
        if (runs.size() != 1) {
            throw new IllegalStateException(runs.size() + " runs are left at the root");
        }
        Piece result = combine(runs.getFirst());
        if (result.buffer != Schedule.OUT) {
            copy(result, Schedule.OUT, 0);
        }
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
            copy(result, packed, run);
        }
        send(packed, 0, runs.size());
    }

    /** Pieces that follow each other without a gap belong together. */
    private List<List<Piece>> runs(List<Piece> pieces) {
        List<List<Piece>> runs = new ArrayList<>();
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

    /** Pieces of one run become one, which lies where one of them may be overwritten. */
    private Piece combine(List<Piece> run) {
        if (run.size() == 1) {
            return run.getFirst();
        }
        Piece target = commutative ? into(run) : run.getLast();
        List<Piece> others = new ArrayList<>(run);
        others.remove(target);
        Piece result = target;
        if (target.buffer == Schedule.IN) {
            int copy = home >= 0 && isFree(run) ? home : temporary(1);
            copy(target, copy, 0);
            result = new Piece(target.first, target.end, copy, 0);
        }
        for (Piece other : commutative ? others : others.reversed()) {
            steps.reduce(other.buffer, unit(other.unit), unit(other.unit) + 1, result.buffer, unit(result.unit));
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
        return run.stream().noneMatch(piece -> piece.buffer == home) && steps.shape().operand() != home;
    }
}
