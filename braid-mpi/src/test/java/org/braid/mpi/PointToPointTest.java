package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ranks of one process, each in its thread. */
class PointToPointTest {
    private static final int INT = 4;
    private static final int DOUBLE = 7;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 28, 29, 64, 65, 1000, 4096, 8192, 16_384, 65_536, 65_537, 300_000, 1 << 20, (1 << 20) + 1, 5_000_000})
    void aMessageArrivesWholeWhetherItsReceiveCameBeforeOrAfter(int bytes) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        Ranks.run(2, world -> {
            for (int round = 0; round < 4; round++) {
                if (world.rank() == 0) {
                    world.send(data, 0, bytes, 1, 1, round);
                    receiveAndCheck(world, data, 1, round);
                } else {
                    if ((round & 1) == 0) {
                        world.completions().release(world.probe(0, round)); // so that it is there before its receive
                    }
                    receiveAndCheck(world, data, 0, round);
                    world.send(data, 0, bytes, 1, 0, round);
                }
            }
            assertEquals(0, world.completions().liveRequests());
        });
    }

    private static void receiveAndCheck(Lco world, byte[] expected, int source, int tag) {
        byte[] got = new byte[expected.length];
        Request r = world.recv(got, 0, got.length, 1, source, tag);
        r.check();
        assertEquals(source, r.source());
        assertEquals(tag, r.tag());
        assertEquals(expected.length, r.bytes());
        assertArrayEquals(expected, got);
        world.completions().release(r);
    }

    @Test
    void everyKindOfUserMemoryIsSentAndReceivedFromAnOffset() {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.send(new int[] {1, 2, 3, 4}, 4, 8, INT, 1, 0);
                world.send(new double[] {1, 2, 3}, 8, 16, DOUBLE, 1, 1);
                world.send(ByteBuffer.allocateDirect(16).putLong(8, 42), 8, 8, 1, 1, 2);
            } else {
                int[] ints = new int[5];
                take(world, ints, 12, 8, INT, 0);
                assertArrayEquals(new int[] {0, 0, 0, 2, 3}, ints);
                double[] doubles = new double[2];
                take(world, doubles, 0, 16, DOUBLE, 1);
                assertArrayEquals(new double[] {2, 3}, doubles);
                ByteBuffer buffer = ByteBuffer.allocateDirect(8);
                take(world, buffer, 0, 8, 1, 2);
                assertEquals(42, buffer.getLong(0));
            }
        });
    }

    private static void take(Lco world, Object base, long offset, long bytes, int type, int tag) {
        Request r = world.recv(base, offset, bytes, type, 0, tag);
        r.check();
        world.completions().release(r);
    }

    @Test
    void messagesOfOneSenderAreReceivedInTheOrderInWhichTheyWereSentWhateverTheirSizes() {
        int count = 3_000;
        Ranks.run(2, world -> {
            byte[] data = new byte[100_000];
            for (int i = 0; i < count; i++) {
                int bytes = i % 97 == 0 ? data.length : 4 + i % 60;
                if (world.rank() == 0) {
                    ByteBuffer.wrap(data).putInt(0, i);
                    world.send(data, 0, bytes, 1, 1, i & 1);
                } else {
                    Request r = world.recv(data, 0, data.length, 1, Lco.ANY, i % 3 == 0 ? Lco.ANY : i & 1);
                    r.check();
                    assertEquals(i, ByteBuffer.wrap(data).getInt(0));
                    assertEquals(bytes, r.bytes());
                    assertEquals(i & 1, r.tag());
                    world.completions().release(r);
                }
            }
        });
    }

    @Test
    void aMessageWithALaterTagIsReachedThoughThousandsOfOthersWaitBeforeIt() {
        int others = 100_000;
        Ranks.run(2, world -> {
            Completions completions = world.completions();
            long[] value = new long[1];
            if (world.rank() == 0) {
                Request[] sends = new Request[others];
                for (int i = 0; i < others; i++) {
                    value = new long[] {i};
                    sends[i] = world.isend(value, 0, 8, 6, 1, 1);
                }
                world.send(new long[] {-1}, 0, 8, 6, 1, 2);
                for (Request send : sends) {
                    completions.finish(send);
                }
            } else {
                completions.finish(world.recv(value, 0, 8, 6, 0, 2));
                assertEquals(-1, value[0]);
                for (int i = 0; i < others; i++) {
                    completions.finish(world.recv(value, 0, 8, 6, 0, 1));
                    assertEquals(i, value[0]);
                }
            }
            assertEquals(0, completions.liveRequests());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 100_000, 3_000_000})
    void aSynchronousSendIsDoneOnlyWhenItsReceiveIsThere(int bytes) {
        Ranks.run(2, world -> {
            Completions completions = world.completions();
            byte[] data = new byte[bytes];
            if (world.rank() == 0) {
                Request send = world.issend(data, 0, bytes, 1, 1, 5);
                completions.finish(world.recv(null, 0, 0, 1, 1, 1)); // rank 1 has looked at it, and not received it
                assertFalse(send.isDone());
                world.send(null, 0, 0, 1, 1, 2);
                completions.finish(send);
            } else {
                completions.release(world.probe(0, 5));
                world.send(null, 0, 0, 1, 0, 1);
                completions.finish(world.recv(null, 0, 0, 1, 0, 2));
                completions.finish(world.recv(data, 0, bytes, 1, 0, 5));
                world.ssend(data, 0, bytes, 1, 0, 6);
            }
            if (world.rank() == 0) {
                completions.finish(world.recv(data, 0, bytes, 1, 1, 6));
            }
            assertEquals(0, completions.liveRequests());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 200_000})
    void aMessageLongerThanItsBufferIsTruncatedAndSaysSo(int bytes) {
        Ranks.run(2, world -> {
            byte[] data = new byte[bytes];
            if (world.rank() == 0) {
                world.send(data, 0, bytes, 1, 1, 3);
            } else {
                Request r = world.recv(data, 0, bytes - 1, 1, 0, 3);
                MpiFailure failure = assertThrows(MpiFailure.class, r::check);
                assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
                assertTrue(failure.why().contains(Integer.toString(bytes)), failure.why());
                world.completions().release(r);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 200_000})
    void aMessageOfAnotherDatatypeIsRefusedByItsReceive(int bytes) {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.send(new int[bytes / 4], 0, bytes, INT, 1, 0);
                world.send(new int[bytes / 4], 0, bytes, INT, 1, 1);
                world.send(null, 0, 0, INT, 1, 2);
            } else {
                double[] buffer = new double[bytes / 8];
                Request r = world.recv(buffer, 0, bytes, DOUBLE, 0, 0);
                assertEquals(ErrorClass.TYPE, assertThrows(MpiFailure.class, r::check).errorClass());
                world.completions().release(r);
                world.completions().finish(world.recv(buffer, 0, bytes, 0, 0, 1));
                world.completions().finish(world.recv(buffer, 0, bytes, DOUBLE, 0, 2));
            }
        });
    }

    @Test
    void ranksTagsAndCountsOutOfRangeAreNamed() {
        Ranks.run(1, world -> {
            assertEquals(ErrorClass.RANK, errorOf(() -> world.send(null, 0, 0, 1, 1, 0)));
            assertEquals(ErrorClass.RANK, errorOf(() -> world.send(null, 0, 0, 1, Lco.ANY, 0)));
            assertEquals(ErrorClass.TAG, errorOf(() -> world.send(null, 0, 0, 1, 0, -1)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.send(null, 0, -8, 1, 0, 0)));
            assertEquals(ErrorClass.RANK, errorOf(() -> world.irecv(null, 0, 0, 1, 1, 0)));
            assertEquals(ErrorClass.RANK, errorOf(() -> world.irecv(null, 0, 0, 1, -3, 0)));
            assertEquals(ErrorClass.TAG, errorOf(() -> world.irecv(null, 0, 0, 1, 0, -2)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.irecv(null, 0, -1, 1, 0, 0)));
            assertEquals(0, world.completions().liveRequests());
        });
    }

    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(MpiFailure.class, call::run).errorClass();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 300_000})
    void aReceiveForAnyLengthGetsAnArrayOfThatLength(int bytes) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                Request first = world.isend(data, 0, bytes, 9, 1, 0);
                world.send(data, 0, bytes, 9, 1, 1);
                world.completions().finish(first);
            } else {
                for (int tag = 1; tag >= 0; tag--) {
                    Request r = world.irecvWhole(9, 0, tag);
                    world.completions().await(r);
                    r.check();
                    assertEquals(bytes, r.bytes());
                    assertArrayEquals(data, bytes == 0 ? new byte[0] : (byte[]) r.base());
                    world.completions().release(r);
                }
            }
        });
    }

    @Test
    void nobodyIsARankToo() {
        Ranks.run(1, world -> {
            world.send(new byte[4], 0, 4, 1, Lco.PROC_NULL, 0);
            Request r = world.recv(new byte[4], 0, 4, 1, Lco.PROC_NULL, 0);
            assertEquals(Lco.PROC_NULL, r.source());
            assertEquals(Lco.ANY, r.tag());
            assertEquals(0, r.bytes());
            world.completions().finish(r);
        });
    }

    @Test
    void aRankSendsToItself() {
        Ranks.run(1, world -> {
            Completions completions = world.completions();
            int[] got = new int[50_000];
            for (int ints : new int[] {1, 10_000, 50_000}) {
                int[] data = new int[ints];
                data[ints - 1] = ints;
                Request before = world.irecv(got, 0, 200_000, INT, 0, 1);
                world.send(data, 0, 4L * ints, INT, 0, 1);
                completions.finish(before);
                assertEquals(ints, got[ints - 1]);
                got[ints - 1] = 0;
                Request send = world.isend(data, 0, 4L * ints, INT, 0, 2);
                Request synchronous = world.issend(data, 0, 4L * ints, INT, 0, 3);
                assertFalse(synchronous.isDone());
                completions.finish(world.recv(got, 0, 200_000, INT, Lco.ANY, 3));
                assertTrue(synchronous.isDone());
                completions.finish(world.recv(got, 0, 200_000, INT, Lco.ANY, 2));
                assertEquals(ints, got[ints - 1]);
                completions.finish(send);
                completions.finish(synchronous);
            }
            assertEquals(0, completions.liveRequests());
        });
    }

    @Test
    void aProbeTellsWhatWaitsAndLeavesIt() {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.send(new byte[12], 0, 12, 1, 1, 9);
                world.send(new byte[400_000], 0, 400_000, 1, 1, 10);
            } else {
                Completions completions = world.completions();
                Request any = world.probe(Lco.ANY, Lco.ANY);
                assertEquals(12, any.bytes());
                assertEquals(9, any.tag());
                completions.release(any);
                Request large = world.probe(0, 10);
                assertEquals(400_000, large.bytes());
                completions.release(large);
                assertNull(world.iprobe(0, 11));
                Request again = world.iprobe(0, 9);
                assertTrue(again != null && again.bytes() == 12);
                completions.release(again);
                completions.finish(world.recv(new byte[12], 0, 12, 1, 0, 9));
                completions.finish(world.recv(new byte[400_000], 0, 400_000, 1, 0, 10));
                assertEquals(0, completions.liveRequests());
            }
        });
    }

    @Test
    void aReceiveThatHasMetNothingIsCancelledAndTakesNoMessage() {
        Ranks.run(1, world -> {
            Completions completions = world.completions();
            int[] never = new int[1];
            Request r = world.irecv(never, 0, 4, INT, 0, 0);
            completions.cancel(r);
            assertTrue(r.isDone());
            assertTrue(r.isCancelled());
            completions.release(r);
            world.send(new int[] {5}, 0, 4, INT, 0, 0);
            int[] got = new int[1];
            Request second = world.recv(got, 0, 4, INT, 0, 0);
            completions.cancel(second);
            assertFalse(second.isCancelled());
            completions.finish(second);
            assertEquals(5, got[0]);
            assertEquals(0, never[0]);
        });
    }

    @Test
    void manyReceivesPostedAheadAreFilledInOrder() {
        int window = 500;
        Ranks.run(2, world -> {
            Completions completions = world.completions();
            int[] got = new int[window];
            Request[] requests = new Request[window];
            for (int round = 0; round < 20; round++) {
                if (world.rank() == 0) {
                    for (int i = 0; i < window; i++) {
                        world.send(new int[] {round * window + i}, 0, 4, INT, 1, 0);
                    }
                    completions.finish(world.recv(null, 0, 0, 1, 1, 1));
                } else {
                    for (int i = 0; i < window; i++) {
                        requests[i] = world.irecv(got, 4L * i, 4, INT, 0, 0);
                    }
                    for (int i = 0; i < window; i++) {
                        completions.finish(requests[i]);
                        assertEquals(round * window + i, got[i]);
                    }
                    world.send(null, 0, 0, 1, 0, 1);
                }
            }
        });
    }
}
