package org.braid.launch.compile;

import java.util.ArrayList;
import java.util.List;

/**
 * What a source file says about itself: its package and the names of its top-level types. A small scanner that knows comments, literals
 * and brackets; everything else is javac's business.
 *
 * @param packageName empty for the unnamed package
 * @param types none for a compact source file, whose class is named after the file, and holds the types in it (JEP 512)
 */
record SourceHead(String packageName, List<String> types) {

    static SourceHead of(String source) {
        return new Scanner(source).head();
    }

    /** Binary name of the class to start: the one named after the file, as javac expects it, or else the first. */
    String mainClass(String baseName) {
        String simple = types.isEmpty() || types.contains(baseName) ? baseName : types.getFirst();
        return packageName.isEmpty() ? simple : packageName + "." + simple;
    }

    private static final class Scanner {
        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
        }

        SourceHead head() {
            String packageName = "";
            List<String> types = new ArrayList<>();
            int depth = 0;
            boolean isCompact = false;
            String before = "";
            boolean isMain = false; // and its own name: an annotation may have that, too, and so may what is qualified
            for (String token = next(); !token.isEmpty(); token = next()) {
                switch (token) {
                    case "(" -> isCompact |= depth++ == 0 && isMain; // a method outside of all types
                    case "{", "[" -> depth++;
                    case ")", "}", "]" -> depth--;
                    case "package" -> packageName = depth == 0 && packageName.isEmpty() ? qualifiedName() : packageName;
                    case "class", "interface", "enum", "record" -> {
                        String name = depth == 0 ? next() : "";
                        if (!name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0))) {
                            types.add(name);
                        }
                    }
                    default -> {}
                }
                isMain = token.equals("main") && !before.equals(".") && !before.equals("@");
                before = token;
            }
            return new SourceHead(packageName, isCompact ? List.of() : types);
        }

        private String qualifiedName() {
            StringBuilder name = new StringBuilder();
            for (String token = next(); !token.isEmpty() && !token.equals(";"); token = next()) {
                name.append(token);
            }
            return name.toString();
        }

        /** The next word or single character, "" at the end; comments and literals are skipped. */
        private String next() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (text.startsWith("//", at)) {
                    at = after("\n", at + 2);
                } else if (text.startsWith("/*", at)) {
                    at = after("*/", at + 2);
                } else if (text.startsWith("\"\"\"", at)) {
                    at = after("\"\"\"", at + 3);
                } else if (c == '"' || c == '\'') {
                    skipLiteral(c);
                } else if (Character.isWhitespace(c)) {
                    at++;
                } else {
                    return Character.isJavaIdentifierStart(c) ? word() : text.substring(at, ++at);
                }
            }
            return "";
        }

        private String word() {
            int start = at;
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            return text.substring(start, at);
        }

        private int after(String end, int from) {
            int found = text.indexOf(end, from);
            return found < 0 ? text.length() : found + end.length();
        }

        private void skipLiteral(char quote) {
            for (at++; at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n'; at++) {
                if (text.charAt(at) == '\\') {
                    at++;
                }
            }
            at++;
        }
    }
}
