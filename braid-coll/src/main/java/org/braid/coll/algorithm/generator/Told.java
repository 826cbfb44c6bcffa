package org.braid.coll.algorithm.generator;

import org.jspecify.annotations.Nullable;

/**
 * What an algorithm is told for one schedule. Where nothing is said of a number it takes the one that is usual for it.
 *
 * @param tuning how it is to work; null for as it comes
 * @param segments in how many pieces messages go, at least 1
 * @param bytes how long all blocks are of an operation whose blocks may differ; {@link #UNKNOWN} for lengths of their own
 */
public record Told(@Nullable Tuning tuning, int segments, long bytes) {
    /** In place of the length of all blocks. */
    public static final long UNKNOWN = -1;

    /** Nothing is said: as it comes, each message in one piece. */
    public static final Told NOTHING = new Told(null, 1, UNKNOWN);

    /** k of k-nomial trees and the like. */
    public int radix(int usual) {
        return tuning == null || tuning.radix() == 0 ? usual : tuning.radix();
    }

    /** λ of postal trees. */
    int lambda(int usual) {
        return tuning == null || tuning.lambda() == 0 ? usual : tuning.lambda();
    }

    /** How many blocks go together at most. */
    public int blocks(int usual) {
        return tuning == null || tuning.blocks() == 0 ? usual : tuning.blocks();
    }

    /** How many messages each way are under way at once. */
    public int window(int usual) {
        return tuning == null || tuning.window() == 0 ? usual : tuning.window();
    }

    /** How many edges from one cluster to another go together, fewer by themselves. */
    public int edges(int usual) {
        return tuning == null || tuning.edges() == 0 ? usual : tuning.edges();
    }

    /** Up to which length blocks of lengths of their own go together, in bytes. */
    public long togetherBytes(long usual) {
        return tuning == null || tuning.togetherBytes() == 0 ? usual : tuning.togetherBytes();
    }
}
