package org.braid.base.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.braid.base.os.ChildJvm;
import org.junit.jupiter.api.Test;

/** In JVMs with C2, because escape analysis is C2's; the JVM of the tests has C1 only. */
final class MemoryAllocationTest {
    @Test
    void arraysNeverAndBuffersUpToOneKibibyteNeverCauseAllocationEvenWhereAllKindsAreMixed() throws IOException {
        List<String> lines = cost();
        assertEquals(4 * UserMemory.everyKind().size(), lines.size());
        assertNothingAllocated(lines.stream().filter(line -> isArray(line) || isBuffer(line) && !line.contains(" 4096 bytes")).toList());
    }

    private static boolean isArray(String line) {
        return line.contains("[] ") || line.startsWith("native segment");
    }

    /** Not typed buffers of the other byte order. */
    private static boolean isBuffer(String line) {
        return !line.contains("segment of") && (!line.contains("BIG_ENDIAN") || line.contains(" byte "));
    }

    @Test
    void longPiecesOfBuffersCauseNoneWhereFewKindsAreUsed() throws IOException {
        assertNothingAllocated(cost("direct LITTLE_ENDIAN byte"));
        assertNothingAllocated(cost("direct LITTLE_ENDIAN double", "segment view LITTLE_ENDIAN int"));
    }

    private static void assertNothingAllocated(List<String> lines) {
        assertTrue(lines.size() > 3);
        assertEquals(List.of(), lines.stream().filter(line -> !line.endsWith("allocated per copy 0.0")).toList());
    }

    private static List<String> cost(String... kinds) throws IOException {
        try (ChildJvm child = ChildJvm.start(MemoryCost.class, List.of("-Xbatch"), kinds)) {
            List<String> lines = child.lines();
            assertEquals(0, child.exitCode());
            return lines;
        }
    }
}
