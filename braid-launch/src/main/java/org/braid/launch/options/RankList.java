package org.braid.launch.options;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Ranks as people list them: {@code 0,2} or {@code 4-7,12}. */
final class RankList {
    private RankList() {}

    /**
     * The ranks in the order in which they are named.
     *
     * @param option by which they were given
     * @param most how many there may be
     */
    static List<Integer> parse(String option, String text, int most) {
        Set<Integer> ranks = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            int first = rank(option, dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : rank(option, part.substring(dash + 1));
            if (last < first || last - first >= most) {
                throw RunArguments.wrong(option, "'" + part + "' is no range of at most " + most + " ranks", "Write the lower rank first: 4-7");
            }
            for (int rank = first; rank <= last; rank++) {
                if (!ranks.add(rank)) {
                    throw RunArguments.wrong(option, "rank " + rank + " is named twice", "Name each rank once");
                }
            }
        }
        if (ranks.size() > most) {
            throw RunArguments.wrong(option, ranks.size() + " ranks are more than one host can start", "Name at most " + most);
        }
        return new ArrayList<>(ranks);
    }

    private static int rank(String option, String text) {
        try {
            int rank = Integer.parseInt(text);
            if (rank >= 0 && rank < RunArguments.MAX_RANKS) {
                return rank;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw RunArguments.wrong(option, "'" + text + "' is no rank", "Write ranks from 0 on, as in --ranks 0,2");
    }
}
