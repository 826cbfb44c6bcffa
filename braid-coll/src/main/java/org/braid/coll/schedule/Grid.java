package org.braid.coll.schedule;

/** A grid of ranks, the last dimension of which changes first from rank to rank: where everybody is, whether neighbours are those of the grid or others. Unchanging, and the same at every rank. */
public final class Grid {
    private final int[] dims;
    private final int[] strides; // from a rank to the next one along each dimension

    /** @param dims how many ranks there are along each dimension, at least 1 */
    public Grid(int... dims) {
        this.dims = dims.clone();
        this.strides = new int[dims.length];
        for (int d = dims.length - 1, stride = 1; d >= 0; d--) {
            strides[d] = stride;
            stride *= dims[d];
        }
    }

    /** How many dimensions it has. */
    public int dimensions() {
        return dims.length;
    }

    /** How many ranks there are along a dimension. */
    public int along(int dimension) {
        return dims[dimension];
    }

    /** Where a rank is along a dimension, from 0. */
    public int coordinate(int rank, int dimension) {
        return rank / strides[dimension] % dims[dimension];
    }

    /** The rank that is elsewhere along one dimension, and in the same place along all others. */
    public int moved(int rank, int dimension, int coordinate) {
        return rank + (coordinate - coordinate(rank, dimension)) * strides[dimension];
    }

    /** How many ranks it has. */
    public int size() {
        return dims.length == 0 ? 1 : strides[0] * dims[0];
    }
}
