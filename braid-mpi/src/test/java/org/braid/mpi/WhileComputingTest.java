package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was started goes on while every rank computes, where the program wants that: nobody calls anything until all is over. */
@Timeout(60)
class WhileComputingTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int BYTE = 1;

    private static void run(int size, Ranks.Body body) {
        try (Ranks ranks = new Ranks(size, true)) {
            ranks.worlds.forEach(world -> Ranks.process(world).goOnWhileComputing());
            ranks.run(body);
            ranks.nothingLeaked();
        }
    }

    /** Without a call of anything that could move it on. */
    private static void computeUntilDone(Request started) {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!started.isDone()) {
            assertTrue(System.nanoTime() < deadlineNs, "nothing moves on what was started");
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void startedCollectivesEndAlthoughNoRankCallsAnything(int size) {
        run(size, world -> {
            CollectiveRuns runs = Ranks.collectives(world);
            for (int words : new int[] {1, 100, 20_000}) {
                long[] mine = new long[words];
                Arrays.fill(mine, world.rank());
                long[] all = new long[words * size];
                Request started = new Words(runs).startAllgather(Purpose.DUP, mine, all, () -> {});
                computeUntilDone(started);
                world.completions().finish(started);
                for (int at = 0; at < all.length; at++) {
                    assertEquals(at / words, all[at]);
                }
            }
        });
    }

    @Test
    void aLongMessageEndsAlthoughNeitherItsSenderNorItsReceiverCallsAnything() {
        run(2, world -> {
            byte[] message = new byte[8 << 20];
            Arrays.fill(message, (byte) 7);
            byte[] room = new byte[message.length];
            Request started = world.rank() == 0 ? world.isend(message, 0, message.length, BYTE, 1, 5) : world.irecv(room, 0, room.length, BYTE, 0, 5);
            computeUntilDone(started);
            world.completions().finish(started);
            if (world.rank() == 1) {
                assertArrayEquals(message, room);
            }
        });
    }

    @Test
    void whatEndsBadlyMeanwhileIsToldToWhoeverWaitsForIt() {
        run(2, world -> {
            Request started = world.rank() == 0 ? world.isend(new byte[100], 0, 100, BYTE, 1, 5) : world.irecv(new byte[10], 0, 10, BYTE, 0, 5);
            computeUntilDone(started);
            if (world.rank() == 0) {
                world.completions().finish(started);
            } else {
                assertThrows(MpiFailure.class, () -> world.completions().finish(started));
            }
        });
    }

    @Test
    void blockingCallsInTheMiddleOfStartedOnesFindTheirWay() {
        run(3, world -> {
            CollectiveRuns runs = Ranks.collectives(world);
            for (int round = 0; round < 200; round++) {
                long[] all = new long[3];
                Request started = new Words(runs).startAllgather(Purpose.DUP, new long[] {round + world.rank()}, all, () -> {});
                exchange(world, round);
                world.completions().finish(started);
                assertArrayEquals(new long[] {round, round + 1, round + 2}, all);
            }
        });
    }

    private static void exchange(Lco world, int round) {
        byte[] in = new byte[1];
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        world.send(new byte[] {(byte) round}, 0, 1, BYTE, right, round);
        world.completions().finish(world.recv(in, 0, 1, BYTE, left, round));
        assertEquals((byte) round, in[0]);
    }

    @Test
    void aProcessOfOneThreadIsRefused() {
        try (Ranks ranks = new Ranks(1, false)) {
            MpiProcess process = Ranks.process(ranks.worlds.getFirst());
            assertThrows(IllegalStateException.class, process::goOnWhileComputing);
        }
    }
}
