package org.braid.base.wire;

import org.jspecify.annotations.Nullable;

/** Where a text stopped making sense, and what could have stood there. Never leaves this package: {@link Grammar} makes the message. */
final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int position;
    final String expected;
    /** How the text's part from {@link #position} on should probably start, instead of its first {@link #wrongChars}; null if unknown. */
    @Nullable String meant;
    int wrongChars;

    SyntaxError(int position, String expected) {
        super(expected, null, false, false);
        this.position = position;
        this.expected = expected;
    }

    /** Adds what was probably meant instead of the word that begins at {@link #position}. */
    SyntaxError meaning(@Nullable String word, int insteadOfChars) {
        meant = word;
        wrongChars = insteadOfChars;
        return this;
    }
}
