package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Wire;
import org.braid.pipe.log.LogBudget;
import org.braid.pipe.log.ReceiveCount;
import org.junit.jupiter.api.Test;

/** A payload that a lane left in user memory may change there, or go, before the peer has accepted it: that costs the message its contents, or the message, and never the lane. */
class FickleMemoryTest {
    private static final int LONG_BYTES = 4 * LoggedFrames.IN_PLACE_FROM_BYTES;
    private static final long RECEIVE_ID = 0x7_0000_0009L;

    private final LaneCounts counts = new LaneCounts();
    private final SendSide sending = new SendSide(new LogBudget(8 << 20), counts, new Fabric(1));
    private final Far far = new Far();
    private final FrameReader reader = new FrameReader(far, ReceiveCount.withDefaults(), new LaneCounts(), far);
    private Wire wire = new Wire("near", "far");

    /** Who hears what arrives. */
    private static final class Far implements FrameSink, FrameReader.Control {
        final List<String> heard = new ArrayList<>();

        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            String first = length == 0 ? "" : " of " + segment.get(ValueLayout.JAVA_BYTE, offset);
            heard.add(kind == FrameKind.DONE ? "done " + a0 + " " + a1 + " " + a2 + " " + a3 : (kind == FrameKind.FRAGMENT ? "fragment" : "request") + first);
        }

        @Override
        public void ping(long nowNs) {}

        @Override
        public void bye(long lastNumber, int how, long nowNs) {}

