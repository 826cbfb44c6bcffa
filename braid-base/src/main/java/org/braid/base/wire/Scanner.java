package org.braid.base.wire;

import org.braid.base.text.Text;

/**
 * A text, and how far it was read. Blanks may stand between tokens, never inside one. Each method either takes its token and
 * moves on, or stays; a parser that cannot go on throws {@link SyntaxError} for the place where it stands.
 */
final class Scanner {
    /** What {@link #peek} finds at the end; a NUL inside the text begins no token either, so both are refused alike. */
    static final char END = '\0';

    private final String text;
    private int at;

    Scanner(String text) {
        this.text = text;
    }

    /** The next character that is no blank. */
    char peek() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) at++;
        return next();
    }

    boolean accept(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    void expect(char wanted, String expected) {
        if (atEnd() || !accept(wanted)) throw error(expected);
    }

    boolean atEnd() {
        peek();
        return at == text.length();
    }

    /** Whether "*", or a word and "=", comes next: the beginning of a policy's rule and never of a method. */
    boolean startsRule() {
        if (peek() == '*') return true;
        int before = at;
        while (MethodWords.inKey(next())) at++;
        boolean rule = at > before && peek() == '=';
        at = before;
        return rule;
    }

    /** A method's, device's or place's name; the caller has looked at its first character, or wants the error. */
    String word(String expected) {
        if (!MethodWords.startsWord(peek())) throw error(expected);
        int from = at;
        while (MethodWords.inKey(next())) at++;
        return token(from, Limits.MAX_WORD_CHARS);
    }

    String interfaceName() {
        int from = at;
        while (MethodWords.inInterface(next())) at++;
        if (at == from) throw error("an interface or address right after '@', such as eth0");
        return token(from, Limits.MAX_INTERFACE_CHARS);
    }

    String value() {
        if (peek() == '"') return quotedValue();
        int from = at;
        while (MethodWords.inBareValue(next())) at++;
        if (at == from) throw error("a value; one with other characters than letters, digits and _-.:/%*@ stands in \"quotes\"");
        return token(from, Limits.MAX_VALUE_CHARS);
    }

    SyntaxError error(String expected) {
        return new SyntaxError(at, expected);
    }

    SyntaxError errorAt(int position, String expected) {
        return new SyntaxError(position, expected);
    }

    int position() {
        return at;
    }

    private String quotedValue() {
        at++;
        var value = new StringBuilder();
        while (next() != '"') {
            if (next() == '\\') at++;
            if (at >= text.length()) throw error("a closing '\"'");
            if (Text.isControl(next())) throw error("no control character inside a value");
            if (value.length() == Limits.MAX_VALUE_CHARS) throw error("at most " + Limits.MAX_VALUE_CHARS + " characters in a value");
            value.append(next());
            at++;
        }
        at++;
        return value.toString();
    }

    private String token(int from, int maxChars) {
        if (at - from > maxChars) throw errorAt(from, "at most " + maxChars + " characters in one word");
        return text.substring(from, at);
    }

    private char next() {
        return at < text.length() ? text.charAt(at) : END;
    }
}
