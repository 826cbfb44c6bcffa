package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's memory that cannot be read costs the message that it was for. All others arrive as if that one had never been offered, wherever in the ring it would have lain. */
class RefusedMemoryInRingTest implements FrameSink {
    private static final int CAPACITY = 1 << 15;
    private static final int PAGE = 4096;

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final RingProducer producer = new RingProducer(memory, 0, CAPACITY);
    private final RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, this);
    private final MemorySegment closed = closed();
    private final List<Integer> tags = new ArrayList<>();
    private final List<Integer> expected = new ArrayList<>();

    @Override
    public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        tags.add(a1);
    }

    @Override
    public void ended(Throwable cause) {
        throw new AssertionError(cause);
    }

    @Test
    void theMessageThatIsOfferedAgainHasItsOwnTag() {
        send(1, 8);
        refused(2, 8);
        send(2, 8);
        assertArrived();
    }

    @Test
    void soHasEveryOtherOneForAllLengthsAndPlacesInALine() {
        int tag = 0;
        for (int before = 0; before <= 70; before++) {
            for (int length : new int[] {1, 8, 30, 57, 58, 59, 600}) {
                send(++tag, before);
                refused(tag + 1, length);
                send(tag, 3);
                refused(tag + 1, length);
                send(++tag, length);
                assertArrived();
            }
        }
    }

    @Test
    void aRecordThatWasWrittenInPartIsNoRecord(@TempDir Path folder) throws IOException {
        MemorySegment shrunk = shrunk(folder.resolve("shrunk"));
        for (int tag = 1; tag < 200; tag++) {
            assertThrows(Throwable.class, () -> offer(9, shrunk, 2 * PAGE - 100));
            send(tag, tag % 90);
            assertArrived();
        }
    }

    private void send(int tag, int length) {
        assertEquals(Lane.TAKEN, offer(tag, new byte[length], length));
        expected.add(tag);
    }

    private void refused(int tag, int length) {
        assertEquals(ErrorCode.MEMORY_UNSUITABLE, assertThrows(BraidException.class, () -> offer(tag, closed, length)).code());
    }

    private int offer(int tag, Object from, int length) {
        return producer.offer(FrameKind.RSR, 5, 3, 300, 1, tag, 2, 4, from, 0, length);
    }

    private void assertArrived() {
        for (int done = consumer.poll(64); done != 0; done = consumer.poll(64)) {
            assertEquals(1, Integer.signum(done), "the ring makes sense");
        }
        assertEquals(expected, tags);
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(1024);
        }
    }

    /** A file of two pages full of ones, mapped and cut to one: its first page can be read, the second can't. */
    private static MemorySegment shrunk(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            byte[] ones = new byte[2 * PAGE];
            Arrays.fill(ones, (byte) 1);
            channel.write(ByteBuffer.wrap(ones));
            MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, 2 * PAGE, Arena.ofAuto());
            channel.truncate(PAGE);
            return mapped;
        }
    }
}
