package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

/** A rank that dies, and bounds that are met: whoever waits is told, nobody waits for ever. */
class FailureTest {
    private static final int INT = 4;

    private static BraidException death() {
        return new BraidException(ErrorCode.MPI_PEER_FAILED, "rank 1 has failed", "killed by signal 9", "See its last lines");
    }

    @Test
    void whoeverWaitsForADeadRankIsToldAndOthersAreNot() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            Engine engine = world.engine();
            world.send(null, 0, 0, INT, 1, 0); // so that a lane exists
            Request fromDead = world.irecv(new int[1], 0, 4, INT, 1, 0);
            Request fromAny = world.irecv(new int[1], 0, 4, INT, Engine.ANY, 0);
            Request fromLive = world.irecv(new int[1], 0, 4, INT, 2, 0);
            Request unmatched = world.issend(new int[1], 0, 4, INT, 1, 0);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            for (Request r : new Request[] {fromDead, fromAny, unmatched}) {
                assertTrue(r.isDone());
                MpiFailure failure = assertThrows(MpiFailure.class, r::check);
                assertEquals(ErrorClass.PEER_FAILED, failure.errorClass());
                assertEquals("killed by signal 9", failure.why());
                engine.release(r);
            }
            assertEquals(false, fromLive.isDone());
            ranks.worlds.get(2).send(new int[] {8}, 0, 4, INT, 0, 0);
            engine.finish(awaited(engine, fromLive));
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.recv(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.send(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(0, engine.liveRequests());
        }
    }

    private static Request awaited(Engine engine, Request r) {
        engine.await(r);
        return r;
    }

    @Test
    void aReceiveFromARankThatDiedBeforeAnythingWasEverSentToItIsToldToo() {
        try (Ranks ranks = new Ranks(2, false)) {
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            Lco world = ranks.worlds.get(0);
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.recv(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.send(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.probe(Engine.ANY, 0)).errorClass());
        }
    }

    @Test
    void aCollectiveEndsAtEveryLiveMemberAlsoWhereOnlyLiveOnesAreWaitedFor() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            Request inCollective = world.collectiveReceive(null, 0, 0, 1, 0, 0);
            Request plain = world.irecv(null, 0, 0, INT, 1, 0);
            ranks.context(0).peerFailed(Ranks.idOf(2), death());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, inCollective::check).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.collectiveReceive(null, 0, 0, 1, 1, 0)).errorClass());
            assertEquals(false, plain.isDone());
            world.engine().release(inCollective);
        }
    }

    @Test
    void aLargeMessageWhoseReceiverDiesEndsWithTheReason() {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco world = ranks.worlds.get(0);
            Request large = world.isend(new byte[3_000_000], 0, 3_000_000, 1, 1, 0);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            assertTrue(large.isDone());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, large::check).errorClass());
            world.engine().release(large);
        }
    }

    @Test
    void moreEarlyMessagesThanAProcessMayHoldEndInAnErrorThatNamesTheBound() {
        try (Ranks ranks = new Ranks(1, false)) {
            Lco world = ranks.worlds.get(0);
            int limit = world.engine().earlyCap.limit();
            Request waiting = world.irecv(null, 0, 0, INT, 0, 1);
            for (int i = 0; i < limit; i++) {
                world.send(null, 0, 0, INT, 0, 0);
            }
            MpiFailure failure = assertThrows(MpiFailure.class, () -> world.send(null, 0, 0, INT, 0, 0));
            assertEquals(ErrorClass.NO_MEMORY, failure.errorClass());
            assertTrue(failure.why().contains(Integer.toString(limit)));
            assertEquals(ErrorClass.NO_MEMORY, assertThrows(MpiFailure.class, waiting::check).errorClass());
            assertThrows(MpiFailure.class, () -> world.recv(null, 0, 0, INT, 0, 0));
        }
    }

    @Test
    void envelopesThatCannotBeMeantAreRefusedAndHarmNothing() {
        Ranks.run(2, world -> {
            Engine engine = world.engine();
            if (world.rank() == 0) {
                var startpoint = engine.context().startpointTo(Ranks.idOf(1), 1);
                int enqueue = org.braid.base.wire.HandlerId.of(Envelope.ENQUEUE);
                int matched = org.braid.base.wire.HandlerId.of(Envelope.MATCHED);
                for (int[] bad : new int[][] {{-1, 0, 0}, {2, 0, 0}, {0, -1, 0}, {0, 0, 1 << 10}, {0, 0, Envelope.SYNCHRONOUS | Envelope.COLLECTIVE}}) {
                    startpoint.send(enqueue, bad[0], bad[1], bad[2], 0, null, 0, 0);
                }
                var itsEngine = engine.context().startpointTo(Ranks.idOf(1), Engine.ENGINE_ENDPOINT);
                for (int handle : new int[] {-1, 0, 1, 1 << 20, Integer.MIN_VALUE}) {
                    itsEngine.send(matched, handle, 0, 0, 0, null, 0, 0);
                }
                itsEngine.send(enqueue, 0, 0, 0, 0, null, 0, 0);
                world.send(new int[] {3}, 0, 4, INT, 1, 0);
            } else {
                int[] got = new int[1];
                Request synchronous = world.issend(got, 0, 4, INT, 0, 9);
                engine.finish(world.recv(got, 0, 4, INT, 0, 0));
                assertEquals(3, got[0]);
                assertEquals(6, engine.context().notices().size());
                engine.await(synchronous);
                engine.release(synchronous);
            }
            if (world.rank() == 0) {
                engine.finish(world.recv(new int[1], 0, 4, INT, 1, 9));
            }
        });
    }
}
