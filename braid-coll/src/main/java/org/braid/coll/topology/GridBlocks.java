package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.List;

/** The cells of a grid, block by block: consecutive cells of such an order are a compact part of the grid (Gropp 2018, "Using node information to implement MPI Cartesian topologies"). */
final class GridBlocks {
    private GridBlocks() {}

    static int cells(int[] dims) {
        int cells = 1;
        for (int dim : dims) {
            cells *= dim;
        }
        return cells;
    }

    /** An order for each block whose sides divide the grid's, up to so many of them; the cells of a block come row by row, and so do blocks. */
    static List<int[]> orders(int[] dims, int most) {
        List<int[]> orders = new ArrayList<>();
        int[] block = new int[dims.length];
        add(dims, block, 0, orders, most);
        return orders;
    }

    private static void add(int[] dims, int[] block, int at, List<int[]> orders, int most) {
        if (orders.size() == most) {
            return;
        }
        if (at == dims.length) {
            orders.add(order(dims, block));
            return;
        }
        for (block[at] = 1; block[at] <= dims[at]; block[at]++) {
            if (dims[at] % block[at] == 0) {
                add(dims, block, at + 1, orders, most);
            }
        }
    }

    private static int[] order(int[] dims, int[] block) {
        int[] order = new int[cells(dims)];
        for (int i = 0; i < order.length; i++) {
            int within = i % cells(block);
            int outside = i / cells(block);
            int stride = 1;
            for (int d = dims.length - 1; d >= 0; d--) {
                int blocks = dims[d] / block[d];
                order[i] += stride * (outside % blocks * block[d] + within % block[d]);
                outside /= blocks;
                within /= block[d];
                stride *= dims[d];
            }
        }
        return order;
    }
}
