package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeSet;
import org.braid.base.memory.spi.SegmentWindow;
import org.braid.link.Startpoint;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.FragmentSize;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the size and whatever the memory, all bytes arrive and no other byte is touched. */
interface SizeContract extends Connected {
    /** Where the message lies in the memory on both sides; odd, so that nothing is aligned by chance. */
    int MARGIN_BYTES = 3;

    @Test
    default void everySizeAroundEachThresholdArrivesWhole() throws InterruptedException {
        try (World world = open(2)) {
            Transfer transfer = new Transfer(world);
            for (int bytes : thresholds(world.link(0, 1).lane())) {
                transfer.move(Store.ARRAY, Store.ARRAY, bytes);
            }
        }
    }

    @Test
    default void everySmallSizeArrivesWhole() throws InterruptedException {
        try (World world = open(2)) {
            Transfer transfer = new Transfer(world);
            for (int bytes = 0; bytes <= 300; bytes++) {
                transfer.move(Store.ARRAY, Store.ARRAY, bytes);
            }
        }
    }

    @Test
    default void sixtyFourMebibytesArriveWhole() throws InterruptedException {
        try (World world = open(2)) {
            Transfer transfer = new Transfer(world);
            transfer.move(Store.ARRAY, Store.DIRECT, 64 << 20);
            transfer.move(Store.DIRECT, Store.ARRAY, (8 << 20) - 1);
        }
    }

    @Test
    default void everyKindOfMemoryReachesEveryOther() throws InterruptedException {
        try (World world = open(2)) {
            Transfer transfer = new Transfer(world);
            Lane lane = world.link(0, 1).lane();
            for (Store from : Store.values()) {
                for (Store to : Store.values()) {
                    for (int bytes : new int[] {0, 1, 28, 64, lane.eagerBytes(), lane.eagerBytes() + 1, lane.frameBytes() + 1, lane.eagerArrayBytes(), lane.eagerArrayBytes() + 1, (1 << 20) + 1}) {
                        transfer.move(from, to, bytes);
                    }
                }
            }
        }
    }

    /** Channels and checksums know buffers of less than 2^31 bytes. */
    @Test
    default void memoryMayBeLongerThanAnyBuffer(@TempDir Path directory) throws Exception {
        long bytes = (1L << 31) + (8 << 20);
        try (World world = open(2);
                Arena arena = Arena.ofShared()) {
            MemorySegment source = sparse(directory.resolve("source"), bytes, arena);
            MemorySegment target = sparse(directory.resolve("target"), bytes, arena);
            long[] at = {0};
            Completion[] arrived = {new Completion()};
            int handler = world.registerForOffers("contract.far", (to, a0, a1, a2, a3, payload) -> {
                if (payload.isOffer()) {
                    payload.takeOffer().pull(target, at[0], payload.length(), arrived[0]);
                } else {
                    payload.copyTo(target, at[0], (int) payload.length());
                    arrived[0].complete();
                }
            });
            for (int length : new int[] {100, 3 << 20}) {
                for (long far : new long[] {bytes - length, 5, Integer.MAX_VALUE - 7L, SegmentWindow.MOST_BYTES - 1}) {
                    at[0] = far;
                    arrived[0] = new Completion();
                    source.set(ValueLayout.JAVA_INT_UNALIGNED, far, length);
                    source.set(ValueLayout.JAVA_INT_UNALIGNED, far + length - Integer.BYTES, ~length);
                    Completion free = world.start(world.link(0, 1), handler, length, source, far, length);
                    world.until(length + " bytes from byte " + far + " on", () -> free.isDone() && arrived[0].isDone());
                    assertNull(free.failure());
                    assertNull(arrived[0].failure());
                    assertEquals(-1, source.asSlice(far, length).mismatch(target.asSlice(far, length)));
                    target.asSlice(far, length).fill((byte) 0);
                }
            }
        }
    }

    /** Of which only what is written takes room. */
    private static MemorySegment sparse(Path file, long bytes, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    private static TreeSet<Integer> thresholds(Lane lane) {
        TreeSet<Integer> sizes = new TreeSet<>();
        int growing = FragmentSize.FIRST_BYTES;
        int window = 4 << 20;
        for (int edge : new int[] {
            1, 28, 64, lane.eagerBytes(), lane.frameBytes(), growing, FragmentSize.MOST_BYTES, BulkReceive.PIECE_BYTES, 64 << 10, 1 << 20, window, 4 * window
        }) {
            sizes.add(edge - 1);
            sizes.add(edge);
            sizes.add(edge + 1);
        }
        return sizes;
    }

    /** Moves one message at a time from context 0 to context 1. */
    final class Transfer {
        private final World world;
        private final int handler;
        private Object target = new byte[0];
        private Completion arrived = new Completion();

        Transfer(World world) {
            this(world, "contract.size");
        }

        Transfer(World world, String name) {
            this.world = world;
            this.handler = world.registerForOffers(name, (to, a0, a1, a2, a3, payload) -> receive(payload));
        }

        private void receive(Payload payload) {
            int bytes = (int) payload.length();
            if (payload.isOffer()) {
                payload.takeOffer().pull(target, MARGIN_BYTES, bytes, arrived);
            } else {
                payload.copyTo(target, MARGIN_BYTES, bytes);
                arrived.complete();
            }
        }

        void move(Store from, Store to, int bytes) {
            move(world.link(0, 1), from, to, bytes);
        }

        void move(Startpoint link, Store from, Store to, int bytes) {
            String what = bytes + " bytes from " + from + " to " + to;
            Object source = from.filled(world.at(0), bytes + 2 * MARGIN_BYTES);
            target = to.allocate(world.at(1), bytes + 2 * MARGIN_BYTES);
            arrived = new Completion();
            Completion free = world.start(link, handler, bytes, source, MARGIN_BYTES, bytes);
            world.until(what, () -> free.isDone() && arrived.isDone());
            assertNull(free.failure(), what);
            assertNull(arrived.failure(), what);
            check(what, Store.view(source), Store.view(target), bytes);
        }

        private static void check(String what, ByteBuffer source, ByteBuffer target, int bytes) {
            assertEquals(source.slice(MARGIN_BYTES, bytes), target.slice(MARGIN_BYTES, bytes), what);
            for (int i = 0; i < MARGIN_BYTES; i++) {
                assertEquals(0, target.get(i), "before " + what);
                assertEquals(0, target.get(MARGIN_BYTES + bytes + i), "behind " + what);
            }
        }
    }
}
