package org.braid.coll.schedule;

/**
 * Two rounds of a loop, one behind the other: what the second one does further on than the first.
 *
 * <pre>
 *   first        previous           last               end
 *   | rounds …   | round, written   | the next round   |
 * </pre>
 *
 * @param first the loop's first step
 * @param written how many rounds are written
 */
record Repetition(int first, int previous, int last, int end, int written) {
    private static final int UNLIKE = Integer.MIN_VALUE;

    int width() {
        return end - last;
    }

    /**
     * How many units further the extents of the last round lie: of each step the source, then the target; empty if the rounds are unlike each other.
     *
     * @param held where the last one is
     */
    int[] strides(IntList words, int held) {
        int[] strides = new int[2 * width()];
        for (int line = 0; line < width(); line++) {
            boolean isAlike = canRepeat(word(words, held + line, Schedule.KIND));
            for (int at = Schedule.KIND; at <= Schedule.SOURCE; at++) {
                isAlike &= advance(words, held + line, at) == 0;
            }
            isAlike &= advance(words, held + line, Schedule.TARGET) == 0;
            strides[2 * line] = stride(words, held + line, Schedule.SOURCE);
            strides[2 * line + 1] = stride(words, held + line, Schedule.TARGET);
            if (!isAlike || strides[2 * line] == UNLIKE || strides[2 * line + 1] == UNLIKE) {
                return new int[0];
            }
        }
        return strides;
    }

    /** What members show each other goes by phases, and blocks whose lengths are told go together. */
    private static boolean canRepeat(int kind) {
        return kind == Schedule.SEND || kind == Schedule.RECEIVE || kind == Schedule.COPY || kind == Schedule.REDUCE || kind == Schedule.FENCE;
    }

    private int stride(IntList words, int held, int at) {
        int stride = advance(words, held, at + 1);
        return advance(words, held, at + 2) == stride ? stride : UNLIKE;
    }

    private int advance(IntList words, int held, int at) {
        return word(words, held, at) - word(words, held - (last - previous), at);
    }

    private static int word(IntList words, int step, int at) {
        return words.get(step * Schedule.STRIDE + at);
    }

    /** Whether each step of the last round waits for what the same step of the round before waits for, a round later. */
    boolean waitsAlike(RowsBuilder rows) {
        int entries = rows.first(last) - rows.first(previous);
        for (int line = 0; line < width(); line++) {
            if (rows.first(last + line) - rows.first(previous + line) != entries) {
                return false;
            }
        }
        if (rows.entries() - rows.first(last) != entries) {
            return false;
        }
        for (int at = rows.first(previous); at < rows.first(last); at++) {
            int before = rows.entry(at);
            int now = rows.entry(at + entries);
            if (before < 0 != now < 0 || Rows.step(before) < first || Rows.step(now) - Rows.step(before) != width()) {
                return false;
            }
        }
        return true;
    }
}
