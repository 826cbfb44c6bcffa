package org.braid.link.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.ContextPair;
import org.braid.link.ScarceTransport;
import org.braid.link.progress.Completion;
import org.junit.jupiter.api.Test;

/** Accesses that wait for their owner, who answers when it is stepped, or never does. */
class FramedAccessTest {
    private static final int LENGTH = 8 << 10;
    private static final int LONGER_THAN_A_FRAME = 100_000;
    private static final long SOON_NS = 20_000_000_000L;

    private final byte[] memory = new byte[LENGTH];

    /** A region of the second context, as the first one has it whose way is not direct. */
    private RemoteRegion given(ContextPair pair) {
        return given(pair, memory);
    }

    private static RemoteRegion given(ContextPair pair, byte[] memory) {
        Region region = pair.b.publish(memory, 0, memory.length, Set.of(Right.GET, Right.PUT), Long.MAX_VALUE, pair.b.newEndpoint(null));
        while (region.board().claim() != null) {
            assertNotNull(region.board()); // every line is another one's
        }
        PutBuffer message = new PutBuffer();
        region.put(message);
        RemoteRegion remote = pair.a.regionFrom(new GetBuffer(message.toBytes()));
        assertFalse(remote.isDirect());
        return remote;
    }

    private static void step(ContextPair pair) {
        ContextPair.inside(pair.b, () -> pair.b.progress().poll());
        ContextPair.inside(pair.a, () -> pair.a.progress().poll());
    }

    private static void stepUntil(ContextPair pair, BooleanSupplier done) {
        for (long startNs = System.nanoTime(); !done.getAsBoolean(); Thread.onSpinWait()) {
            assertTrue(System.nanoTime() - startNs < SOON_NS, () -> pair.a.notices() + " " + pair.b.notices());
            step(pair);
        }
    }

    private static List<Completion> gets(RemoteRegion remote, int count, byte[] to) {
        List<Completion> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Completion each = new Completion();
            all.add(each);
            assertFalse(remote.get(0, to, 0, LENGTH, each));
        }
        return all;
    }

    @Test
    void whatBeganBeforeItsRegionWasClosedHereGoesOnToItsEnd() {
        try (ContextPair pair = new ContextPair()) {
            RemoteRegion remote = given(pair);
            memory[LENGTH - 1] = 7;
            byte[] here = new byte[LENGTH];
            List<Completion> all = gets(remote, 20_000, here);
            remote.close();
            assertEquals(ErrorCode.STARTPOINT_CLOSED, assertThrows(BraidException.class, () -> remote.get(0, here, 0, 1)).code());
            for (int turn = 0; turn < 20_000 && !all.getLast().isDone(); turn++) {
                step(pair);
            }
            for (Completion each : all) {
                assertTrue(each.isDone());
                assertNull(each.failure());
            }
            assertArrayEquals(memory, here);
        }
    }

    @Test
    void whoeverWaitsWhenItsContextClosesIsToldHoweverManyDo() {
        try (ContextPair pair = new ContextPair()) {
            List<Completion> all = gets(given(pair), 20_000, new byte[LENGTH]);
            pair.a.close(1_000_000);
            for (Completion each : all) {
                assertTrue(each.isDone());
                assertEquals(ErrorCode.CLOSE_INCOMPLETE, Objects.requireNonNull(each.failure()).code());
            }
        }
    }

    @Test
    void aPutThatNotifiesABlockingHandlerIsOverWhenThatHasEnded() {
        try (ContextPair pair = new ContextPair()) {
            RemoteRegion remote = given(pair);
            CountDownLatch mayEnd = new CountDownLatch(1);
            CountDownLatch began = new CountDownLatch(1);
            int slow = 0;
            for (var each : pair.both()) {
                slow = each.registerBlocking("slow", (to, a0, a1, a2, a3, payload) -> {
                    began.countDown();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException ended) {
                        throw new IllegalStateException(ended);
                    }
                }, 1);
            }
            List<Completion> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Completion there = new Completion();
                all.add(there);
                assertFalse(remote.put(i, new byte[] {5}, 0, 1, new Notice(slow, i, 0, 0, 0), there));
            }
            stepUntil(pair, () -> began.getCount() == 0 && memory[2] == 5);
            assertArrayEquals(new byte[] {5, 5, 5}, Arrays.copyOf(memory, 3));
            for (Completion each : all) {
                assertFalse(each.isDone(), "its notice waits for its handler");
            }
            mayEnd.countDown();
            stepUntil(pair, () -> all.stream().allMatch(Completion::isDone));
        }
    }

    @Test
    void aGetWhoseOwnerHasNoMemoryForALaneYetIsAnsweredAsSoonAsThereIsSome() {
        ScarceTransport ofB = new ScarceTransport();
        try (ContextPair pair = new ContextPair(config -> config.withTransports(List.of(ofB)))) {
            byte[] there = new byte[LONGER_THAN_A_FRAME];
            new SplittableRandom(1).nextBytes(there);
            RemoteRegion remote = given(pair, there);
            byte[] here = new byte[there.length];
            Completion got = new Completion();
            ofB.isScarce(true);
            assertFalse(remote.get(0, here, 0, here.length, got));
            for (int turn = 0; turn < 10; turn++) {
                step(pair);
            }
            assertFalse(got.isDone(), () -> "it was told " + got.failure());
            ofB.isScarce(false);
            stepUntil(pair, got::isDone);
            assertNull(got.failure());
            assertArrayEquals(there, here);
        }
    }
}
