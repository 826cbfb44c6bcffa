package org.braid.mpi.topology;

import java.util.stream.IntStream;

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
        int[] divisors = divisors(left);
        int largest = left;
        for (int at = 0; at < dims.length; at++) {
            if (dims[at] == 0) {
                largest = smallestLargest(left, free, largest, divisors);
                dims[at] = largest;
                left /= largest;
                free--;
            }
        }
    }

    /** All of them, from small to large: those up to the square root, and their counterparts. An int has no more than 1536. */
    private static int[] divisors(int number) {
        return IntStream.rangeClosed(1, (int) Math.sqrt(number)).filter(n -> number % n == 0).flatMap(n -> IntStream.of(n, number / n)).sorted().distinct().toArray();
    }

    /** The smallest number that is the largest of {@code count} factors of {@code product}, all at most {@code bound}. Each is one of the divisors, which are those of a multiple of the product. */
    private static int smallestLargest(int product, int count, int bound, int[] divisors) {
        for (int at = 0; divisors[at] < bound; at++) {
            if (product % divisors[at] == 0 && isProductOf(product / divisors[at], count - 1, divisors, at)) {
                return divisors[at];
            }
        }
        return bound;
    }

    /** Whether {@code count} divisors, none of them behind {@code last}, have this product. */
    private static boolean isProductOf(int product, int count, int[] divisors, int last) {
        if (product == 1 || count == 0) {
            return product == 1;
        }
        for (int at = last; divisors[at] > 1 && reaches(divisors[at], count, product); at--) {
            if (product % divisors[at] == 0 && isProductOf(product / divisors[at], count - 1, divisors, at)) {
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
