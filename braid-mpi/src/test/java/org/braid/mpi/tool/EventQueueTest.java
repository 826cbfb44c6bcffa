package org.braid.mpi.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Events that wait are bounded; what found no room is told as a number, and the others come in their order. */
class EventQueueTest {
    private static final int SENT = EventQueue.MOST_WAITING + 200;

    private final EventQueue queue = new EventQueue();
    private final List<Long> told = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch last = new CountDownLatch(1);
    private long lost;

    private final class Slow implements EventQueue.Listener {
        @Override
        public void happened(Event event) {
            told.add(event.atNs());
            first.countDown();
            await(goOn);
            if (event.atNs() == SENT) {
                last.countDown();
            }
        }

        @Override
        public void dropped(long count) {
            lost += count;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSlowListenerLosesTheNewestAndIsToldHowMany() {
        note(0); // nobody listens
        queue.add(new Slow());
        note(1);
        await(first);
        for (int at = 2; at < SENT; at++) {
            note(at);
        }
        goOn.countDown();
        while (last.getCount() > 0) {
            note(SENT); // finds room as soon as one was told
            Thread.onSpinWait();
        }
        for (int at = 0; at <= EventQueue.MOST_WAITING; at++) {
            assertEquals(at + 1, told.get(at));
        }
        assertTrue(lost >= SENT - 2 - EventQueue.MOST_WAITING, () -> "lost: " + lost);
    }

    private void note(long atNs) {
        queue.note(new Event(Event.Kind.LANE_OPENED, atNs, Map.of()));
    }
}
