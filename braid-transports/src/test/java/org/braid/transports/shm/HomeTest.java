package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The inbox of a home: nothing is lost, and nobody blocks it, whatever becomes of those who write to it. */
@Timeout(60)
class HomeTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(Home.BYTES, 64);
    private final Home owner = new Home(memory, 0);
    private final Home guest = new Home(memory, 0);

    private static Home.Introduction from(int number) {
        return new Home.Introduction(new ContextId(1, 2, number), Machine.pid(), 3, 4, 5, 6, 7, 4096);
    }

    private List<Long> takeAll() {
        List<Long> numbers = new ArrayList<>();
        while (owner.hasNews()) {
            int slot = owner.nextFilled();
            if (slot >= 0) {
                numbers.add(Objects.requireNonNull(owner.take(slot)).from().number());
            }
        }
        return numbers;
    }

    @Test
    void whatIsIntroducedComesOutWholeAndOnce() {
        assertFalse(owner.hasNews());
        assertTrue(guest.introduce(from(9)));
        assertTrue(owner.hasNews());
        assertEquals(from(9), owner.take(owner.nextFilled()));
        assertEquals(List.of(), takeAll());
    }

    @Test
    void homeAndSlotLieAsThePageAboutTheWireDrawsThem() {
        ContextId self = new ContextId(11, 12, 13);
        owner.settle(self, new Hello(Hello.version(1, 2, 3), 77, 0), 8, 9);
        guest.introduce(new Home.Introduction(new ContextId(1, 2, 3), 99, 4, 5, 6, 7, 64, 4096));
        assertEquals("Braid1\0\0", new String(memory.asSlice(0, 8).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII));
        assertEquals(List.of(8L, 9L), List.of(longAt(8), longAt(16)));
        assertEquals(List.of(0x030201, 77), List.of(intAt(24), intAt(28)));
        assertEquals(List.of(11L, 12L, 13L), List.of(longAt(32), longAt(40), longAt(48)));
        assertTrue(guest.isOf(self));
        for (ContextId other : List.of(new ContextId(10, 12, 13), new ContextId(11, 13, 13), new ContextId(11, 12, 12))) {
            assertFalse(guest.isOf(other), other::toString);
        }
        owner.recalled(21);
        assertEquals(21L, longAt(56), "recalls");
        assertEquals(1L, longAt(128), "posted");
        assertEquals(4 * 99 + 2L, longAt(256), "state");
        assertEquals(List.of(1L, 2L, 3L, 99L), List.of(longAt(264), longAt(272), longAt(280), longAt(288)));
        assertEquals(List.of(5, 6), List.of(intAt(296), intAt(300)));
        assertEquals(List.of(7L, 64L), List.of(longAt(304), longAt(312)));
        assertEquals(List.of(4096, 0), List.of(intAt(320), intAt(324)));
        assertEquals(4L, longAt(328), "arena");
        assertEquals(256 + 64 * 128, Home.BYTES);
    }

    @Test
    void whatItsOwnerHasRecalledGuestsSeeAndANewOwnerBeginsAnew() {
        owner.recalled(2);
        assertEquals(2, guest.recalls());
        owner.settle(new ContextId(1, 2, 3), new Hello(1, 2, 0), 8, 9);
        assertEquals(0, guest.recalls());
    }

    @Test
    void aDescriptorHas88BytesAsThePageAboutTheWireDrawsThem() {
        ShmAddress address = new ShmAddress(1, new ShmAddress.Place(2, 3, 1 << 20, 64), new ShmAddress.Place(5, 6, 1 << 20, 128), 9, 10, 11, 12);
        ByteBuffer body = ByteBuffer.wrap(address.descriptor().body()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(88, body.capacity());
        assertEquals(List.of(1L, 9L, 10L, 11L, 12L), List.of(body.getLong(0), body.getLong(56), body.getLong(64), body.getLong(72), body.getLong(80)));
        assertEquals(List.of(2, 3, 5, 6), List.of(body.getInt(8), body.getInt(12), body.getInt(32), body.getInt(36)));
        assertEquals(List.of(1L << 20, 64L, 1L << 20, 128L), List.of(body.getLong(16), body.getLong(24), body.getLong(40), body.getLong(48)));
        assertEquals(address, ShmAddress.of(address.descriptor()));
    }

    private int intAt(long offset) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), offset);
    }

    private long longAt(long offset) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), offset);
    }

    @Test
    void aFullInboxSaysSoAndHasRoomAgainWhenItsOwnerHasLooked() {
        for (int i = 0; i < Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
        }
        assertFalse(guest.introduce(from(99)));
        assertEquals(Home.SLOTS, takeAll().size());
        assertTrue(guest.introduce(from(99)));
        assertEquals(List.of(99L), takeAll());
    }

    @Test
    void whoStopsHalfWayCostsOneSlotAndDelaysNobody() {
        guest.claim(Machine.pid());
        for (int i = 0; i < 3 * Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
            assertEquals(List.of((long) i), takeAll());
        }
    }

    @Test
    void slotsOfAProcessThatWasKilledHalfWayAreUsedAgain() throws IOException, InterruptedException {
        Process victim = new ProcessBuilder("sleep", "1000").start();
        try {
            for (int i = 0; i < Home.SLOTS; i++) {
                assertEquals(i, guest.claim(victim.pid()));
            }
            assertFalse(guest.introduce(from(0)), "it lives, and may yet fill them");
        } finally {
            victim.destroyForcibly().waitFor();
        }
        for (int i = 0; i < Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
        }
        assertEquals(Home.SLOTS, takeAll().size());
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        int threads = 4;
        int each = 5_000;
        List<Thread> guests = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            guests.add(Thread.ofPlatform().start(() -> introduceAll(new Home(memory, 0), first, each)));
        }
        Set<Long> all = new HashSet<>();
        int count = 0;
        while (count < threads * each) {
            List<Long> some = takeAll();
            count += some.size();
            all.addAll(some);
        }
        for (Thread guest : guests) {
            guest.join();
        }
        assertEquals(threads * each, all.size(), "each came once");
        assertEquals(List.of(), takeAll());
    }

    private static void introduceAll(Home home, int first, int count) {
        for (int i = first; i < first + count; i++) {
            while (!home.introduce(from(i))) {
                Thread.yield();
            }
        }
    }
}
