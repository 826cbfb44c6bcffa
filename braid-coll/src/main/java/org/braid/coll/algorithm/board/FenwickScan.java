package org.braid.coll.algorithm.board;

import org.braid.coll.algorithm.multilevel.Canonical;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scan and exscan: each rank shows one combination, that of the largest node of the {@linkplain Canonical canonical tree} that ends with it, as the entries of a Fenwick tree are (P. M. Fenwick, A new data structure for cumulative frequency tables, 1994). The ranks below are one node for each bit
 * of this one's number, and the last rank of that node shows it:
 *
 * <pre>
 *   rank          0    1    2    3    4    5    6
 *   shows         0   0-1   2   0-3   4   4-5   –        rank 6 = 110 reads 4-5 and 0-3
 * </pre>
 *
 * <p>So operands stand in the brackets of the canonical tree over the ranks of each result (see {@link RankOrder}), by P lg P / 2 combinations, where ranks that combine all of the lower ones' operands would make P²/2; nobody waits for a higher rank, but up to lg P times for lower ones.
 *
 * <p>Cost: up to lg P (α + nG + nγ) + nβ.
 */
final class FenwickScan {
    private final ScheduleBuilder steps;
    private final Shape shape;
    private final boolean isScan;
    private final int rank;
    private final int levels; // of nodes above its operand that this rank combines: as many bits of its number are 1 before the first 0
    private final boolean isRead;

    private FenwickScan(Shape shape) {
        this.steps = new ScheduleBuilder(shape);
        this.shape = shape;
        this.isScan = shape.operation() == Operation.SCAN;
        this.rank = shape.rank();
        this.levels = Integer.numberOfTrailingZeros(~rank);
        this.isRead = rank + 1 < shape.size();
    }

    static Schedule generate(Shape shape) {
        var scan = new FenwickScan(shape);
        scan.combine(scan.node());
        return scan.steps.build();
    }

    /** The buffer in which this rank's node comes about: of a scan that is OUT, which higher levels go on with; an exscan's own operand is no part of its result. */
    private int node() {
        if (!isScan && (levels == 0 || !isRead)) {
            return shape.operand();
        }
        int node = isScan ? Schedule.OUT : steps.temporary(1, 1);
        if (node != shape.operand()) {
            steps.copy(shape.operand(), 0, 1, node, 0);
        }
        return node;
    }

    private void combine(int node) {
        boolean isFirst = !isScan; // what an exscan sees first is its result so far
        int seen = Integer.bitCount(rank) > (isFirst ? 1 : 0) ? steps.temporary(1, 1) : Schedule.OUT;
        for (int bit = 0; bit == levels || rank >>> bit != 0; bit++) {
            if (bit == levels && isRead) {
                steps.show(0, node, 0, 1);
            }
            if ((rank >>> bit & 1) != 0) {
                int left = isFirst ? Schedule.OUT : seen;
                steps.see(lastOfNode(bit), 0, 0, 1, left, 0);
                combine(left, node, bit, isFirst);
                isFirst = false;
            }
        }
    }

    /** What lower ranks have shown comes before this rank's node, as long as that grows, and before its result. */
    private void combine(int left, int node, int bit, boolean isFirst) {
        if (!isScan && bit < levels && isRead) {
            steps.reduce(left, 0, 1, node, 0);
        }
        if (!isFirst) {
            steps.reduce(left, 0, 1, Schedule.OUT, 0);
        }
    }

    /** Of those ranks below this one that the bit stands for. */
    private int lastOfNode(int bit) {
        return (rank >>> bit << bit) - 1;
    }
}
