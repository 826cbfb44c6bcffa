package org.braid.launch.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Files of arguments among java's options, each named behind an {@code @} ("The java Command", section "java Command-Line Argument Files"). They may name the program and its arguments, too; behind the program an {@code @} means nothing.
 *
 * <pre>
 *   -cp "my classes:lib/a.jar"     # words between blanks; blanks inside of quotes; comments
 *   -Dgreeting='it\'s here'
 *   Prog
 * </pre>
 */
final class ArgumentFiles {
    private static final String OFF = "--disable-@files";

    private ArgumentFiles() {}

    /**
     * The words with what the files say in their places.
     *
     * @param start where the word behind {@code java} stands
     */
    static List<String> expanded(List<String> words, int start) {
        List<String> all = new ArrayList<>(words);
        int at = start;
        int read = start; // what stands before was in a file: files do not name others
        while (at < all.size() && (JavaCommand.isOption(all.get(at)) || isFile(all.get(at)) && at >= read)) {
            String word = all.get(at);
            if (word.equals(OFF)) {
                all.remove(at);
                return all;
            }
            if (isFile(word)) {
                List<String> inside = read(word.substring(1));
                all.remove(at);
                all.addAll(at, inside);
                read = at + inside.size();
            } else {
                at += JavaCommand.takesNext(word) ? 2 : 1;
            }
        }
        return all;
    }

    private static boolean isFile(String word) {
        return word.startsWith("@") && word.length() > 1;
    }

    private static List<String> read(String file) {
        try {
            return words(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new BraidException(ErrorCode.FILE_UNREADABLE, "'" + file + "', the file of java's arguments that @ names", e.toString(), "Name one that is there, or write its words into the line");
        }
    }

    static List<String> words(String text) {
        List<String> found = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                at = endOfLine(text, at);
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                StringBuilder word = new StringBuilder();
                at = word(text, at, word);
                found.add(word.toString());
            }
        }
        return found;
    }

    private static int endOfLine(String text, int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end;
    }

    private static int word(String text, int start, StringBuilder to) {
        int at = start;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && text.charAt(at) != '#') {
            char c = text.charAt(at++);
            if (c == '"' || c == '\'') {
                at = quoted(text, at, c, to);
            } else {
                to.append(c);
            }
        }
        return at;
    }

    /** Up to the same quote, or to the end of the line; a line that ends with a backslash goes on behind the blanks of the next one. */
    private static int quoted(String text, int start, char quote, StringBuilder to) {
        int at = start;
        while (at < text.length() && text.charAt(at) != '\n') {
            char c = text.charAt(at++);
            if (c == quote) {
                return at;
            }
            if (c == '\\' && at < text.length()) {
                at = escaped(text, at, to);
            } else {
                to.append(c);
            }
        }
        return at;
    }

    private static int escaped(String text, int start, StringBuilder to) {
        int at = start;
        char c = text.charAt(at++);
        switch (c) {
            case 'n' -> to.append('\n');
            case 'r' -> to.append('\r');
            case 't' -> to.append('\t');
            case 'f' -> to.append('\f');
            case '\r', '\n' -> {
                while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                    at++;
                }
            }
            default -> to.append(c);
        }
        return at;
    }
}
