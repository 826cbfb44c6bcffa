package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.log.ReceiveCount;
import org.junit.jupiter.api.Test;

/** Frames out of bytes, however the bytes come; and nothing out of bytes that were changed. */
class FrameReaderTest {
    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Ledger ledger = new Ledger();
    private final ReceiveCount count = ReceiveCount.withDefaults();
    private final LaneCounts counts = new LaneCounts();
    private final Said said = new Said();
    private final FrameReader reader = new FrameReader(ledger, count, counts, said);

    private static final class Said implements FrameReader.Control {
        int pings;
        long bye = -1;

        @Override
        public void ping(long nowNs) {
            pings++;
        }

        @Override
        public void bye(long lastNumber, int how, long nowNs) {
            bye = lastNumber;
        }
    }

    @Test
    void framesInPiecesOfAnySizeComeOutWhole() {
        for (int piece : new int[] {1, 2, 3, 7, 39, 40, 41, 100, 4096, 1 << 20}) {
            Ledger fresh = new Ledger();
            FrameReader of = new FrameReader(fresh, ReceiveCount.withDefaults(), counts, said);
            feed(of, stream(60, 300), piece);
            assertEquals(60, fresh.received(), "pieces of " + piece);
            assertNull(fresh.violation());
        }
    }

    @Test
    void aFrameLongerThanTheBufferMakesItGrow() {
        feed(reader, stream(3, 1 << 20), 50_000);
        assertEquals(3, ledger.received());
        assertNull(ledger.violation());
    }

    @Test
    void aFrameForWhichThereIsNoMemoryWaitsForIt() {
        boolean[] isScarce = {false};
        FrameReader of = new FrameReader(ledger, count, counts, said, bytes -> {
            if (isScarce[0]) {
                throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
            }
            return DirectMemory.buffer(bytes);
        });
        isScarce[0] = true;
        ByteBuffer bytes = stream(3, 100_000);
        while (of.hasRoom(0)) {
            assertEquals(0, feedOnce(of, bytes, 50_000));
        }
        assertFalse(of.hasRoom(0));
        of.mayWaitForMemory(0);
        assertFalse(of.hasRoom(Scarcity.PATIENCE_NS));
        assertThrows(BraidException.class, () -> of.mayWaitForMemory(Scarcity.PATIENCE_NS), "whoever polls is told");
        assertFalse(of.hasRoom(Scarcity.PATIENCE_NS + 1));
        of.mayWaitForMemory(Scarcity.PATIENCE_NS + 1); // not again at once
        isScarce[0] = false;
        assertTrue(of.hasRoom(Scarcity.PATIENCE_NS + 2));
        feed(of, bytes, 50_000);
        assertEquals(3, ledger.received());
        assertNull(ledger.violation());
    }

