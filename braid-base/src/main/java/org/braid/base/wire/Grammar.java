package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;
import org.jspecify.annotations.Nullable;

/** A kind of text with its parser: reads the whole text or says where it stops making sense and what was probably meant. */
abstract class Grammar<T> {
    /** Characters that are tried where a text stops making sense. */
    private static final String MARKS = "+,=)@\"(";
    /** Longer texts are not repaired; people write short ones. */
    private static final int REPAIRED_CHARS = 200;

    private final String noun;
    private final ErrorCode code;
    private final String example;

    Grammar(String noun, ErrorCode code, String example) {
        this.noun = noun;
        this.code = code;
        this.example = example;
    }

    /** Reads from the scanner to the end of the value; throws {@link SyntaxError} or, for a rule of a value type, BraidException. */
    abstract T read(Scanner from);

    abstract String print(T value);

    final T parse(String text) {
        if (text.length() > Limits.MAX_EXPRESSION_CHARS) throw tooLong(text);
        try {
            return readWhole(text);
        } catch (SyntaxError error) {
            throw refused(text, error);
        }
    }

    private T readWhole(String text) {
        var from = new Scanner(text);
        T value = read(from);
        if (!from.atEnd()) throw from.error("the end");
        return value;
    }

    private BraidException refused(String text, SyntaxError error) {
        String found = error.position >= text.length() ? "the end" : "'" + Text.shown(text.substring(error.position)) + "'";
        String meant = meant(text, error);
        return new BraidException(code,
            noun + " '" + Text.shown(text) + "' cannot be read at character " + (error.position + 1),
            "expected " + error.expected + ", found " + found,
            meant == null ? "Write it like " + example + "; docs/methods.md has the grammar" : "Did you mean '" + meant + "'?");
    }

    private BraidException tooLong(String text) {
        return new BraidException(code, noun + " '" + Text.shown(text) + "' is too long",
            "it has " + text.length() + " characters, " + Limits.MAX_EXPRESSION_CHARS + " are read", "Shorten it");
    }

    /** The first small change near the error that makes the text readable, or null if none does. */
    private @Nullable String meant(String text, SyntaxError error) {
        if (text.length() > REPAIRED_CHARS) return null;
        for (String candidate : candidates(text, Math.min(error.position, text.length()), error)) {
            String printed = printedOrNull(candidate);
            if (printed != null) return printed;
        }
        return null;
    }

    /** A better word, lower case, then changes of one or two characters; a mark in the wrong place is replaced, else one was forgotten or is too much. No letter is left out: that makes another word, which nobody meant. */
    private static List<String> candidates(String text, int at, SyntaxError error) {
        String before = text.substring(0, at);
        String after = text.substring(at);
        var all = new ArrayList<String>();
        if (error.meant != null) all.add(before + error.meant + after.substring(error.wrongChars));
        all.add(text.toLowerCase(Locale.ROOT));
        boolean wrongMark = !after.isEmpty() && isMark(after.charAt(0));
        boolean endsInMark = !before.isEmpty() && isMark(before.charAt(at - 1));
        if (wrongMark) addWithMarks(all, before, after.substring(1));
        addWithMarks(all, before, after);
        if (wrongMark) all.add(before + after.substring(1));
        if (endsInMark) all.add(before.substring(0, at - 1) + after);
        if (endsInMark && wrongMark) all.add(before.substring(0, at - 1) + after.substring(1));
        return all;
    }

    private static boolean isMark(char c) {
        return !Character.isLetterOrDigit(c);
    }

    private static void addWithMarks(List<String> all, String before, String after) {
        for (int i = 0; i < MARKS.length(); i++) all.add(before + MARKS.charAt(i) + after);
    }

    private @Nullable String printedOrNull(String candidate) {
        try {
            return print(readWhole(candidate));
        } catch (SyntaxError | BraidException stillWrong) {
            return null;
        }
    }
}
