package org.braid.bench.rank;

/** How long operations took, by the time at which each ended: the mean of each bin. Knows no clock. */
final class Bins {
    private final long binNs;
    private final double[] tookNs;
    private final int[] count;

    Bins(int bins, long binNs) {
        this.binNs = binNs;
        this.tookNs = new double[bins];
        this.count = new int[bins];
    }

    /** Operations are told of in the order in which they end. One that ends after the last bin counts there if nothing else did. */
    void ended(long sinceStartNs, long operationNs) {
        int bin = (int) Math.min(sinceStartNs / binNs, tookNs.length - 1);
        if (sinceStartNs < tookNs.length * binNs || count[bin] == 0) {
            tookNs[bin] += operationNs;
            count[bin]++;
        }
    }

    /** One value a bin; a bin in which nothing ended was spent in the operation that ended in a later one. */
    double[] meansNs() {
        double[] means = new double[tookNs.length];
        double later = 0;
        for (int bin = means.length - 1; bin >= 0; bin--) {
            later = count[bin] == 0 ? later : tookNs[bin] / count[bin];
            means[bin] = later;
        }
        return means;
    }
}
