package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of constants is what the sources say. {@code mvn -pl braid-house test -Dtest=ConstantsTest -Dconstants.write=true} writes it anew. */
class ConstantsTest {
    private static final List<String> MODULES =
            List.of("braid-base", "braid-link", "braid-pipe", "braid-transports", "braid-devices", "braid-boot", "braid-coll", "braid-mpi", "braid-launch", "braid-cli");
    private static final Path PAGE = Path.of("..", "docs", "constants.md");
    private static final String BEGINNING = "<!-- From here on the page is made by ConstantsTest. -->";

    @TempDir
    private Path directory;

    @Test
    void thePageSaysWhatTheSourcesSay() throws IOException {
        String page = Files.readString(PAGE);
        String byHand = page.substring(0, page.indexOf(BEGINNING) + BEGINNING.length());
        String whole = byHand + "\n\n" + String.join("\n", tables()) + "\n";
        if (Boolean.getBoolean("constants.write")) {
            Files.writeString(PAGE, whole);
        }
        assertEquals(whole, Files.readString(PAGE), "docs/constants.md is behind the sources; -Dconstants.write=true writes it anew");
    }

    @Test
    void timesAndBoundsAreFoundAndLayoutsAreNot() throws IOException {
        Files.writeString(directory.resolve("Planted.java"), """
                final class Planted {
                    /** As long as no healthy peer needs. */
                    private static final long PATIENCE_NS = 1_000_000L;
                    private static final int MOST = 64; // at once
                    static final int HEADER_BYTES = 36;
                }
                """);
        assertEquals(
                List.of("| `Planted.PATIENCE_NS` | `1_000_000L` | ns | As long as no healthy peer needs. |", "| `Planted.MOST` | `64` |  | at once |"), Constants.below(directory));
    }

    private static List<String> tables() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String module : MODULES) {
            lines.add("## " + module);
            lines.add("");
            lines.add("| Constant | Value | Unit | What it is |");
            lines.add("|---|---|---|---|");
            lines.addAll(Constants.below(Path.of("..", module, "src", "main", "java")));
            lines.add("");
        }
        lines.removeLast();
        return lines;
    }
}
