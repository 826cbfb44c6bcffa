package org.braid.mpi.window.layout;

import java.util.Arrays;

/** Collects blocks, and joins each with the one before it if they touch. */
final class LayoutBuilder {
    private long[] at = new long[4];
    private long[] bytes = new long[4];
    private int length;
    private long sizeBytes;

    void add(long place, long blockBytes) {
        if (length > 0 && place == at[length - 1] + bytes[length - 1]) {
            bytes[length - 1] += blockBytes;
            sizeBytes += blockBytes;
        } else {
            addApart(place, blockBytes);
        }
    }

    /** As {@link #add}, also if it touches the one before. */
    void addApart(long place, long blockBytes) {
        if (blockBytes == 0) {
            return;
        }
        if (length == at.length) {
            at = Arrays.copyOf(at, 2 * length);
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        at[length] = place;
        bytes[length++] = blockBytes;
        sizeBytes += blockBytes;
    }

    int length() {
        return length;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    Layout build() {
        return Layout.of(Arrays.copyOf(at, length), Arrays.copyOf(bytes, length), sizeBytes);
    }
}
