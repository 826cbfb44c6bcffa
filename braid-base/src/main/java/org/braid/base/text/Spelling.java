package org.braid.base.text;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds what somebody probably meant to write: the "did you mean" of every error about a name. */
public final class Spelling {
    /** Longer words are not compared; nobody mistypes them, and the cost grows with the square. */
    private static final int LONGEST = 64;

    private Spelling() {}

    /**
     * The candidate that is nearest to {@code word} by the number of letters added, dropped, changed or swapped with their neighbour
     * (Damerau and Levenshtein), or null if none is near enough: one mistake for every three letters, at least one.
     */
    public static @Nullable String nearest(String word, Collection<String> candidates) {
        if (word.isEmpty() || word.length() > LONGEST) return null;
        String best = null;
        int bestMistakes = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            if (candidate.length() > LONGEST) continue;
            int mistakes = mistakes(word, candidate);
            if (mistakes < bestMistakes) {
                best = candidate;
                bestMistakes = mistakes;
            }
        }
        return best;
    }

    /** {@code "Did you mean 'host'?"}, or {@code otherwise} if nothing is near. */
    public static String didYouMean(String word, Collection<String> candidates, String otherwise) {
        String nearest = nearest(word, candidates);
        return nearest == null ? otherwise : "Did you mean '" + nearest + "'?";
    }

    /** The usual table, three rows of it: a cell is the distance between the first i letters of a and the first j of b. */
    private static int mistakes(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) last[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (same(a.charAt(i - 1), b.charAt(j - 1)) ? 0 : 1);
                row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && same(a.charAt(i - 1), b.charAt(j - 2)) && same(a.charAt(i - 2), b.charAt(j - 1)))
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }

    private static boolean same(char a, char b) {
        return Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
