package org.braid.devices.lz4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.MethodExpression;
import org.braid.devices.ChainPair;
import org.braid.devices.Payloads;
import org.braid.link.chain.Devices;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Lz4Test {
    private static final int CHAINED_RSR = FrameKind.RSR | FrameKind.CHAINED;

    @Test
    void whatBecomesShorterGoesCompressedAndNoiseGoesAsItIs() {
        ChainPair pair = new ChainPair("lz4");
        pair.send(new byte[20_000]);
        assertTrue(pair.below.getLast().length() < 200);
        pair.send(Payloads.text(new SplittableRandom(1), 20_000));
        assertTrue(pair.below.getLast().length() < 10_000);
        pair.send(Payloads.noise(new SplittableRandom(1), 20_000));
        assertEquals(20_000 + Lz4End.HEADER_BYTES, pair.below.getLast().length());
        pair.send(new byte[0]);
        assertEquals(0, pair.below.getLast().length(), "an empty payload stays empty");
        assertEquals(60_000, ChainPair.counter(pair.sending.counters(), "bytes above"));
        assertEquals(1, ChainPair.counter(pair.sending.counters(), "frames not compressed"));
        assertTrue(ChainPair.counter(pair.sending.counters(), "bytes below") < 31_000);
    }

    @Test
    void aHigherLevelFindsWhatIsSmaller() {
        byte[] text = Payloads.text(new SplittableRandom(5), 60_000);
        int[] lengths = new int[3];
        for (int i = 0; i < 3; i++) {
            ChainPair pair = new ChainPair("lz4(level=" + new int[] {1, 2, 12}[i] + ")");
            pair.send(text);
            lengths[i] = pair.below.getFirst().length();
        }
        assertTrue(lengths[2] <= lengths[1] && lengths[1] < lengths[0], () -> lengths[0] + ", " + lengths[1] + ", " + lengths[2]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lz4(level=0)", "lz4(level=18)", "lz4(level=fast)", "lz4(0)", "lz4(speed=1)"})
    void aLevelThatDoesNotExistIsRefused(String device) {
        Devices devices = new Devices();
        assertThrows(BraidException.class, () -> devices.check(MethodExpression.parse(device + "+tcp"), DeliveryClass.ORDERED));
        devices.check(MethodExpression.parse("lz4(9)+tcp"), DeliveryClass.ORDERED);
    }

    private static Frame frame(int... bytes) {
        byte[] payload = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            payload[i] = (byte) bytes[i];
        }
        return new Frame(CHAINED_RSR, 0, 0, 0, 0, 0, 0, 0, payload, 0, payload.length);
    }

    private static void assertRefused(Frame hostile, String why) {
        ChainPair pair = new ChainPair("lz4");
        pair.bring(hostile);
        String refusal = pair.receiving.refusal();
        assertNotNull(refusal);
        assertTrue(refusal.contains(why), refusal);
        assertEquals(0, pair.receiving.delivered());
    }

    @Test
    void hostileHeadersAreRefusedBeforeMemoryIsFoundForWhatTheySay() {
        assertRefused(frame(1), "header has 4");
        assertRefused(frame(0, 0, 0, 0), "header has 4");
        assertRefused(frame(2, 1, 0, 0, 7), "means nothing");
        assertRefused(frame(-1, 1, 0, 0, 7), "means nothing");
        assertRefused(frame(0, 2, 0, 0, 7), "2 bytes, and there are 1");
        assertRefused(frame(0, 0, 0, 0, 7), "0 bytes, and there are 1");
        assertRefused(frame(1, 255, 255, 255, 7, 7), "cannot stand for");
        assertRefused(frame(1, 1, 0, 16, 7), "cannot stand for");
        assertRefused(frame(1, 0, 4, 0, 0), "cannot stand for");
    }

    @Test
    void hostileBlocksAreRefused() {
        assertRefused(frame(1, 5, 0, 0, 0x50, 1, 2, 3), "no LZ4 block"); // literals beyond the end
        assertRefused(frame(1, 30, 0, 0, 0x1F, 1, 0, 0, 0), "no LZ4 block"); // a match at distance 0
        assertRefused(frame(1, 30, 0, 0, 0x1F, 1, 9, 0, 0, 0), "no LZ4 block"); // a match before the beginning
        assertRefused(frame(1, 2, 0, 0, 0x10, 1), "no LZ4 block"); // one byte, where two were announced
        assertRefused(frame(1, 1, 0, 0, 0x20, 1, 2), "no LZ4 block"); // two, where one was
        assertRefused(frame(1, 0, 0, 0, 0x10, 1), "no LZ4 block");
        assertRefused(frame(1, 200, 0, 0, 0xF0, 255, 255, 255, 255), "no LZ4 block"); // a length without an end
    }

    @Test
    void everyTruncationOfABlockIsRefused() {
        ChainPair sender = new ChainPair("lz4");
        sender.send(Payloads.text(new SplittableRandom(9), 500));
        Frame whole = sender.below.getFirst();
        for (int rest = 1; rest < whole.length(); rest++) {
            ChainPair pair = new ChainPair("lz4");
            pair.bring(whole.with(whole.base(), 0, rest));
            assertNotNull(pair.receiving.refusal(), "accepted " + rest + " of " + whole.length());
        }
    }

    @Test
    void whateverComesIsRefusedOrHasTheLengthThatItSays() {
        SplittableRandom random = new SplittableRandom(11);
        ChainPair sender = new ChainPair("lz4");
        sender.send(Payloads.text(random, 300));
        byte[] whole = ChainPair.bytes(sender.below.getFirst());
        int accepted = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            accepted += Lz4Decoder.survive(bytes) ? 1 : 0;
        }
        assertTrue(accepted > 0 && accepted < 20_000, "accepted " + accepted);
        assertFalse(Lz4Decoder.survive(new byte[] {1, 2, 3}));
    }
}
