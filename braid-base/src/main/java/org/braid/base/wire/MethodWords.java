package org.braid.base.wire;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;

/** The lexical rules of method expressions: which characters make a word, a key, an interface, a bare value, and how many of each. */
final class MethodWords {
    private MethodWords() {}

    static boolean startsWord(char c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean inWord(char c) {
        return startsWord(c) || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    static boolean inKey(char c) {
        return inWord(c) || c == '.';
    }

    static boolean inInterface(char c) {
        return inWord(c) || c >= 'A' && c <= 'Z' || c == '.' || c == ':';
    }

    static boolean inBareValue(char c) {
        return inInterface(c) || c == '/' || c == '%' || c == '*' || c == '@';
    }

    /** Whether a value may stand without a parameter's name: nothing else begins with a digit. */
    static boolean startsUnnamed(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isBare(String value) {
        for (int i = 0; i < value.length(); i++) if (!inBareValue(value.charAt(i))) return false;
        return !value.isEmpty();
    }

    /** Whether UTF-8 can carry it: no half of a surrogate pair stands alone. */
    static boolean isUnicode(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!Character.isSurrogate(value.charAt(i))) continue;
            if (i + 1 == value.length() || !Character.isSurrogatePair(value.charAt(i), value.charAt(i + 1))) return false;
            i++;
        }
        return true;
    }

    static boolean isWord(String word) {
        boolean good = !word.isEmpty() && word.length() <= Limits.MAX_WORD_CHARS && startsWord(word.charAt(0));
        for (int i = 1; i < word.length(); i++) good &= inWord(word.charAt(i));
        return good;
    }

    static boolean isInterface(String name) {
        boolean good = !name.isEmpty() && name.length() <= Limits.MAX_INTERFACE_CHARS;
        for (int i = 0; i < name.length(); i++) good &= inInterface(name.charAt(i));
        return good;
    }

    static void requireWord(String word) {
        if (!isWord(word)) throw refused("name '" + Text.shown(word) + "'",
            "names are a letter a-z, then a-z, 0-9, _ and -, at most " + Limits.MAX_WORD_CHARS);
    }

    static void requireKey(String key) {
        boolean good = !key.isEmpty() && key.length() <= Limits.MAX_WORD_CHARS && startsWord(key.charAt(0));
        for (int i = 1; i < key.length(); i++) good &= inKey(key.charAt(i));
        if (!good) throw refused("parameter '" + Text.shown(key) + "'",
            "parameters are a letter a-z, then a-z, 0-9, _, - and dots, at most " + Limits.MAX_WORD_CHARS);
    }

    static void requireUnnamed(String value) {
        if (!isBare(value) || !startsUnnamed(value.charAt(0))) throw refused("value '" + Text.shown(value) + "' without a parameter's name",
            "such a value begins with a digit and needs no quotes");
    }

    static void requireInterface(String name) {
        if (!isInterface(name)) throw refused("interface '" + Text.shown(name) + "'",
            "interfaces are letters, digits, and _ - . : only, at most " + Limits.MAX_INTERFACE_CHARS);
    }

    static void requireCount(String what, int count, int min) {
        if (count < min || count > Limits.MAX_PARTS)
            throw refused(what + " of " + count + " parts", "it must have from " + min + " to " + Limits.MAX_PARTS);
    }

    static void requireNesting(String what, int nesting) {
        if (nesting > Limits.MAX_NESTING)
            throw refused(what + " holds compounds nested " + (nesting - 1) + " deep", "at most " + Limits.MAX_NESTING + " levels are allowed");
    }

    static List<MethodParameter> distinct(List<MethodParameter> parameters) {
        if (parameters.size() > Limits.MAX_PARAMETERS)
            throw refused(parameters.size() + " parameters", "a method has at most " + Limits.MAX_PARAMETERS);
        for (int i = 0; i < parameters.size(); i++)
            for (int j = 0; j < i; j++)
                if (parameters.get(i).isUnnamed())
                    throw refused("value " + parameters.get(i), "only the first one may stand without its parameter's name");
                else if (parameters.get(i).key().equals(parameters.get(j).key()))
                    throw refused("parameter " + parameters.get(i), "it was given before as " + parameters.get(j));
        return List.copyOf(parameters);
    }

    static List<MethodParameter> named(List<MethodParameter> parameters) {
        for (MethodParameter parameter : parameters)
            if (parameter.isUnnamed()) throw refused("value " + parameter, "a compound's parameters have names");
        return distinct(parameters);
    }

    static BraidException onlyTransports(MethodExpression.Name device) {
        return refused("device " + device + " inside a chain", "only the transport at the end of a chain has an interface");
    }

    static BraidException refused(String what, String why) {
        return new BraidException(ErrorCode.METHOD_SYNTAX, "method expression is not valid, ".concat(what), why,
            "docs/methods.md has the grammar");
    }
}
