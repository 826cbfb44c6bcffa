package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SharedArenaTest {
    private static final long MIB = 1 << 20;

    private final SharedArena arena = new SharedArena(64 * MIB);

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void theArenaGrowsByOneThenSixteenMebibytesThenByNeed() {
        assertEquals(0, arena.totalBytes());
        SharedArena.Block small = arena.allocate(1);
        assertEquals(MIB, arena.totalBytes());
        SharedArena.Block second = arena.allocate(MIB);
        assertEquals(17 * MIB, arena.totalBytes());
        SharedArena.Block large = arena.allocate(40 * MIB);
        assertEquals(57 * MIB + SegmentStamp.BYTES, arena.totalBytes());
        assertEquals(List.of(0, 1, 2), List.of(small.segmentId(), second.segmentId(), large.segmentId()));
        assertEquals(1, arena.allocate(MIB).segmentId(), "the segment with most room is used on");
    }

    @Test
    void aBlockApartMakesTheArenaGrowByNoMoreThanItNeedsAndLeavesTheOthersTheirRoom() {
        arena.allocate(1);
        SharedArena.Block apart = arena.allocateApart(MIB);
        assertEquals(2 * MIB + SegmentStamp.BYTES, arena.totalBytes());
        assertEquals(List.of(1, 0), List.of(apart.segmentId(), arena.allocate(1).segmentId()));
        apart.free();
        assertEquals(1, arena.allocateApart(MIB).segmentId(), "a freed block is used again");
        assertThrows(BraidException.class, () -> arena.allocateApart(65 * MIB));
    }

    @Test
    void blocksAreAlignedZeroAndApart() {
        SplittableRandom random = new SplittableRandom(1);
        Map<Long, Long> taken = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            long bytes = 1 + random.nextLong(1L << random.nextInt(1, 16));
            SharedArena.Block block = arena.allocate(bytes);
            assertTrue(block.bytes() >= bytes && block.bytes() <= Math.max(128, bytes + bytes / 4 + 128));
            MemorySegment memory = block.segment().asSlice(block.offset(), block.bytes());
            assertEquals(0, memory.address() % 128);
            assertEquals(-1, memory.mismatch(zeros(memory.byteSize())));
            memory.fill((byte) i);
            taken.put(memory.address(), memory.byteSize());
        }
        long[] sorted = taken.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        for (int i = 1; i < sorted.length; i++) {
            assertTrue(sorted[i - 1] + taken.getOrDefault(sorted[i - 1], 0L) <= sorted[i]);
        }
    }

    private static MemorySegment zeros(long bytes) {
        return MemorySegment.ofArray(new byte[(int) bytes]);
    }

    @Test
    void aFreedBlockIsUsedAgainAndZeroAgain() {
        SharedArena.Block block = arena.allocate(5000);
        block.segment().asSlice(block.offset(), 5000).fill((byte) 1);
        block.free();
        block.free();
        SharedArena.Block again = arena.allocate(5100);
        SharedArena.Block other = arena.allocate(5100);
        assertEquals(block.offset(), again.offset());
        assertNotEquals(block.offset(), other.offset(), "freeing twice doesn't give the block to two");
        assertEquals(0, again.segment().get(JAVA_BYTE, again.offset()));
    }

    @Test
    void theCapHoldsAndALargerFreedBlockServesWhenItIsReached() {
        SharedArena.Block large = arena.allocate(50 * MIB);
        BraidException refusal = assertThrows(BraidException.class, () -> arena.allocate(15 * MIB));
        assertEquals(ErrorCode.ARENA_FULL, refusal.code());
        large.free();
        assertEquals(large.offset(), arena.allocate(20 * MIB).offset());
        assertTrue(arena.totalBytes() <= 64 * MIB);
        for (long bytes : new long[] {0, -1, 65 * MIB, Long.MAX_VALUE}) {
            assertEquals(ErrorCode.ARENA_FULL, assertThrows(BraidException.class, () -> arena.allocate(bytes)).code());
        }
    }

    @Test
    void everyAddressKnowsItsSegment() {
        List<SharedArena.Block> blocks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            blocks.add(arena.allocate(17 * MIB));
        }
        for (SharedArena.Block block : blocks) {
            int id = block.segmentId();
            long address = arena.address(id);
            assertEquals(block.segment().address(), address);
            assertEquals(id, arena.segmentOf(address + block.offset()));
            assertEquals(id, arena.segmentOf(address + arena.bytes(id) - 1));
            assertNotEquals(id, arena.segmentOf(address - 1));
            assertNotEquals(id, arena.segmentOf(address + arena.bytes(id)));
        }
        assertEquals(-1, arena.segmentOf(0));
        assertEquals(-1, arena.segmentOf(Memory.addressOrZero(ByteBuffer.allocateDirect(8))));
    }

    @Test
    void aPeerReadsABufferThroughTheSegmentItAttached() {
        ByteBuffer buffer = arena.newByteBuffer(100);
        assertEquals(ByteOrder.nativeOrder(), buffer.order());
        assertEquals(100, buffer.capacity());
        buffer.put(99, (byte) 7);
        long address = Memory.addressOrZero(buffer);
        int id = arena.segmentOf(address);
        try (SharedSegment peer = SharedMemory.attach(Machine.pid(), arena.fd(id), arena.bytes(id))) {
            assertEquals(7, peer.segment().get(JAVA_BYTE, address - arena.address(id) + 99));
        }
        assertEquals(0, arena.newByteBuffer(0).capacity());
    }

    @Test
    void aSegmentIsAttachedOnlyByTheNameOfItsArena() {
        SharedArena.Block block = arena.allocate(1);
        int fd = arena.fd(block.segmentId());
        long bytes = arena.bytes(block.segmentId());
        SharedMemory.attach(Machine.pid(), fd, bytes, arena.name()).close();
        BraidException refusal = assertThrows(BraidException.class, () -> SharedMemory.attach(Machine.pid(), fd, bytes, arena.name() + 1));
        assertEquals(ErrorCode.SEGMENT_FOREIGN, refusal.code());
    }

    @Test
    void aBufferThatTheJdkDoesNotMakeIsRefusedAndTakesNothing() {
        try (SharedArena wide = new SharedArena(1L << 33)) {
            for (int bytes : new int[] {SharedArena.MOST_BUFFER_BYTES + 1, Integer.MAX_VALUE}) {
                assertEquals(ErrorCode.INPUT_OUT_OF_RANGE, assertThrows(BraidException.class, () -> wide.newByteBuffer(bytes)).code());
            }
            assertEquals(0, wide.totalBytes());
        }
    }

    /** The cap allows one buffer at a time, so each round proves that the one before was given back. */
    @Test
    void anUnreachableBufferGivesItsMemoryBack() throws InterruptedException {
        try (SharedArena tight = new SharedArena(MIB + SegmentStamp.BYTES)) {
            for (int round = 0; round < 3; round++) {
                long deadline = System.nanoTime() + 20_000_000_000L;
                while (!fits(tight)) {
                    assertTrue(System.nanoTime() < deadline, "the buffer of the round before is still held");
                    System.gc();
                    Thread.yield();
                }
            }
        }
    }

    private static boolean fits(SharedArena tight) {
        try {
            tight.newByteBuffer((int) MIB).put(0, (byte) 1);
            return true;
        } catch (BraidException stillHeld) {
            return false;
        }
    }

    @Test
    void aViewKeepsItsBufferInUse() {
        try (SharedArena tight = new SharedArena(MIB + SegmentStamp.BYTES)) {
            IntBuffer view = tight.newByteBuffer((int) MIB).slice(0, 64).asReadOnlyBuffer().asIntBuffer();
            for (int i = 0; i < 3; i++) {
                System.gc();
                assertEquals(false, fits(tight));
            }
            assertEquals(0, view.get(0));
        }
    }

    @Test
    void buffersOutliveTheArenaButNobodyAttachesAnyMore() {
        ByteBuffer buffer = arena.newByteBuffer(64);
        int fd = arena.fd(0);
        arena.close();
        arena.close();
        buffer.put(0, (byte) 3);
        assertEquals(3, buffer.get(0));
        assertThrows(BraidException.class, () -> SharedMemory.attach(Machine.pid(), fd, MIB));
    }

    @Test
    void sizesAreRoundedToFourClassesPerDoubling() {
        long before = 0;
        for (long bytes = 1; bytes < 1 << 14; bytes++) {
            long size = BlockSize.roundUp(bytes);
            assertTrue(size >= bytes && size % 128 == 0 && (size - bytes) * 4 <= Math.max(bytes, 4 * 127));
            assertEquals(size, BlockSize.roundUp(size));
            if (size != before) {
                assertTrue(before == 0 || BlockSize.classOf(size) > BlockSize.classOf(before));
            }
            before = size;
        }
    }

    @Test
    void aLedgerLiesAloneAndServesAgainAsALedgerAlone() {
        SharedArena.Block ledger = arena.allocateLedger(10_000);
        assertTrue(SharedArena.isLedger(ledger.segment()));
        SharedArena.Block block = arena.allocate(10_000);
        assertFalse(SharedArena.isLedger(block.segment()));
        ledger.segment().set(JAVA_BYTE, 9_999, (byte) 1);
        ledger.free();
        ledger.free();
        for (int i = 0; i < 300; i++) {
            assertFalse(arena.allocate(10_000).segmentId() == ledger.segmentId());
        }
        SharedArena.Block again = arena.allocateLedger(10_000);
        assertEquals(ledger.segmentId(), again.segmentId());
        assertEquals(0, again.segment().get(JAVA_BYTE, 9_999));
        assertTrue(SharedArena.isLedger(again.segment()));
        assertFalse(arena.allocateLedger(10_000).segmentId() == ledger.segmentId());
    }
}
