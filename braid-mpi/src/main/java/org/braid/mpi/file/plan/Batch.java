package org.braid.mpi.file.plan;

import java.util.Arrays;
import org.braid.mpi.file.view.Pieces;
import org.braid.mpi.file.view.Range;
import org.jspecify.annotations.Nullable;

/**
 * What a rank brings to one window of a domain, or wants of it: pieces of the file, upwards, whose data is one part of the rank's stream. As words of a message:
 *
 * <pre>
 *   count | offset 0 | bytes 0 | offset 1 | bytes 1 | …
 * </pre>
 */
public final class Batch {
    /** No pieces. */
    public static final Batch NONE = new Batch(new long[] {0});

    private final long[] words;

    private Batch(long[] words) {
        this.words = words;
    }

    /** The next pieces, as far as they lie before {@code end}, but not more than {@code most}. */
    public static Batch take(Pieces from, long end, int most) {
        long[] words = new long[9];
        int count = 0;
        while (from.hasNext() && from.nextOffset() < end && count < most) {
            if (words.length < 3 + 2 * count) {
                words = Arrays.copyOf(words, 2 * words.length);
            }
            from.take(end - from.nextOffset());
            words[1 + 2 * count] = from.offset();
            words[2 + 2 * count++] = from.bytes();
        }
        words[0] = count;
        return new Batch(Arrays.copyOf(words, 1 + 2 * count));
    }

    /**
     * What has come in a message.
     *
     * @param window in which all pieces must lie, upwards and apart from each other
     * @return null if the words cannot be right
     */
    public static @Nullable Batch checked(long[] words, Range window) {
        if (words.length == 0 || words[0] != (words.length - 1) / 2 || words.length % 2 == 0) {
            return null;
        }
        long end = window.start();
        for (int i = 1; i < words.length; i += 2) {
            if (words[i] < end || words[i] >= window.end() || words[i + 1] <= 0 || words[i + 1] > window.end() - words[i]) {
                return null;
            }
            end = words[i] + words[i + 1];
        }
        return new Batch(words);
    }

    /** As a message. */
    public long[] words() {
        return words;
    }

    /** Number of pieces. */
    public int count() {
        return (int) words[0];
    }

    /** Where piece {@code i} begins. */
    public long offset(int i) {
        return words[1 + 2 * i];
    }

    /** Length of piece {@code i}. */
    public int bytes(int i) {
        return (int) words[2 + 2 * i];
    }

    /** Length of all pieces together. */
    public int bytes() {
        long sum = 0;
        for (int i = 0; i < count(); i++) {
            sum += bytes(i);
        }
        return (int) sum;
    }

    /** Length of what of them lies before {@code end}, where the file ends. */
    public int bytesBefore(long end) {
        long sum = 0;
        for (int i = 0; i < count(); i++) {
            sum += Math.clamp(end - offset(i), 0L, bytes(i));
        }
        return (int) sum;
    }
}
