package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.HandlerId;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MatchedMessage;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;

/** A rank that dies, and bounds that are met: whoever waits is told, nobody waits for ever. */
class FailureTest {
    private static final int INT = 4;
    private static final int WITHDRAWAL = 1 << 12;

    private static BraidException death() {
        return new BraidException(ErrorCode.MPI_PEER_FAILED, "rank 1 has failed", "killed by signal 9", "See its last lines");
    }

    @Test
    void whoeverWaitsForADeadRankIsToldAndOthersAreNot() {
        try (Ranks ranks = new Ranks(3, false)) {
            Lco world = ranks.worlds.get(0);
            Completions completions = world.completions();
            world.send(null, 0, 0, INT, 1, 0); // so that a lane exists
            Request fromDead = world.irecv(new int[1], 0, 4, INT, 1, 0);
            Request fromAny = world.irecv(new int[1], 0, 4, INT, Lco.ANY, 0);
            Request fromLive = world.irecv(new int[1], 0, 4, INT, 2, 0);
            Request unmatched = world.issend(new int[1], 0, 4, INT, 1, 0);
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            for (Request r : new Request[] {fromDead, fromAny, unmatched}) {
                assertTrue(r.isDone());
                MpiFailure failure = assertThrows(MpiFailure.class, r::check);
                assertEquals(ErrorClass.PEER_FAILED, failure.errorClass());
                assertEquals("killed by signal 9", failure.why());
                completions.release(r);
            }
            assertEquals(false, fromLive.isDone());
            ranks.worlds.get(2).send(new int[] {8}, 0, 4, INT, 0, 0);
            completions.finish(awaited(completions, fromLive));
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.recv(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.send(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(0, completions.liveRequests());
        }
    }

    private static Request awaited(Completions completions, Request r) {
        completions.await(r);
        return r;
    }

    @Test
    void aReceiveFromARankThatDiedBeforeAnythingWasEverSentToItIsToldToo() {
        try (Ranks ranks = new Ranks(2, false)) {
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            Lco world = ranks.worlds.get(0);
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.recv(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.send(null, 0, 0, INT, 1, 0)).errorClass());
            assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, () -> world.probe(Lco.ANY, 0)).errorClass());
        }
    }

    @Test
    void aSynchronousMessageThatAMatchedProbeTookIsReceivedAlthoughItsSenderDied() {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco world = ranks.worlds.get(0);
            Request sent = ranks.worlds.get(1).issend(new int[] {8}, 0, 4, INT, 0, 0);
            MatchedMessage taken = world.improbe(1, 0);
            while (taken == null) {
                taken = world.improbe(1, 0);
            }
            ranks.context(0).peerFailed(Ranks.idOf(1), death());
            int[] into = new int[1];
            world.completions().finish(taken.receive(into, 0, 4, INT));
            assertEquals(8, into[0]);
            assertEquals(0, world.completions().liveRequests());
            assertEquals(false, sent.isDone());
        }
    }

    @Test
    void aSynchronousMessageIsReceivedAlthoughItsSenderCannotBeToldAnyMore() {
        try (Ranks ranks = new Ranks(2, false)) {
            Lco world = ranks.worlds.get(0);
            Request sent = ranks.worlds.get(1).issend(new int[] {8}, 0, 4, INT, 0, 0);
            while (world.iprobe(1, 0) == null) {
                Thread.onSpinWait();
            }
            ranks.leavesTheDirectory(1); // as a process that has just ended does, before anybody is told
            int[] into = new int[1];
            world.completions().finish(world.irecv(into, 0, 4, INT, 1, 0));
            assertEquals(8, into[0]);
            assertEquals(false, sent.isDone());
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
            world.completions().release(inCollective);
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
            world.completions().release(large);
        }
    }

    @Test
    void moreEarlyMessagesThanAProcessMayHoldEndInAnErrorThatNamesTheBound() {
        try (Ranks ranks = new Ranks(1, false)) {
            Lco world = ranks.worlds.get(0);
            int limit = world.inbox().mostEarly();
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
            Completions completions = world.completions();
            if (world.rank() == 0) {
                var startpoint = Ranks.process(world).context().startpointTo(Ranks.idOf(1), 1);
                int enqueue = HandlerId.of(Envelope.ENQUEUE);
                int matched = HandlerId.of(Envelope.MATCHED);
                for (int[] bad : new int[][] {{-1, 0, 0}, {2, 0, 0}, {0, -1, 0}, {0, 0, 1 << 13}, {0, 0, WITHDRAWAL | Envelope.SYNCHRONOUS}, {0, 0, Envelope.SYNCHRONOUS | Envelope.COLLECTIVE}}) {
                    startpoint.send(enqueue, bad[0], bad[1], bad[2], 0, null, 0, 0);
                }
                for (int[] ofNothing : new int[][] {{-1, 0}, {2, 0}, {0, -1}, {0, 9}, {0, 0}}) {
                    startpoint.send(enqueue, ofNothing[0], ofNothing[1], WITHDRAWAL, -1, null, 0, 0);
                }
                var itsEngine = Ranks.process(world).context().startpointTo(Ranks.idOf(1), Envelope.PROCESS_ENDPOINT);
                for (int handle : new int[] {-1, 0, 1, 1 << 20, Integer.MIN_VALUE}) {
                    itsEngine.send(matched, handle, 0, 0, 0, null, 0, 0);
                    itsEngine.send(matched, handle, 1, 0, 0, null, 0, 0);
                    itsEngine.send(matched, handle, 2, 0, 0, null, 0, 0);
                }
                itsEngine.send(enqueue, 0, 0, 0, 0, null, 0, 0);
                world.send(new int[] {3}, 0, 4, INT, 1, 0);
            } else {
                int[] got = new int[1];
                Request synchronous = world.issend(got, 0, 4, INT, 0, 9);
                completions.finish(world.recv(got, 0, 4, INT, 0, 0));
                assertEquals(3, got[0]);
                assertEquals(7, Ranks.process(world).context().notices().size());
                completions.await(synchronous);
                completions.release(synchronous);
            }
            if (world.rank() == 0) {
                completions.finish(world.recv(new int[1], 0, 4, INT, 1, 9));
            }
        });
    }
}
