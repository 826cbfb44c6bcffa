package org.braid.launch.pool;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A cache directory that several hosts share: a number of a process means something in its own place only. */
class PoolDirectoryTest {
    private static final Path ROOT = Path.of("/cache/pools");

    @Test
    void aPoolIsKeptWhereItsKeeperLives() throws IOException {
        Path own = PoolDirectory.own(ROOT);
        assertTrue(PoolDirectory.isHere(own));
        assertTrue(PoolDirectory.isKept(own));
    }

    @Test
    void aPoolOfAnotherPlaceIsNotLookedAt() throws IOException {
        String name = PoolDirectory.own(ROOT).getFileName().toString();
        assertFalse(PoolDirectory.isHere(ROOT.resolve(name + "0")));
    }

    @Test
    void whatNoKeeperHasMadeIsNobodysButOurs() throws IOException {
        assertTrue(PoolDirectory.isHere(ROOT.resolve("1-x")));
        assertFalse(PoolDirectory.isKept(ROOT.resolve("1-x")));
    }
}
