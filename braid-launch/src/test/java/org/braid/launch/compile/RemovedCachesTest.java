package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which ends of a JVM cost it its caches. */
class RemovedCachesTest {
    @TempDir Path directory = Path.of("");

    @Test
    void endsThatAreNoFaultOfTheJvmsLeaveThemAlone() throws Exception {
        Path cache = Files.writeString(directory.resolve("cache"), "");
        for (int code : new int[] {0, 1, 6, 11, 130, 137, 143}) {
            assertFalse(DamagedCache.remove(code, List.of(cache.toString())), "code " + code);
        }
        assertTrue(Files.exists(cache));
    }

    @Test
    void abortsAndBadAddressesRemoveAllThatThereAre() throws Exception {
        for (int code : new int[] {134, 135, 139}) {
            Path cache = Files.writeString(directory.resolve("cache"), "");
            assertTrue(DamagedCache.remove(code, List.of(directory.resolve("never there").toString(), cache.toString())), "code " + code);
            assertFalse(Files.exists(cache));
            assertFalse(DamagedCache.remove(code, List.of(cache.toString())));
        }
    }

    /** As in a place where nothing can be written, which whoever tests as the system's user cannot make. */
    @Test
    void oneThatCannotBeRemovedStopsNobody() throws Exception {
        Path full = Files.createDirectory(directory.resolve("full"));
        Path inside = Files.writeString(full.resolve("file"), "");
        assertFalse(DamagedCache.remove(134, List.of(full.toString())));
        assertTrue(Files.exists(inside));
    }
}
