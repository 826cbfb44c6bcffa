package org.braid.launch.options;

import java.util.List;
import java.util.Locale;
import org.braid.launch.text.Words;

/**
 * Open MPI's pattern {@code ppr:N:PART}: so many ranks on each part of a host.
 *
 * @param ranks as it is written
 * @param part a node, a socket, a core and others
 */
record RanksPerPart(String ranks, String part) {
    /** Nothing is said of it. */
    static final RanksPerPart NONE = new RanksPerPart("", "");

    private static final String PREFIX = "ppr";
    private static final List<String> CORES = List.of("core", "hwthread");

    /**
     * What stands behind {@code --map-by}; further words behind colons are no matter of numbers.
     *
     * @return {@link #NONE} for what is no such pattern
     * @throws org.braid.base.BraidException if it begins as one, and is none
     */
    static RanksPerPart parse(String option, String text) {
        List<String> words = Words.split(text.toLowerCase(Locale.ROOT), ':');
        if (words.isEmpty() || !words.getFirst().equals(PREFIX)) {
            return NONE;
        }
        if (words.size() < 3) {
            throw RunArguments.wrong(option, "'" + text + "' does not say how many ranks come where", "Write ppr:N:node, or -n and how many ranks there are");
        }
        return new RanksPerPart(words.get(1), words.get(2));
    }

    boolean isOfHost() {
        return part.equals("node");
    }

    /** Whether the ranks cannot be counted by it: one on each core are as many as there are without it, and other parts are not counted here. */
    boolean isUncounted() {
        return !part.isEmpty() && !isOfHost() && !(CORES.contains(part) && ranks.equals("1"));
    }
}
