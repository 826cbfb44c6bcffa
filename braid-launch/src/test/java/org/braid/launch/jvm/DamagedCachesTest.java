package org.braid.launch.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which caches are damaged, and whose end has them looked at. */
class DamagedCachesTest {
    private static final int BYTES = 200_000;

    @TempDir Path directory = Path.of("");

    private Path sealed(String name) throws IOException {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8));
        }
        Path cache = Files.write(directory.resolve(name), bytes);
        Files.writeString(CacheSeal.of(cache), CacheSeal.text(cache));
        return cache;
    }

    @Test
    void endsThatAProgramHasItselfOrSomebodyElseHasWantedAreNoCaches() {
        for (int code : new int[] {0, 2, 6, 11, 96, 130, 137, 143}) {
            assertFalse(DamagedCache.mayEndWith(code), "code " + code);
        }
        for (int code : new int[] {1, 96, 134, 135, 139}) {
            assertTrue(DamagedCache.mayEndWith(code, 96), "code " + code);
        }
    }

    @Test
    void oneThatIsAsItWasMadeIsNot() throws IOException {
        assertFalse(DamagedCache.isAt(sealed("rank-1-25.aot")));
        assertFalse(DamagedCache.isAt(directory.resolve("never-there-25.aot")));
    }

    /** The first is what the JVM of 25 refuses with code 1 at each start: a page of zeros, which no signal tells of. */
    @Test
    void oneThatIsWrongInAnyByteCutOrWithoutASealIs() throws IOException {
        Path cache = sealed("rank-1-25.aot");
        byte[] whole = Files.readAllBytes(cache);
        byte[] zeros = whole.clone();
        Arrays.fill(zeros, BYTES / 2, BYTES / 2 + 4096, (byte) 0);
        byte[] bit = whole.clone();
        bit[BYTES - 1] ^= 1;
        for (byte[] damaged : List.of(zeros, bit, Arrays.copyOf(whole, BYTES - 1), Arrays.copyOf(whole, BYTES + 1), new byte[0])) {
            Files.write(cache, damaged);
            assertTrue(DamagedCache.isAt(cache));
        }
        Files.write(cache, whole);
        assertFalse(DamagedCache.isAt(cache));
        Files.writeString(CacheSeal.of(cache), "garbage");
        assertTrue(DamagedCache.isAt(cache));
        Files.delete(CacheSeal.of(cache));
        assertTrue(DamagedCache.isAt(cache));
    }

    @Test
    void ofADirectoryOnlyCachesOfTheScriptsAreLookedAt() throws IOException {
        Path whole = sealed("rank-1-25.aot");
        Path damaged = sealed("wide-1-25.aot");
        Files.writeString(damaged, "no cache");
        Path other = Files.writeString(directory.resolve("users.aot"), "");
        assertEquals(List.of(damaged), DamagedCache.in(directory));
        assertTrue(DamagedCache.remove(damaged));
        assertFalse(DamagedCache.remove(damaged));
        assertEquals(List.of(), DamagedCache.in(directory));
        assertTrue(Files.exists(whole) && Files.exists(other));
        assertEquals(List.of(), DamagedCache.in(directory.resolve("nowhere")));
    }

    /** As in a place where nothing can be written, which whoever tests as the system's user cannot make. */
    @Test
    void oneThatCannotBeRemovedStopsNobody() throws IOException {
        Path full = Files.createDirectory(directory.resolve("full"));
        Path inside = Files.writeString(full.resolve("file"), "");
        assertTrue(DamagedCache.isAt(full));
        assertFalse(DamagedCache.remove(full));
        assertTrue(Files.exists(inside));
    }
}
