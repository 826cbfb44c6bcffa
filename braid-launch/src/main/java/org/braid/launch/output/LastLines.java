package org.braid.launch.output;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The end of a rank's output, kept for the epilogue. */
final class LastLines {
    static final int LINES = 6;

    private static final int BYTES = 4096;

    private final byte[] last = new byte[BYTES];
    private int count;

    /** More of the output, from the array's first byte on. */
    void append(byte[] bytes, int length) {
        int keep = Math.min(length, BYTES);
        int old = Math.min(count, BYTES - keep);
        System.arraycopy(last, count - old, last, 0, old);
        System.arraycopy(bytes, length - keep, last, old, keep);
        count = old + keep;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        int end = count;
        while (end > 0 && lines.size() < LINES) {
            int stop = last[end - 1] == '\n' ? end - 1 : end;
            int start = stop;
            while (start > 0 && last[start - 1] != '\n') {
                start--;
            }
            lines.addFirst(new String(last, start, stop - start, StandardCharsets.UTF_8));
            end = start;
        }
        return lines;
    }
}
