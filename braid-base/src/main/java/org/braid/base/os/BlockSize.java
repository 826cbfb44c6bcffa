package org.braid.base.os;

/**
 * Sizes of blocks: multiples of 128 bytes, four per doubling.
 * <pre>
 *   128 256 384 512 640 768 896 1024 1280 1536 1792 2048 2560 …
 * </pre>
 */
final class BlockSize {
    static final int SMALLEST = 128;
    static final int CLASSES = 4 * Long.SIZE;

    private BlockSize() {}

    static long roundUp(long bytes) {
        long step = Math.max(SMALLEST, Long.highestOneBit(bytes) >>> 2);
        return (bytes + step - 1) & -step;
    }

    /** The class of a rounded size; larger sizes have larger classes. */
    static int classOf(long size) {
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
        return 4 * log + (int) ((size >>> (log - 2)) & 3);
    }
}
