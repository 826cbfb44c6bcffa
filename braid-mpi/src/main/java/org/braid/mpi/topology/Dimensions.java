package org.braid.mpi.topology;

/** How to divide a number of ranks among the dimensions of a grid (MPI 4.1, section 8.5.2). */
public final class Dimensions {
    private Dimensions() {}

    /**
     * Fills in the dimensions that are 0, from large to small, so that all have this product. The largest is as small as can be, then the next one, and so on.
     *
     * @param ranks at least 1, a multiple of the product of those that are given
     * @param dims positive where they are given, else 0
     */
    public static void fill(int ranks, int[] dims) {
        int free = 0;
        int left = ranks;
        for (int dim : dims) {
            free += dim == 0 ? 1 : 0;
            left = dim == 0 ? left : left / dim;
        }
        int largest = left;
        for (int at = 0; at < dims.length; at++) {
            if (dims[at] == 0) {
                largest = smallestLargest(left, free, largest);
                dims[at] = largest;
                left /= largest;
                free--;
            }
        }
    }

    /** The smallest number that is the largest of {@code count} factors of {@code product}, all at most {@code bound}. */
    private static int smallestLargest(int product, int count, int bound) {
        for (int largest = 1; largest < bound; largest++) {
            if (product % largest == 0 && isProductOf(product / largest, count - 1, largest)) {
                return largest;
            }
        }
        return bound;
    }

    private static boolean isProductOf(int product, int count, int bound) {
        if (product == 1 || count == 0) {
            return product == 1;
        }
        for (int factor = Math.min(bound, product); factor > 1 && reaches(factor, count, product); factor--) {
            if (product % factor == 0 && isProductOf(product / factor, count - 1, factor)) {
                return true;
            }
        }
        return false;
    }

    private static boolean reaches(int factor, int count, int product) {
        long power = 1;
        for (int i = 0; i < count && power < product; i++) {
            power *= factor;
        }
        return power >= product;
    }
}
