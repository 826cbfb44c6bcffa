package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.ErrorCode;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.completion.MultipleCompletions;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A rank that has left MPI: who waits for it is told, and gets what it had sent before. Each test mostly waits for the asker's looks, so some run at a time. */
class DeparturesTest {
    private static final int INT = 4;
    private static final int LONG_BYTES = 3_000_000;
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final long LOOK_NS = 500_000_000L;

    private final AtomicBoolean told = new AtomicBoolean();

    /** Three looks of the asker, at a second's distance at most, are the bound; the rest is for machines that are busy. The other ranks look around meanwhile, as in MPI_Finalize. */
    private static void awaitAll(Ranks ranks, Request... requests) {
        AtomicBoolean over = new AtomicBoolean();
        Thread others = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                ranks.worlds.subList(1, ranks.worlds.size()).forEach(world -> world.completions().poll());
                LockSupport.parkNanos(1_000_000L);
            }
        });
        try {
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            for (Request r : requests) {
                while (!ranks.worlds.get(0).completions().await(r, LOOK_NS) && System.nanoTime() < deadlineNs) {}
                assertTrue(r.isDone(), "still waiting");
            }
        } finally {
            over.set(true);
            joinUninterrupted(others);
        }
    }

    private static void joinUninterrupted(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertToldOf(int rank, Request r) {
        MpiFailure failure = assertThrows(MpiFailure.class, r::check);
        assertEquals(ErrorCode.MPI_PEER_LEFT, failure.code());
        assertEquals("Rank " + rank + " has left MPI", failure.what());
    }

    @Test
    @Execution(CONCURRENT)
    void whateverWaitsForARankThatHasLeftIsToldAndWhatWaitsForOthersIsNot() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            Lco leaver = ranks.worlds.get(1);
            leaver.send(new int[] {1}, 0, 4, INT, 0, 1);
            Ranks.process(leaver).departures().leaveBy(leaver);
            Request received = world.irecv(new int[1], 0, 4, INT, 1, 0);
            Request probed = world.irecv(new int[1], 0, 4, INT, 1, 2);
            Request shortSend = world.issend(new int[1], 0, 4, INT, 1, 0);
            Request longSend = world.isend(new byte[LONG_BYTES], 0, LONG_BYTES, 1, 1, 0);
            Request longSynchronous = world.issend(new byte[LONG_BYTES], 0, LONG_BYTES, 1, 1, 0);
            Request fromAny = world.irecv(new int[1], 0, 4, INT, Lco.ANY, 0);
            Request fromLive = world.irecv(new int[1], 0, 4, INT, 2, 1);
            awaitAll(ranks, received, probed, shortSend, longSend, longSynchronous);
            for (Request r : new Request[] {received, probed, shortSend, longSend, longSynchronous}) {
                assertToldOf(1, r);
                world.completions().release(r);
            }
            assertFalse(fromAny.isDone(), "rank 2 may send");
            assertFalse(fromLive.isDone());
            Request early = world.recv(new int[1], 0, 4, INT, 1, 1);
            assertNull(early.error(), "what it had sent is received");
            world.completions().release(early);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void ofAnotherGroupAnyMemberMayStillSendAndTheOnlyOneThatHasLeftCannot() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco toOne = across(ranks, 0, 2);
            Lco toTwo = across(ranks, 0, 1, 2);
            Lco leaver = ranks.worlds.get(2);
            leaver.send(null, 0, 0, INT, 0, 1);
            Ranks.process(leaver).departures().leaveBy(leaver);
            Request fromTheOnlyOne = toOne.irecv(new int[1], 0, 4, INT, Lco.ANY, 0);
            Request fromEither = toTwo.irecv(new int[1], 0, 4, INT, Lco.ANY, 0);
            Request fromTheLeaver = toTwo.irecv(new int[1], 0, 4, INT, 1, 0);
            awaitAll(ranks, fromTheOnlyOne, fromTheLeaver);
            assertThrows(MpiFailure.class, fromTheOnlyOne::check);
            assertToldOf(2, fromTheLeaver);
            assertFalse(fromEither.isDone(), "rank 1 may send, whose number in its group is this one's here");
            assertEquals("intercommunicator #", toTwo.title().substring(0, 19));
            toOne.completions().release(fromTheOnlyOne);
            toTwo.completions().release(fromTheLeaver);
        }
    }

    /** An object of a rank whose slots lead to objects of others, as if it were alone in its group. */
    private static Lco across(Ranks ranks, int rank, int... others) {
        Lco made = ranks.worlds.get(rank).newLco();
        LcoName[] names = new LcoName[others.length];
        for (int i = 0; i < others.length; i++) {
            names[i] = ranks.worlds.get(others[i]).newLco().name();
        }
        return made.joinAcross(0, names);
    }

    @Test
    @Execution(CONCURRENT)
    void aReceiveFromAnySourceIsToldWhenAllOthersHaveLeft() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            for (int rank : new int[] {1, 2}) {
                Lco leaver = ranks.worlds.get(rank);
                leaver.send(null, 0, 0, INT, 0, 1);
                Ranks.process(leaver).departures().leaveBy(leaver);
            }
            Request fromAny = world.irecv(new int[1], 0, 4, INT, Lco.ANY, 0);
            awaitAll(ranks, fromAny);
            MpiFailure failure = assertThrows(MpiFailure.class, fromAny::check);
            assertEquals("All other ranks have left MPI", failure.what());
            world.completions().release(fromAny);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoMakesACommunicatorWithARankThatHasLeftIsToldSo() throws InterruptedException {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco leaver = ranks.worlds.get(1);
            leaver.send(null, 0, 0, INT, 0, 1);
            Ranks.process(leaver).departures().leaveBy(leaver);
            Thread maker = Thread.ofPlatform().start(() -> {
                MpiFailure failure = assertThrows(MpiFailure.class, () -> Intracommunicators.createGroup(ranks.worlds.get(0), new int[] {0, 1}, 0, () -> {}));
                assertEquals("Rank 1 has left MPI", failure.what());
                told.set(true);
            });
            while (!maker.join(Duration.ofMillis(1))) {
                leaver.completions().poll();
            }
            assertTrue(told.get());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aReceiveInVainIsCancelledAsAnyOther() {
        try (Ranks ranks = new Ranks(2, false)) {
            Request r = receiveInVain(ranks);
            assertFalse(ranks.worlds.get(0).completions().test(r), "while there is something else to do");
            ranks.worlds.get(0).completions().cancel(r);
            assertTrue(ranks.worlds.get(0).completions().test(r));
            assertTrue(r.isCancelled());
            assertNull(r.error());
            ranks.worlds.get(0).completions().release(r);
            ranks.nothingLeaked();
        }
    }

    private static Request receiveInVain(Ranks ranks) {
        Lco leaver = ranks.worlds.get(1);
        leaver.send(null, 0, 0, INT, 0, 1);
        Ranks.process(leaver).departures().leaveBy(leaver);
        Request r = ranks.worlds.get(0).irecv(new int[1], 0, 4, INT, 1, 0);
        awaitAll(ranks, r);
        assertToldOf(1, r);
        return r;
    }

    @Test
    @Execution(CONCURRENT)
    void whoWaitsForOneOfSeveralIsToldOfOneInVainWhenNoOtherMayBeDone() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            MultipleCompletions completions = world.completions().several();
            RequestHandle inVain = new Handle(receiveInVain(ranks));
            RequestHandle live = new Handle(world.irecv(new int[1], 0, 4, INT, 2, 0));
            RequestHandle[] both = {inVain, live};
            assertEquals(MultipleCompletions.NONE_DONE, completions.testAny(both));
            assertEquals(0, completions.testSome(both, new int[2]));
            ranks.worlds.get(2).send(new int[] {5}, 0, 4, INT, 0, 0);
            assertEquals(1, completions.awaitAny(both));
            int[] indexes = new int[2];
            assertEquals(1, completions.awaitSome(both, indexes));
            assertEquals(1, indexes[0]);
            live.release(world.completions());
            assertEquals(0, completions.awaitAny(both));
            assertEquals(1, completions.awaitSome(both, indexes));
            assertEquals(0, indexes[0]);
            assertEquals(MultipleCompletions.NONE_DONE, completions.testAny(both));
            inVain.release(world.completions());
        }
    }

    private static final class Handle extends RequestHandle {
        Handle(Request request) {
            super(request);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aLongMessageThatIsUnderWayWhenItsReceiverLeavesArrives() {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco world = ranks.worlds.get(0);
            Lco leaver = ranks.worlds.get(1);
            Request sent = world.isend(new byte[LONG_BYTES], 0, LONG_BYTES, 1, 1, 0);
            Request received = leaver.irecv(new byte[LONG_BYTES], 0, LONG_BYTES, 1, 0, 0);
            leaver.completions().poll();
            Ranks.process(leaver).departures().leaveBy(leaver);
            awaitAll(ranks, sent, received);
            assertNull(sent.error());
            assertNull(received.error());
            world.completions().release(sent);
            leaver.completions().release(received);
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoCameBackIsNotGone() {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco world = ranks.worlds.get(0);
            Lco other = ranks.worlds.get(1);
            other.send(null, 0, 0, INT, 0, 1);
            for (Lco each : ranks.worlds) {
                Ranks.process(each).departures().leaveBy(each);
            }
            for (Lco each : ranks.worlds) {
                Ranks.process(each).departures().back();
            }
            Request r = world.irecv(new int[1], 0, 4, INT, 1, 0);
            assertFalse(world.completions().await(r, 2_500_000_000L), "it may send still");
            other.send(new int[] {5}, 0, 4, INT, 0, 0);
            awaitAll(ranks, r);
            assertNull(r.error());
            world.completions().release(r);
        }
    }
}
