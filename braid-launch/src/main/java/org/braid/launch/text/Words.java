package org.braid.cli.run;

import java.util.ArrayList;
import java.util.List;

/** The little text handling that the hot start needs, without regular expressions. */
final class Words {
    private Words() {}

    /** The non-empty parts of a text between separators. */
    static List<String> split(String text, char separator) {
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

    /** The candidate that differs from a word in the fewest letters (Levenshtein), or "" if none is close. */
    static String nearest(String word, List<String> candidates) {
        String best = "";
        int bound = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = candidate.startsWith(word) && word.length() > 3 ? 1 : distance(word, candidate);
            if (distance < bound) {
                bound = distance;
                best = candidate;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
