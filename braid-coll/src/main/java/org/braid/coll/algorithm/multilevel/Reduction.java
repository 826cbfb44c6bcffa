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
    /** Where a partial result lies, and which ranks' operands it combines. */
    private record Piece(int first, int end, int buffer, int unit) {}

    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final int home;
    private final boolean commutative;

    /** @param home a buffer of one unit that the result may be made in, and {@code -1} if there is none */
    private Reduction(ScheduleBuilder steps, LeaderTree tree, int home) {
        this.steps = steps;
        this.tree = tree;
        this.home = home;
        this.commutative = steps.shape().commutative();
    }

    /** Combines the operands of each tree. At its root, where all of them must form one run, the result is in OUT. */
    static void append(ScheduleBuilder steps, LeaderTree tree, boolean mayUseOut) {
        Reduction reduction = new Reduction(steps, tree, mayUseOut ? Schedule.OUT : -1);
        List<Piece> pieces = reduction.pieces();
        if (tree.isRoot()) {
            reduction.finish(pieces);
        } else {
            reduction.passOn(pieces);
        }
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
            int buffer = goesHome ? home : steps.temporary(1, runs);
            isHomeFree &= !goesHome;
            steps.receive(edge.peer(), buffer, 0, runs);
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
            steps.copy(result.buffer, result.unit, result.unit + 1, Schedule.OUT, 0);
        }
    }

    private void passOn(List<Piece> pieces) {
        List<List<Piece>> runs = runs(pieces);
        if (runs.size() == 1) {
            Piece result = combine(runs.getFirst());
            steps.send(tree.parent(), result.buffer, result.unit, result.unit + 1);
            return;
        }
        int packed = steps.temporary(1, runs.size());
        for (int run = 0; run < runs.size(); run++) {
            Piece result = combine(runs.get(run));
            steps.copy(result.buffer, result.unit, result.unit + 1, packed, run);
        }
        steps.send(tree.parent(), packed, 0, runs.size());
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
            int copy = home >= 0 && isFree(run) ? home : steps.temporary(1, 1);
            steps.copy(target.buffer, target.unit, target.unit + 1, copy, 0);
            result = new Piece(target.first, target.end, copy, 0);
        }
        for (Piece other : commutative ? others : others.reversed()) {
            steps.reduce(other.buffer, other.unit, other.unit + 1, result.buffer, result.unit);
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