        @Override
        public void ended(Throwable cause) {}
    }

    @Test
    void aPayloadThatChangesUnderWayCostsAConnectionAndNotTheNextOne() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LONG_BYTES).fill((byte) 1);
            offer(user);
            user.fill((byte) 2);
            sending.attach(wire.caller(), 0);
            assertEquals(FrameReader.BAD_SUM, receive());
            connectAgain(0);
            user.fill((byte) 3);
            requestAndWrite();
            assertTrue(receive() > 0);
            assertEquals(List.of("fragment of 2", "request of 9"), far.heard);
        }
    }

    @Test
    void aPayloadThatChangesAgainAndAgainBreaksOneConnectionAlone() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LONG_BYTES);
            offer(user);
            sending.attach(wire.caller(), 0);
            for (int times = 0; times < 5; times++) { // what was written is lost each time
                connectAgain(0);
                user.fill((byte) (times + 1));
            }
            assertTrue(receive() > 0);
            assertEquals(List.of("fragment of 0"), far.heard);
        }
    }

    /** As when the call has failed whose message it is, and its memory is the program's again. */
    @Test
    void aPayloadThatWasCopiedMayChangeAndCostsNoConnection() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LONG_BYTES).fill((byte) 1);
            offer(user);
            sending.copyInPlace();
            user.fill((byte) 2);
            sending.attach(wire.caller(), 0);
            assertTrue(receive() > 0);
            assertEquals(List.of("fragment of 1"), far.heard);
        }
    }

    @Test
    void aPayloadThatWasWrittenAndThenCopiedIsTheSameOnTheNextConnection() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LONG_BYTES).fill((byte) 1);
            offer(user);
            sending.attach(wire.caller(), 0);
            sending.copyInPlace();
            user.fill((byte) 2);
            connectAgain(0); // what was written is lost
            assertTrue(receive() > 0);
            assertEquals(List.of("fragment of 1"), far.heard);
        }
    }

    @Test
    void aFrameThatIsHalfWrittenWhenItIsCopiedGoesOnFromTheCopy() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LONG_BYTES).fill((byte) 1);
            int frames = 0;
            sending.attach(wire.caller(), 0);
            while (!sending.isBlocked()) { // the wire is full in the middle of one
                offer(user);
                frames++;
            }
            sending.copyInPlace();
            user.fill((byte) 2);
            for (int heard = receive(); heard < frames; heard += receive()) {
                assertTrue(heard >= 0, "a sum is wrong");
                sending.poll(0);
            }
            assertEquals(Collections.nCopies(frames, "fragment of 1"), far.heard);
        }
    }

    @Test
    void aPayloadThatCannotBeCopiedAnyMoreStaysForItsWriter() {
        Arena arena = Arena.ofShared();
        offer(arena.allocate(LONG_BYTES));
        arena.close();
        sending.copyInPlace();
        sending.attach(wire.caller(), 0);
        requestAndWrite();
        assertTrue(receive() > 0);
        assertEquals(List.of(told(), "request of 9"), far.heard);
    }

    @Test
    void aClosedArenaFailsItsMessageAndTheStreamGoesOn() {
        Arena arena = Arena.ofShared();
        offer(arena.allocate(LONG_BYTES));
        offer(arena.allocate(LONG_BYTES));
        arena.close();
        sending.attach(wire.caller(), 0);
        requestAndWrite();
        assertTrue(receive() > 0);
        assertEquals(List.of(told(), told(), "request of 9"), far.heard);
    }

    @Test
    void anArenaThatIsClosedBehindALostConnectionFailsItsMessageAndTheStreamGoesOn() {
        Arena arena = Arena.ofShared();
        offer(arena.allocate(LONG_BYTES));
        sending.attach(wire.caller(), 0);
        arena.close();
        connectAgain(0);
        requestAndWrite();
        assertTrue(receive() > 0);
        assertEquals(List.of(told(), "request of 9"), far.heard);
    }

    @Test
    void anArenaThatIsClosedInTheMiddleOfAFrameCostsAConnection() {
        Arena arena = Arena.ofShared();
        MemorySegment user = arena.allocate(LONG_BYTES);
        int frames = 0;
        sending.attach(wire.caller(), 0);
        while (sending.broken() == null && !sending.isBlocked()) { // the wire is full in the middle of one
            offer(user);
            frames++;
        }
        arena.close();
        int whole = receive(); // now there is room
        sending.poll(0);
        assertNotNull(sending.broken());
        connectAgain(whole);
        requestAndWrite();
        for (int left = frames + 1 - whole; left > 0; left -= receive()) {
            sending.poll(0);
        }
        assertEquals(frames + 1, far.heard.size());
        assertEquals(frames - whole, far.heard.stream().filter(told()::equals).count());
        assertEquals("request of 9", far.heard.getLast());
    }

    @Test
    void memoryOfAnotherThreadFailsItsMessageAndTheStreamGoesOn() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch offered = new CountDownLatch(1);
        Thread owner = Thread.ofPlatform().start(() -> {
            try (Arena arena = Arena.ofConfined()) {
                offer(arena.allocate(LONG_BYTES));
                offered.countDown();
                over.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        offered.await();
        sending.attach(wire.caller(), 0);
        sending.poll(0); // what is left goes out on the next turn
        assertTrue(receive() > 0);
        assertEquals(List.of(told()), far.heard);
        over.countDown();
        owner.join();
    }

    @Test
    void shortPayloadsAreCopiedAndMayChangeAtOnce() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment user = arena.allocate(LoggedFrames.IN_PLACE_FROM_BYTES - 1).fill((byte) 4);
            offer(user);
            user.fill((byte) 5);
            assertEquals(Lane.COPIED, sending.leftInPlace());
            sending.attach(wire.caller(), 0);
            assertTrue(receive() > 0);
            assertEquals(List.of("fragment of 4"), far.heard);
        }
    }

    private static String told() {
        return "done " + (int) RECEIVE_ID + " " + (int) (RECEIVE_ID >>> 32) + " " + BulkStatus.FAILED + " 1";
    }

    private void offer(MemorySegment from) {
        int taken = sending.offer(FrameKind.FRAGMENT, 0, 0, 0, (int) RECEIVE_ID, (int) (RECEIVE_ID >>> 32), 0, 0, from, 0, (int) from.byteSize());
        assertEquals(Lane.TAKEN, taken);
    }

    private void requestAndWrite() {
        assertEquals(Lane.TAKEN, sending.offer(FrameKind.RSR, 5, 0, 300, 0, 0, 0, 0, new byte[] {9}, 0, 1));
        sending.flush();
    }

    /** The peer has accepted so many frames. */
    private void connectAgain(long accepted) {
        wire.cut();
        sending.detach();
        reader.reset();
        wire = new Wire("near", "far");
        assertTrue(sending.resumeAt(accepted, accepted));
        sending.attach(wire.caller(), 0);
        assertFalse(wire.isClosed());
    }

    /** All that has come: how many frames, or what is wrong with one. */
    private int receive() {
        int frames = 0;
        while (true) {
            if (wire.called().read(reader.room(), 0) == BytePipe.NOT_NOW) {
                return frames;
            }
            int more = reader.parse(0);
            if (more < 0) {
                return more;
            }
            frames += more;
        }
    }
}
