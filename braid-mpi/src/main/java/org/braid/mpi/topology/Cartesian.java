package org.braid.mpi.topology;

import java.util.Arrays;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;

/**
 * A grid of ranks, the last dimension of which changes first from rank to rank (MPI 4.1, section 8.5). A dimension that is periodic is a ring.
 *
 * <pre>
 *   block 2d       the neighbour at coordinate d minus 1
 *   block 2d + 1   the neighbour at coordinate d plus 1
 * </pre>
 *
 * What goes in one direction comes from the opposite one, also where both neighbours of a ring of one or two ranks are the same.
 */
public final class Cartesian implements Topology, Neighbourhood {
    private final int[] dims;
    private final boolean[] periods;
    private final int rank;
    private final Neighbours neighbours;

    /**
     * @param dims each at least 1
     * @param periods as many
     * @param rank of this process in the grid
     */
    public Cartesian(int[] dims, boolean[] periods, int rank) {
        this.dims = dims.clone();
        this.periods = periods.clone();
        this.rank = rank;
        this.neighbours = ofRank(rank).among(size() > MOST_RANKS ? null : this);
    }

    @Override
    public Neighbours ofRank(int one) {
        int[] ranks = new int[2 * dims.length];
        int[] turns = new int[2 * dims.length];
        int toItself = 0;
        for (int d = 0; d < dims.length; d++) {
            ranks[2 * d] = at(one, d, -1);
            ranks[2 * d + 1] = at(one, d, 1);
            if (periods[d] && dims[d] <= 2) { // one neighbour: it sends to its minus side first, which is this rank's plus side
                int first = dims[d] == 1 ? toItself : 0;
                turns[2 * d + 1] = first;
                turns[2 * d] = first + 1;
                toItself += dims[d] == 1 ? 2 : 0;
            }
        }
        return new Neighbours(ranks, turns, ranks);
    }

    @Override
    public Grid grid() {
        return new Grid(dims);
    }

    /** How many ranks a grid has; -1 for more than there can be. */
    public static int size(int[] dims) {
        long size = 1;
        for (int dim : dims) {
            size *= dim;
            if (size > Integer.MAX_VALUE) {
                return -1;
            }
        }
        return (int) size;
    }

    /** The rank that is {@code displacement} further along a dimension; NOBODY beyond the edge. */
    public int at(int from, int dimension, int displacement) {
        int[] coords = coordsOf(from);
        long moved = (long) coords[dimension] + displacement;
        if (!periods[dimension] && (moved < 0 || moved >= dims[dimension])) {
            return Neighbours.NOBODY;
        }
        coords[dimension] = (int) Math.floorMod(moved, (long) dims[dimension]);
        return rankAt(coords);
    }

    /** Where a rank is. */
    public int[] coordsOf(int ofRank) {
        int[] coords = new int[dims.length];
        for (int d = dims.length - 1, left = ofRank; d >= 0; d--) {
            coords[d] = left % dims[d];
            left /= dims[d];
        }
        return coords;
    }

    /** The rank at these coordinates, of which those of periodic dimensions count round; NOBODY outside of the grid. */
    public int rankAt(int[] coords) {
        int result = 0;
        for (int d = 0; d < dims.length; d++) {
            int coord = periods[d] ? Math.floorMod(coords[d], dims[d]) : coords[d];
            if (coord < 0 || coord >= dims[d]) {
                return Neighbours.NOBODY;
            }
            result = result * dims[d] + coord;
        }
        return result;
    }

    /** The grid that this rank belongs to when it is cut across the dimensions that do not remain. */
    public Cartesian sub(boolean[] remain) {
        return new Cartesian(keptDims(remain), keptPeriods(remain), number(remain, true));
    }

    /** Which of the grids that a cut leaves is this rank's. */
    public int partOf(boolean[] remain) {
        return number(remain, false);
    }

    /** This rank's number among those that differ in some dimensions only. */
    private int number(boolean[] remain, boolean kept) {
        int[] coords = coordsOf(rank);
        int number = 0;
        for (int d = 0; d < dims.length; d++) {
            number = remain[d] == kept ? number * dims[d] + coords[d] : number;
        }
        return number;
    }

    private int[] keptDims(boolean[] remain) {
        int[] result = new int[dims.length];
        int count = 0;
        for (int d = 0; d < dims.length; d++) {
            if (remain[d]) {
                result[count++] = dims[d];
            }
        }
        return Arrays.copyOf(result, count);
    }

    private boolean[] keptPeriods(boolean[] remain) {
        boolean[] result = new boolean[dims.length];
        int count = 0;
        for (int d = 0; d < dims.length; d++) {
            if (remain[d]) {
                result[count++] = periods[d];
            }
        }
        return Arrays.copyOf(result, count);
    }

    /** Of this process. */
    public int rank() {
        return rank;
    }

    /** How many ranks the grid has. */
    public int size() {
        return size(dims);
    }

    /** A copy. */
    public int[] dims() {
        return dims.clone();
    }

    /** A copy. */
    public boolean[] periods() {
        return periods.clone();
    }

    @Override
    public Neighbours neighbours() {
        return neighbours;
    }
}
