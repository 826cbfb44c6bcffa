package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Startpoint;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Closing: flush, acknowledged, last number, deadline. */
interface CloseContract extends Connected {
    @Test
    @Execution(CONCURRENT) // over pipes it waits until the lane is given up, ten seconds later
    default void aPeerThatReadsNothingBeforeTheTimeIsOverHearsTheFarewellAllTheSame() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            List<BraidException> told = new ArrayList<>();
            int handler = world.register("contract.full", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            world.at(1).onFailure((peer, cause) -> told.add(cause));
            world.send(world.link(1, 0), handler, 0, 0, null, 0);
            world.until("the way back is open", () -> received.get() == 1);
            Startpoint full = world.link(0, 1);
            byte[] data = new byte[1000];
            int sent = 0;
            for (int length : new int[] {data.length, 100, 8, 0}) { // down to the last byte
                while (full.trySend(handler, sent, 0, 0, 0, data, 0, length) == Lane.TAKEN) {
                    sent++;
                }
            }
            world.at(0).close(100_000_000L);
            world.until("the peer was told", () -> !told.isEmpty());
            if (told.getFirst().code() == ErrorCode.CONTEXT_CLOSED) {
                assertEquals(sent + 1, received.get());
            }
        }
    }

    @Test
    default void aPeerThatWasNeverAnsweredHearsTheFarewellToo() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            List<BraidException> told = new ArrayList<>();
            int handler = world.register("contract.mute", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            world.at(1).onFailure((peer, cause) -> told.add(cause));
            Startpoint there = world.link(1, 0);
            world.send(there, handler, 0, 0, null, 0);
            world.until("it arrived", () -> received.get() == 1);
            assertTrue(world.closes(0, 20_000_000_000L), "flushed");
            world.until("the peer was told", () -> !told.isEmpty());
            assertEquals(List.of(ErrorCode.CONTEXT_CLOSED), told.stream().map(BraidException::code).toList(), told::toString);
            assertEquals(Lane.CLOSED, there.trySend(handler, 1, 0, 0, 0, null, 0, 0));
        }
    }

    @Test
    default void closingWaitsForALargeMessageUnderWay() throws InterruptedException {
        try (World world = open(2)) {
            byte[] data = new byte[3_000_000];
            new java.util.Random(1).nextBytes(data);
            byte[] got = new byte[data.length];
            AtomicBoolean there = new AtomicBoolean();
            int handler = world.register("contract.last", i -> (to, a0, a1, a2, a3, payload) -> {
                payload.copyTo(got, 0, got.length);
                there.set(true);
            });
            Completion free = world.start(world.link(0, 1), handler, 0, data, 0, data.length);
            assertTrue(world.closes(0, 20_000_000_000L), "flushed");
            assertNull(free.failure());
            world.until("it arrived", there::get);
            assertArrayEquals(data, got);
        }
    }

    @Test
    default void aLargeMessageThatNobodyFetchesFailsWhenTheTimeIsOverAndCannotBeFetchedLater() throws InterruptedException {
        try (World world = open(2)) {
            List<Offer> offers = new ArrayList<>();
            List<BraidException> told = new ArrayList<>();
            int handler = world.registerForOffers("contract.never", (to, a0, a1, a2, a3, payload) -> offers.add(payload.takeOffer()));
            world.at(1).onFailure((peer, cause) -> told.add(cause));
            byte[] data = new byte[300_000];
            Completion free = world.start(world.link(0, 1), handler, 0, data, 0, data.length);
            world.until("it is offered", () -> offers.size() == 1);
            assertFalse(world.closes(0, 600_000_000L), "flushed");
            assertEquals(ErrorCode.CLOSE_INCOMPLETE, Objects.requireNonNull(free.failure()).code());
            world.until("the peer was told", () -> !told.isEmpty());
            Completion fetched = new Completion();
            world.at(1).progress().enter();
            offers.getFirst().pull(data, 0, data.length, fetched);
            world.at(1).progress().exit();
            world.until("the fetch has failed", fetched::isDone);
            assertNotNull(fetched.failure());
        }
    }
}
