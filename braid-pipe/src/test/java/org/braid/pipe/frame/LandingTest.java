package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.pipe.log.ReceiveCount;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Long payloads that are read straight to where they belong, and small frames between them. */
class LandingTest {
    private static final int DATA_BYTES = 3 << 20;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Puts fragments together, in order, as the link layer does. */
    private static final class Whole implements FrameSink {
        final ByteBuffer data = ByteBuffer.allocateDirect(DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer view = data.duplicate();
        int here;
        int landed;
        boolean wrong;

        @Override
        public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
            return a0 == here && length <= DATA_BYTES - here ? view.limit(here + length).position(here) : null;
        }

        @Override
        public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
            wrong |= a0 != here;
            here += length;
            landed++;
        }

        @Override
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            if (kind != FrameKind.FRAGMENT) {
                return;
            }
            wrong |= a0 != here;
            if (a0 == here) {
                MemorySegment.copy(segment, offset, MemorySegment.ofBuffer(data), here, length);
                here += length;
            }
        }

        @Override
        public void ended(Throwable cause) {
            wrong = true;
        }
    }

    private static final class Deaf implements FrameReader.Control {
        @Override
        public void ping(long nowNs) {}

        @Override
        public void bye(long lastNumber, int how, long nowNs) {}
    }

    @Test
    void fragmentsInPiecesOfAnySizeLandWhole() {
        for (int most : new int[] {100, 5000, 70_000, 1 << 20}) {
            Whole sink = new Whole();
            ByteBuffer data = noise();
            assertTrue(feed(new FrameReader(sink, ReceiveCount.withDefaults(), new LaneCounts(), new Deaf()), stream(data), most) >= 0);
            check(sink, data);
            assertTrue(sink.landed > 0, "pieces of up to " + most);
        }
    }

    @Test
    void aChangedBitNeverCompletesAFragment() {
        for (int i = 0; i < 60; i++) {
            Whole sink = new Whole();
            ByteBuffer data = noise();
            ByteBuffer bytes = stream(data);
            int at = random.nextInt(bytes.limit());
            bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
            feed(new FrameReader(sink, ReceiveCount.withDefaults(), new LaneCounts(), new Deaf()), bytes, 50_000);
            int here = sink.here;
            assertEquals(data.slice(0, here), sink.data.slice(0, here), () -> "replay with -Dbraid.seed=" + seed);
        }
    }

    /** Its user has it back, and may have put something else there. */
    @Test
    void whatNobodyWaitsForAnyMoreIsNotWrittenToItsMemory() {
        Whole sink = new Whole();
        FrameReader reader = new FrameReader(sink, ReceiveCount.withDefaults(), new LaneCounts(), new Deaf());
        ByteBuffer bytes = oneFragment();
        assertEquals(0, feed(reader, bytes.slice(0, 40_000), 40_000));
        sink.here = DATA_BYTES; // given up
        for (int i = 0; i < DATA_BYTES; i++) {
            sink.data.put(i, (byte) 7);
        }
        assertEquals(FrameReader.LANDING_GONE, feed(reader, bytes.slice(40_000, bytes.limit() - 40_000), 40_000));
        for (int i = 0; i < DATA_BYTES; i++) {
            assertEquals(7, sink.data.get(i));
        }
        reader.reset();
        assertEquals(1, feed(reader, bytes.rewind(), 1 << 20), "it comes again, and goes nowhere");
        assertEquals(0, sink.landed);
    }

    @Test
    void memoryThatIsClosedWhileAPayloadLandsCostsTheConnectionAndNotEveryPoll() {
        Whole sink = new Whole();
        Arena arena = Arena.ofShared();
        sink.view = arena.allocate(DATA_BYTES).asByteBuffer();
        FrameReader reader = new FrameReader(sink, ReceiveCount.withDefaults(), new LaneCounts(), new Deaf());
        ByteBuffer bytes = oneFragment();
        assertEquals(0, feed(reader, bytes.slice(0, 40_000), 40_000));
        arena.close();
        assertTrue(reader.hasLostItsLanding(), "a connection that can't read into it asks");
        reader.reset();
        assertEquals(1, feed(reader, bytes.rewind(), 1 << 20), "it comes again, by the reader's own memory");
        assertEquals(0, sink.landed);
        assertEquals(200_000, sink.here);
    }

    private ByteBuffer oneFragment() {
        ByteBuffer bytes = ByteBuffer.allocate(PipeFrame.HEADER_BYTES + 200_000).order(ByteOrder.LITTLE_ENDIAN);
        put(bytes, FrameKind.FRAGMENT, 0, noise().slice(0, 200_000));
        return bytes.flip();
    }

    private void check(Whole sink, ByteBuffer data) {
        assertEquals(DATA_BYTES, sink.here);
        assertEquals(data, sink.data, () -> "replay with -Dbraid.seed=" + seed);
        assertTrue(!sink.wrong, () -> "replay with -Dbraid.seed=" + seed);
    }

    private ByteBuffer noise() {
        ByteBuffer data = ByteBuffer.allocateDirect(DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < DATA_BYTES; i += 8) {
            data.putLong(i, random.nextLong());
        }
        return data;
    }

    /** The data in fragments of mixed sizes, with requests between some. */
    private ByteBuffer stream(ByteBuffer data) {
        ByteBuffer bytes = ByteBuffer.allocate(DATA_BYTES + 100_000).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < DATA_BYTES; ) {
            int length = Math.min(random.nextInt(4) == 0 ? 1 + random.nextInt(5000) : 60_000 + random.nextInt(200_000), DATA_BYTES - at);
            put(bytes, FrameKind.FRAGMENT, at, data.slice(at, length));
            at += length;
            if (random.nextBoolean()) {
                put(bytes, FrameKind.RSR, 0, ByteBuffer.allocate(random.nextInt(50)));
            }
        }
        return bytes.flip();
    }

    private static void put(ByteBuffer to, int kind, int a0, ByteBuffer payload) {
        int at = to.position();
        to.putInt(FrameHeader.word0(payload.remaining(), kind)).putInt(7).putInt(3).putInt(300);
        to.putInt(a0).putInt(0).putInt(0).putInt(0).putInt(0).putInt(0).put(payload);
        int end = to.position();
        to.putInt(at + PipeFrame.CRC_AT, PipeFrame.sum(new CRC32C(), to.duplicate(), at, end - at));
    }

    /** As a socket does: fills the target first, then the buffer. */
    private int feed(FrameReader to, ByteBuffer bytes, int most) {
        int result = 0;
        while (bytes.hasRemaining() && result >= 0) {
            ByteBuffer[] rooms = to.rooms();
            ByteBuffer[] into = rooms == null ? new ByteBuffer[] {to.room()} : rooms;
            int left = Math.min(bytes.remaining(), 1 + random.nextInt(most));
            for (ByteBuffer room : into) {
                int take = Math.min(left, room.remaining());
                byte[] part = new byte[take];
                bytes.get(part);
                room.put(part);
                left -= take;
            }
            result = to.parse(0);
        }
        return result;
    }
}
