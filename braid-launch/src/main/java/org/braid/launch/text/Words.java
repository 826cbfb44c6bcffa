package org.braid.launch.text;

import java.util.ArrayList;
import java.util.List;

/** The little text handling that the hot start needs, without regular expressions and streams. */
public final class Words {
    private Words() {}

    /** The parts of a text between separators that are not empty. */
    public static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator) {
                if (i > start) {
                    parts.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return parts;
    }

    /** A text's lines, empty ones too, each of which ends with a line feed: what follows the last of these is half a line, and left out. */
    public static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        return lines;
    }

    /** A time in seconds with one decimal place: {@code 12.4 s}. */
    public static String seconds(long ns) {
        long tenths = (ns + 50_000_000L) / 100_000_000L;
        return tenths / 10 + "." + tenths % 10 + " s";
    }
}
