package org.braid.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads out of sources which constants somebody might want to tune: times, bounds and counts of looks, not layouts. */
final class Constants {
    private static final Pattern DECLARATION = Pattern.compile("^\\s*(?:public |private )?static final (?:int|long) ([A-Z0-9_]+) = ([^;]+);(?:\\s*// (.*))?$");
    private static final Pattern TUNABLE = Pattern.compile(
            "(.*_)?(NS|MS|TURNS|LOOKS|SPINS|FRAMES)|(MOST|MAX|LONGEST|SHORTEST|FIRST|QUIET|WINDOW|LAST_NAP|BACKLOG)(_.*)?|.*_(CAP|WINDOW|RING|PIECE|EAGER|CHUNK)_BYTES|(RING|PIECE|EAGER|CHUNK|FRAME)_BYTES");
    private static final Pattern DOC = Pattern.compile("^\\s*/\\*\\* (.*?)\\s*\\*/$");

    private Constants() {}

    /** One line of the table for each constant below these sources, by class and in the order of the file. */
    static List<String> below(Path sources) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(each -> each.toString().endsWith(".java")).sorted().toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            lines.addAll(of(file));
        }
        return lines;
    }

    private static List<String> of(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        String before = "";
        for (String line : Files.readAllLines(file)) {
            Matcher found = DECLARATION.matcher(line);
            if (found.matches() && TUNABLE.matcher(found.group(1)).matches()) {
                String type = file.getFileName().toString().replace(".java", "");
                lines.add("| `" + type + "." + found.group(1) + "` | `" + found.group(2).replace("|", "\\|") + "` | " + unit(found.group(1)) + " | " + meaning(before, found.group(3)) + " |");
            }
            before = line;
        }
        return lines;
    }

    private static String unit(String name) {
        return name.matches("(.*_)?NS") ? "ns" : name.matches("(.*_)?MS") ? "ms" : name.endsWith("BYTES") ? "bytes" : name.endsWith("CHARS") ? "characters" : "";
    }

    private static String meaning(String before, String behind) {
        Matcher doc = DOC.matcher(before);
        String said = doc.matches() ? doc.group(1) : behind == null ? "" : behind;
        return said.replaceAll("\\{@\\w+ ([^}]*)}", "`$1`").replace("|", "\\|");
    }
}
