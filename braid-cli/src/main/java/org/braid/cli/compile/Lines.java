package org.braid.cli.compile;

import java.util.ArrayList;
import java.util.List;

/** A text's lines, each of which ends with a line feed: what follows the last is half a line, and left out. Without the streams of the JDK, which the hot start does not load. */
final class Lines {
    private Lines() {}

    static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        return lines;
    }
}
