package org.braid.cli.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The end of a rank's output, kept for the epilogue. */
record LastLines(List<String> lines) {
    static final int BYTES = 4096;
    static final int LINES = 6;

    static LastLines of(byte[] bytes, int length) {
        List<String> lines = new ArrayList<>();
        int end = length;
        while (end > 0 && lines.size() < LINES) {
            int stop = bytes[end - 1] == '\n' ? end - 1 : end;
            int start = stop;
            while (start > 0 && bytes[start - 1] != '\n') {
                start--;
            }
            lines.addFirst(new String(bytes, start, stop - start, StandardCharsets.UTF_8));
            end = start;
        }
        return new LastLines(lines);
    }
}
