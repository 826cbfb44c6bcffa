package org.braid.mpi.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.braid.mpi.window.layout.Layout;
import org.junit.jupiter.api.Test;

/** Attached memory is found by its displacement, whole or not at all. */
class AttachmentsTest {
    private final Attachments attachments = new Attachments();
    private final byte[] first = new byte[100];
    private final byte[] second = new byte[10];

    @Test
    void everyByteIsFoundWhereItWasAttachedAndNoByteBeside() {
        long one = attachments.attach(first, 100, false);
        long two = attachments.attach(second, 10, false);
        for (long at = -5; at < two + 70; at++) {
            for (int bytes = 1; bytes < 12; bytes++) {
                Exposure.Spot spot = attachments.find(at, Layout.of(bytes));
                boolean inFirst = at >= one && at + bytes <= one + 100;
                boolean inSecond = at >= two && at + bytes <= two + 10;
                assertEquals(inFirst || inSecond, spot != null, "at " + at);
                if (spot != null) {
                    assertTrue(spot.base() == (inFirst ? first : second));
                    assertEquals(at - (inFirst ? one : two), spot.offset());
                }
            }
        }
    }

    @Test
    void aDisplacementIsNotUsedAgainUntilAllAreUsedUp() {
        long before = attachments.attach(first, 100, false);
        attachments.detach(before);
        assertNull(attachments.find(before, Layout.of(1)));
        assertTrue(attachments.attach(first, 100, false) > before);
        byte[] large = new byte[1];
        long room = attachments.attach(large, Integer.MAX_VALUE - 400, false);
        assertTrue(room > 0);
        assertTrue(attachments.attach(second, 10, false) > room); // what is left behind it
        assertEquals(before, attachments.attach(second, 10, false)); // and the gap
        assertEquals(-1, attachments.attach(new byte[1], Integer.MAX_VALUE - 1000, false));
    }

    @Test
    void farDisplacementsAreLongsAndTakeNoneOfThoseThatIntsTell() {
        long far = attachments.attach(first, 1L << 40, true); // the length is believed
        assertTrue(far > Integer.MAX_VALUE);
        assertEquals(0, attachments.attach(second, 10, false));
        assertNotNull(attachments.find(far, Layout.of(1L << 40)));
        assertNull(attachments.find(far, Layout.of((1L << 40) + 1)));
        assertTrue(attachments.attach(second, 10, true) >= far + (1L << 40));
        assertEquals(-1, attachments.attach(second, Layout.FARTHEST_BYTES, true));
    }

    @Test
    void memoryIsKnownByWhatItIsAndNotByWhatShowsIt() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        long displacement = attachments.attach(buffer, 64, false);
        assertEquals(displacement, attachments.displacement(buffer.duplicate()));
        assertTrue(attachments.overlaps(buffer.slice(32, 8), 8));
        assertEquals(-1, attachments.displacement(buffer.slice(32, 8)));
        assertNotNull(attachments.find(displacement, Layout.of(64)));
    }
}
