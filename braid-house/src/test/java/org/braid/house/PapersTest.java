package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever follows a citation finds the paper and the section in docs/papers.md. */
class PapersTest {
    private static final Pattern CITATION = Pattern.compile("([a-z]+(?:-[a-z]+)+), (?:sections?|chapter) ([0-9]+(?:\\.[0-9]+)?(?:(?:,| and| to) [0-9]+(?:\\.[0-9]+)?)*)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");
    private static final Path PAGE = Path.of("..", "docs", "papers.md");

    @Test
    void everyCitationResolves() throws IOException {
        Map<String, Set<String>> known = known();
        assertEquals(Set.of("nexus-multimethod", "charm-on-vmi", "grim-heterogeneous-endpoints", "generalized-communicators", "multilevel-collectives"), known.keySet());
        Set<String> unknown = new TreeSet<>();
        int citations = 0;
        for (Path source : sources()) {
            for (String each : citations(Files.readString(source).replaceAll("\\n\\s*(\\*|//)?\\s*", " "))) {
                String paper = each.substring(0, each.indexOf(' '));
                if (known.containsKey(paper)) {
                    citations++;
                    if (!known.get(paper).contains(each.substring(each.indexOf(' ') + 1))) {
                        unknown.add(each + " in " + source.getFileName());
                    }
                }
            }
        }
        assertEquals(Set.of(), unknown);
        assertFalse(citations < 50, "only " + citations + " citations were found");
    }

    @Test
    void sectionsOfACitationAreFound() {
        assertEquals(List.of("nexus-multimethod 2.3", "nexus-multimethod 3.1"), citations("(nexus-multimethod, sections 2.3 and 3.1)"));
        assertEquals(List.of("charm-on-vmi 4"), citations("see charm-on-vmi, chapter 4."));
    }

    private static List<String> citations(String text) {
        List<String> found = new ArrayList<>();
        for (Matcher each = CITATION.matcher(text); each.find(); ) {
            for (Matcher number = NUMBER.matcher(each.group(2)); number.find(); ) {
                found.add(each.group(1) + " " + number.group());
            }
        }
        return found;
    }

    /** Sections by paper, as the page has them. */
    private static Map<String, Set<String>> known() throws IOException {
        Map<String, Set<String>> known = new TreeMap<>();
        Set<String> sections = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                sections = new TreeSet<>();
                known.put(line.substring(3), sections);
            } else if (line.matches("\\| [0-9.]+ \\|.*")) {
                sections.add(line.substring(2, line.indexOf(" |", 2)));
            }
        }
        return known;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of(".."), 12)) {
            return all.filter(each -> each.toString().endsWith(".java") && each.toString().contains("/src/main/")).toList();
        }
    }
}
