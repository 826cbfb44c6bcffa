package org.braid.boot.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoreLayoutTest {
    private static CoreLayout again(CoreLayout layout) {
        ByteBuffer bytes = ByteBuffer.allocate(layout.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        layout.put(bytes);
        assertFalse(bytes.hasRemaining());
        return CoreLayout.read(bytes.flip());
    }

    @Test
    void aShareIsInThePackageAndBehindTheCacheThatAllItsCoresAre() {
        CoreLayout layout = CoreLayout.of(new int[] {0, 0, 0, 0, 8, 8, 8, 8}, new int[] {0, 0, 2, 2, 8, 8, 10, 10});
        assertEquals(new Part(0, 0), layout.share(0, 4));
        assertEquals(new Part(0, 1), layout.share(1, 4));
        assertEquals(new Part(1, 1), layout.share(7, 8));
        assertEquals(new Part(1, -1), layout.share(1, 2));
        assertEquals(Part.NONE, layout.share(1, 3), "cores 2 to 4");
        assertEquals(Part.NONE, layout.share(0, 9), "more than cores: none is bound");
    }

    /** Of two threads of a core Linux numbers the second ones behind all first ones. */
    @Test
    void coresOfOnePackageNeedNotFollowEachOther() {
        CoreLayout layout = CoreLayout.of(new int[] {0, 0, 2, 2, 0, 0, 2, 2}, new int[] {-1, -1, -1, -1, -1, -1, -1, -1});
        assertEquals(new Part(0, -1), layout.share(2, 4));
        assertEquals(new Part(1, -1), layout.share(3, 4));
        assertEquals(Part.NONE, layout.share(0, 2));
    }

    @Test
    void whatASystemDoesNotSayIsUnknown() {
        CoreLayout layout = CoreLayout.of(new int[] {-1, -1, -1}, new int[] {5, 5, 9});
        assertEquals(new Part(-1, 0), layout.share(1, 3));
        assertEquals(new Part(-1, 1), layout.share(2, 3));
        assertEquals(Part.NONE, CoreLayout.of(new int[] {-1}, new int[] {-1}).share(0, 1));
        assertEquals(Part.NONE, CoreLayout.NONE.share(0, 1));
    }

    @Test
    void whatIsWrittenIsRead() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int cores = random.nextInt(200);
            int[] sockets = new int[cores];
            int[] caches = new int[cores];
            for (int core = 0; core < cores; core++) {
                sockets[core] = random.nextInt(4) - 1;
                caches[core] = sockets[core] * 10 + random.nextInt(4) - 1;
            }
            CoreLayout layout = CoreLayout.of(sockets, caches);
            CoreLayout read = again(layout);
            for (int process = 0; process < cores; process++) {
                assertEquals(layout.share(process, cores), read.share(process, cores), "new Random(" + seed + ")");
            }
        }
    }

    /** Neither more cores than a host has, nor a place that ends too early. */
    @Test
    void moreThanCanBeToldIsNothing() {
        int[] alternating = new int[600];
        for (int core = 0; core < alternating.length; core++) {
            alternating[core] = core % 2;
        }
        assertEquals(1, CoreLayout.of(alternating, alternating).bytes());
        for (byte[] damaged : new byte[][] {{}, {1}, {1, 1, 0, 0}, {1, 0, 0, 0, 0}, {2, -1, -1, 0, 0, 1, 0, 0, 0}}) {
            assertThrows(IllegalArgumentException.class, () -> CoreLayout.read(ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN)));
        }
    }
}