    @Test
    void aFrameOverWhichItsReceiverThrowsHasComeAndThoseBehindItWait() {
        int[] seen = {0};
        FrameReader of = new FrameReader(
                new FrameSink() {
                    @Override
                    public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                        if (seen[0]++ % 2 == 0) {
                            throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
                        }
                    }

                    @Override
                    public void ended(Throwable cause) {}
                },
                count, counts, said);
        ByteBuffer bytes = stream(6, 40);
        of.room().put(bytes);
        assertThrows(BraidException.class, () -> of.parse(0));
        for (int thrown = 2; thrown <= 3; thrown++) {
            assertTrue(of.isInterrupted());
            assertThrows(BraidException.class, () -> of.goOn(0));
        }
        assertEquals(1, of.goOn(0));
        assertFalse(of.isInterrupted());
        assertEquals(6, count.expected());
    }

    @Test
    void framesWithoutANumberAreObeyedAndNotCounted() {
        ByteBuffer bytes = buffer(200);
        put(bytes, FrameKind.PING, 0, 5, 0, new byte[0]);
        put(bytes, FrameKind.ACK, 0, 6, 0, new byte[0]);
        put(bytes, FrameKind.BYE, 0, 7, 42, new byte[0]);
        feed(reader, bytes.flip(), 1000);
        assertEquals(1, said.pings);
        assertEquals(42, said.bye);
        assertEquals(7, counts.accepted());
        assertEquals(0, count.expected());
    }

    @Test
    void unknownKindsAndImpossibleLengthsAreRefusedFromTheHeaderAlone() {
        assertEquals(FrameReader.BAD_KIND, parse(header(0)));
        for (int kind : new int[] {FrameKind.PAD, FrameKind.REPEAT, FrameKind.LAST + 1, 31, 32, 33, 64, 255}) {
            assertEquals(FrameReader.BAD_KIND, parse(header(FrameHeader.word0(8, kind))), "kind " + kind);
        }
        assertEquals(FrameReader.BAD_LENGTH, parse(header(FrameHeader.word0((1 << 20) + 1, FrameKind.RSR))));
        assertEquals(FrameReader.BAD_LENGTH, parse(header(FrameHeader.word0(0xFFFFFF, FrameKind.FRAGMENT))));
        assertEquals(FrameReader.BAD_LENGTH, parse(header(FrameHeader.word0(1, FrameKind.ACK))));
    }

    @Test
    void anyChangedBitIsFoundBeforeAnythingIsHandedUp() {
        for (int i = 0; i < 1_000; i++) {
            Ledger fresh = new Ledger();
            FrameReader of = new FrameReader(fresh, ReceiveCount.withDefaults(), counts, said);
            ByteBuffer bytes = stream(1 + random.nextInt(3), 64);
            int at = random.nextInt(bytes.limit());
            bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
            feed(of, bytes, 1 << 20);
            assertNull(fresh.violation(), () -> "replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void noiseNeverThrowsAndNeverBecomesAFrame() {
        for (int i = 0; i < 1_000; i++) {
            Ledger fresh = new Ledger();
            FrameReader of = new FrameReader(fresh, ReceiveCount.withDefaults(), counts, said);
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            if (noise.length > 0 && random.nextBoolean()) {
                noise[0] = (byte) (1 + random.nextInt(FrameKind.LAST));
            }
            feed(of, ByteBuffer.wrap(noise), 1 + random.nextInt(100));
            assertEquals(0, fresh.received(), () -> "replay with -Dbraid.seed=" + seed);
        }
    }

    @Test
    void acknowledgementsWidenToTheNearestCount() {
        assertEquals(5, PipeFrame.widen(5, 0));
        assertEquals(0x1_0000_0002L, PipeFrame.widen(2, 0xFFFF_FFF0L));
        assertEquals(0xFFFF_FFF0L, PipeFrame.widen(0xFFFF_FFF0, 0x1_0000_0002L));
        assertEquals(0x7_0000_0000L, PipeFrame.widen(0, 0x7_0000_0000L));
    }

    // ---- making streams

    private ByteBuffer stream(int frames, int mostBytes) {
        byte[] scratch = new byte[mostBytes + 1];
        ByteBuffer bytes = buffer(frames * (PipeFrame.HEADER_BYTES + mostBytes));
        for (int i = 0; i < frames; i++) {
            int length = mostBytes > 1000 ? mostBytes : random.nextInt(mostBytes + 1);
            Ledger.fill(scratch, i, length);
            put(bytes, FrameKind.RSR, i, 0, 0, Arrays.copyOf(scratch, length));
        }
        return bytes.flip();
    }

    private static void put(ByteBuffer to, int kind, long number, int accepted, long bye, byte[] payload) {
        int at = to.position();
        to.putInt(FrameHeader.word0(payload.length, kind)).putInt(7).putInt(3).putInt(300);
        to.putLong(kind == FrameKind.BYE ? bye : number).putInt(payload.length).putInt(~payload.length).putInt(0).putInt(accepted).put(payload);
        int end = to.position();
        to.putInt(at + PipeFrame.CRC_AT, PipeFrame.sum(new CRC32C(), to.duplicate(), at, end - at));
    }

    private static ByteBuffer header(int word0) {
        return buffer(PipeFrame.HEADER_BYTES).putInt(word0).clear();
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private int parse(ByteBuffer bytes) {
        return feed(new FrameReader(ledger, count, counts, said), bytes, 1 << 20);
    }

    /** Gives the bytes in pieces; stops at the first refusal, as a connection does. */
    private static int feed(FrameReader to, ByteBuffer bytes, int piece) {
        int result = 0;
        while (bytes.hasRemaining() && result >= 0) {
            result = feedOnce(to, bytes, piece);
        }
        return result;
    }

    private static int feedOnce(FrameReader to, ByteBuffer bytes, int piece) {
        ByteBuffer room = to.room();
        assertTrue(room.hasRemaining(), "there is always room");
        int take = Math.min(piece, Math.min(room.remaining(), bytes.remaining()));
        byte[] part = new byte[take];
        bytes.get(part);
        room.put(part);
        return to.parse(0);
    }
}
