package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NativeAccessTest {
    private static final String WHY_NOT = "native access is not enabled; start java with --enable-native-access=ALL-UNNAMED";

    @Test
    void withNativeAccessEverythingIsBound() throws IOException {
        assertEquals(List.of("futex true membarrier true cross true", "", "8", "6"), facts("--enable-native-access=ALL-UNNAMED"));
    }

    @Test
    void whereNativeAccessIsDeniedTheFallbacksWorkAndSayWhy() throws IOException {
        assertEquals(List.of("futex false membarrier false cross false", WHY_NOT, "-" + CrossMemory.ENOSYS, "6"),
                facts("--illegal-native-access=deny"));
    }

    /** In the JDK's default mode a native call would work, but print a warning into the user's program. */
    @Test
    void withoutAnyOptionTheFallbacksWorkAndNothingIsPrinted() throws IOException {
        assertEquals(List.of("futex false membarrier false cross false", WHY_NOT, "-" + CrossMemory.ENOSYS, "6"), facts());
    }

    @Test
    void theForeignFunctionInterfaceIsNotTouchedBeforeItsFirstUse() throws IOException {
        List<String> loaded = facts("-Xlog:class+load");
        assertTrue(loaded.stream().anyMatch(line -> line.contains(" org.braid.base.os.Futex ")));
        assertEquals(List.of(), loaded.stream().filter(line -> line.contains("abi.AbstractLinker")
                || line.contains("abi.DowncallLinker")).toList());
    }

    private static List<String> facts(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        all.addAll(List.of(options));
        try (ChildJvm child = ChildJvm.startMergingErrors(NativePeer.class, all, "facts")) {
            List<String> lines = child.lines();
            assertEquals(0, child.exitCode(), lines::toString);
            return lines;
        }
    }
}
