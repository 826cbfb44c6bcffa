package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FrameHeaderTest {
    /** A row of the table of kinds: number, name, what it says. */
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| ([A-Z]+) \\| (.*)", Pattern.MULTILINE);

    @Test
    void thePageAboutTheWireNumbersEveryKindAsItIsHere() throws IOException, ReflectiveOperationException {
        Map<Integer, String> onThePage = new TreeMap<>();
        Matcher rows = ROW.matcher(Files.readString(Path.of("..", "docs", "wire.md")));
        while (rows.find()) {
            int kind = Integer.parseInt(rows.group(1));
            if (kind <= FrameKind.LAST) onThePage.put(kind, rows.group(2));
            else assertTrue(rows.group(3).contains("rings only"), rows::group);
        }
        Map<Integer, String> here = new TreeMap<>();
        for (int kind = FrameKind.EMPTY; kind <= FrameKind.LAST; kind++) here.put(kind, nameOf(kind, onThePage.getOrDefault(kind, "LAST")));
        assertEquals(here, onThePage);
    }

    private static String nameOf(int kind, String name) throws ReflectiveOperationException {
        Field constant = FrameKind.class.getField(name);
        return constant.getInt(null) == kind ? name : name + " is " + constant.getInt(null);
    }

    @Test
    void theHeadersFieldsLieWhereThePageAboutTheWireDrawsThem() {
        int[] offsets = {FrameHeader.WORD0, FrameHeader.ENDPOINT, FrameHeader.ROUTE, FrameHeader.HANDLER, FrameHeader.A0, FrameHeader.A1, FrameHeader.A2, FrameHeader.A3, FrameHeader.SPARE, FrameHeader.BYTES};
        assertArrayEquals(new int[] {0, 4, 8, 12, 16, 20, 24, 28, 32, 36}, offsets);
    }

    @Test
    void word0HoldsEveryLengthOf24BitsAndEveryKindAndIsNeverZero() {
        for (int kind = 1; kind <= FrameKind.LAST; kind++)
            for (int bytes : new int[] {0, 1, 28, 1 << 20, (1 << 24) - 1}) {
                int word0 = FrameHeader.word0(bytes, kind);
                assertNotEquals(0, word0);
                assertEquals(kind, FrameHeader.kind(word0));
                assertEquals(bytes, FrameHeader.payloadBytes(word0));
            }
    }

    @Test
    void aGenerationIsTheLowHalfOfTheRouteWhateverItsFlags() {
        for (int generation : new int[] {0, 1, 0x7fff, 0x8000, 0xffff})
            for (int others : new int[] {0, FrameHeader.NEEDS_YOU << 24, 0xffff0000}) assertEquals(generation, FrameHeader.generation(generation | others));
    }
}
