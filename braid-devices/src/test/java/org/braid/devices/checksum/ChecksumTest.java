package org.braid.devices.checksum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.braid.devices.ChainPair;
import org.braid.devices.Payloads;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    /** Sends one payload, and brings what the damage makes of it. */
    private static void assertRefused(byte[] payload, UnaryOperator<Frame> damage, String why) {
        ChainPair pair = new ChainPair("checksum");
        pair.send(payload);
        pair.bring(damage.apply(pair.below.getFirst()));
        String refusal = pair.receiving.refusal();
        assertNotNull(refusal);
        assertTrue(refusal.contains(why), refusal);
        assertEquals(0, pair.receiving.delivered());
        assertEquals(1, pair.handBack().size());
    }

    private static Frame flipped(Frame frame, int bit) {
        byte[] bytes = ChainPair.bytes(frame);
        bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
        return frame.with(bytes, 0, frame.length());
    }

    @Test
    void everySingleBitOfPayloadAndSumCounts() {
        byte[] payload = Payloads.noise(new SplittableRandom(1), 20);
        for (int bit = 0; bit < 8 * (payload.length + ChecksumEnd.SUM_BYTES); bit++) {
            int wrong = bit;
            assertRefused(payload, frame -> flipped(frame, wrong), "its checksum is wrong");
        }
    }

    @Test
    void everyWordOfTheHeaderCounts() {
        byte[] payload = {1, 2, 3};
        int[] at = new int[1];
        for (at[0] = 0; at[0] < 8; at[0]++) {
            assertRefused(payload, f -> {
                int[] h = {f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3()};
                h[at[0]] ^= 4;
                return new Frame(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], f.base(), f.offset(), f.length());
            }, "its checksum is wrong");
        }
    }

    @Test
    void everyTruncationIsRefused() {
        for (int length : new int[] {0, 1, 3, 40, 5000}) {
            byte[] payload = Payloads.noise(new SplittableRandom(length), length);
            for (int rest : new int[] {0, 1, 3, 4, length / 2, length + 3}) {
                if (rest < length + ChecksumEnd.SUM_BYTES) {
                    assertRefused(payload, f -> f.with(f.base(), 0, rest), rest < ChecksumEnd.SUM_BYTES ? "a checksum has 4" : "is wrong");
                }
            }
        }
    }

    @Test
    void whatIsLongerThanItWasIsRefused() {
        assertRefused(new byte[10], f -> f.with(Arrays.copyOf(ChainPair.bytes(f), 15), 0, 15), "is wrong");
    }

    @Test
    void theSumOfLongNativeMemoryIsThatOfTheHeap() {
        ChainPair pair = new ChainPair("checksum");
        byte[] payload = Payloads.noise(new SplittableRandom(3), 100_000);
        pair.send(payload); // summed on the heap, checked in native memory
        pair.carry();
        assertEquals(1, pair.receiving.delivered());
        assertEquals(1, ChainPair.counter(pair.receiving.counters(), "frames checked"));
        assertEquals(0, ChainPair.counter(pair.receiving.counters(), "frames damaged"));
    }
}
