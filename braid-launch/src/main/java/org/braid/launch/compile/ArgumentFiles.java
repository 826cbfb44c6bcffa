package org.braid.launch.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of arguments, {@code @sources.txt}, as javac reads them: words separated by blanks or lines, which may stand between quotes, where a backslash takes the next character as it is. A line that begins with # is a comment. */
final class ArgumentFiles {
    private ArgumentFiles() {}

    /** The words, with those of each file in its place; a word that names no file stays, and a doubled sign stands for one. */
    static List<String> expanded(List<String> words) throws IOException {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("@@")) {
                all.add(word.substring(1));
            } else if (word.startsWith("@") && Files.isRegularFile(Path.of(word.substring(1)))) {
                addWords(all, SourceFiles.text(Files.readAllBytes(Path.of(word.substring(1))), StandardCharsets.ISO_8859_1));
            } else {
                all.add(word);
            }
        }
        return all;
    }

    private static void addWords(List<String> all, String text) {
        for (String line : text.split("\\R")) {
            if (!line.strip().startsWith("#")) {
                addWordsOfLine(all, line);
            }
        }
    }

    private static void addWordsOfLine(List<String> all, String line) {
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0 && c == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
                quote = quote == 0 ? c : 0;
                begun = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (begun) {
                    all.add(word.toString());
                    word.setLength(0);
                    begun = false;
                }
            } else {
                word.append(c);
                begun = true;
            }
        }
        if (begun) {
            all.add(word.toString());
        }
    }
}
