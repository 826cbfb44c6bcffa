package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Operation;
import org.braid.link.progress.Progress;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local communicator objects: names that travel, arbitrary connections, and intracommunicators made of them. */
class LcoTest {
    private static final int INT = 4;

    /** generalized-communicators, figure 2. */
    @Test
    void aChannelIsMadeBySendingTheNameOfItsReceivingEnd() {
        Ranks.run(2, world -> {
            Completions completions = world.completions();
            long[] name = new long[LcoName.BYTES / 8];
            if (world.rank() == 0) {
                Lco receiver = world.newLco();
                receiver.addReceiveSlots(1);
                receiver.name().put(name, 0);
                world.send(name, 0, LcoName.BYTES, 0, 1, 99);
                int[] message = new int[1];
                for (int expected = 10; expected >= 0; expected--) {
                    completions.finish(receiver.recv(message, 0, 4, INT, 0, 99));
                    assertEquals(expected, message[0]);
                }
                receiver.close();
            } else {
                completions.finish(world.recv(name, 0, LcoName.BYTES, 0, 0, 99));
                Lco sender = world.newLco();
                sender.addSendSlots(new LcoName[] {LcoName.get(name, 0)}, new int[] {0});
                for (int message = 10; message >= 0; message--) {
                    sender.send(new int[] {message}, 0, 4, INT, 0, 99);
                }
                assertEquals(Lco.NO_RANK, sender.rank());
                sender.close();
            }
        });
    }

    /** generalized-communicators, figure 1(e), with both objects of the senders in one process. */
    @Test
    void twoObjectsOfOneProcessSendToOneReceiverAtItsTwoSlots() {
        Ranks.run(1, world -> {
            Completions completions = world.completions();
            Lco receiver = world.newLco();
            receiver.addReceiveSlots(2);
            for (int slot = 0; slot < 2; slot++) {
                Lco sender = world.newLco();
                sender.addSendSlots(new LcoName[] {receiver.name()}, new int[] {slot});
                sender.send(new int[] {100 + slot}, 0, 4, INT, 0, 1);
            }
            int[] got = new int[1];
            for (int slot = 1; slot >= 0; slot--) {
                completions.finish(receiver.recv(got, 0, 4, INT, slot, 1));
                assertEquals(100 + slot, got[0]);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void aDuplicateHasTheSameRanksAndMessagesOfItsOwn(int size) {
        Ranks.run(size, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            Lco copy = Intracommunicators.dup(collectives);
            assertEquals(size, copy.size());
            assertEquals(world.rank(), copy.rank());
            int right = (world.rank() + 1) % size;
            int left = (world.rank() - 1 + size) % size;
            world.send(new int[] {1}, 0, 4, INT, right, 0);
            copy.send(new int[] {2}, 0, 4, INT, right, 0);
            assertEquals(2, receive(copy, left));
            assertEquals(1, receive(world, left));
            CollectiveRuns ofCopy = Ranks.collectives(copy);
            ofCopy.run(ofCopy.call(Operation.BARRIER));
            copy.close();
            assertThrows(MpiFailure.class, () -> copy.send(null, 0, 0, INT, 0, 0));
        });
    }

    @Test
    void aSplitOrdersItsRanksByKeyAndLeavesOutWhoHasNoColour() {
        Ranks.run(5, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            int color = world.rank() == 4 ? Intracommunicators.UNDEFINED : world.rank() % 2;
            Lco part = Intracommunicators.split(collectives, Purpose.SPLIT, color, -world.rank());
            if (world.rank() == 4) {
                assertNull(part);
                return;
            }
            Lco half = Objects.requireNonNull(part);
            assertEquals(2, half.size());
            assertEquals(world.rank() < 2 ? 1 : 0, half.rank());
            half.send(new int[] {world.rank()}, 0, 4, INT, 1 - half.rank(), 0);
            assertEquals((world.rank() + 2) % 4, receive(half, 1 - half.rank()));
        });
    }

    @Test
    void splittingByAnEqualKeyKeepsTheOrderOfRanks() {
        Ranks.run(4, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            Lco same = Objects.requireNonNull(Intracommunicators.split(collectives, Purpose.SPLIT, 7, Integer.MAX_VALUE));
            assertEquals(world.rank(), same.rank());
            assertArrayEquals(new int[] {0, 1, 2, 3}, contexts(same));
        });
    }

    @Test
    void hundredsOfCommunicatorsLiveAndDieWithoutMixingUpTheirMessages() {
        Ranks.run(2, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            for (int i = 0; i < 300; i++) {
                Lco copy = Intracommunicators.dup(collectives);
                copy.send(new int[] {i}, 0, 4, INT, 1 - world.rank(), 0);
                assertEquals(i, receive(copy, 1 - world.rank()));
                copy.close();
            }
            assertEquals(0, world.completions().liveRequests());
        });
    }

    @Test
    void anObjectFreedWhileAReceiveIsPostedStaysUntilTheReceiveIsDone() {
        Ranks.run(2, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            Lco copy = Intracommunicators.dup(collectives);
            int[] got = new int[1];
            Request pending = copy.irecv(got, 0, 4, INT, 1 - world.rank(), 0);
            copy.send(new int[] {world.rank() + 50}, 0, 4, INT, 1 - world.rank(), 0);
            copy.close();
            world.completions().await(pending);
            world.completions().finish(pending);
            assertEquals(51 - world.rank(), got[0]);
            Lco next = Intracommunicators.dup(collectives);
            assertNotEquals(copy.name(), next.name());
        });
    }

    @Test
    void collectivesRunOnAnyCommunicator() {
        Ranks.run(3, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            CollectiveRuns engine = Ranks.collectives(Intracommunicators.dup(collectives));
            for (int i = 0; i < 10; i++) {
                int[] value = {world.rank() == 1 ? 4711 + i : 0};
                engine.run(engine.call(Operation.BCAST).root(1).count(1, 4).type(INT).out(value, 0));
                assertEquals(4711 + i, value[0]);
            }
            byte[] large = new byte[300_000];
            large[299_999] = (byte) (world.rank() == 2 ? 9 : 0);
            engine.run(engine.call(Operation.BCAST).root(2).count(300_000, 1).type(1).out(large, 0));
            assertEquals(9, large[299_999]);
            assertEquals(0, world.completions().liveRequests());
        });
    }

    @Test
    void ranksThatCallDifferentCollectivesAreToldSo() {
        Ranks.run(2, world -> {
            CollectiveRuns collectives = Ranks.collectives(world);
            CollectiveRuns engine = Ranks.collectives(Intracommunicators.dup(collectives));
            byte[] value = new byte[8];
            Operation operation = world.rank() == 0 ? Operation.BCAST : Operation.BARRIER;
            engine.run(engine.call(Operation.BARRIER));
            BraidException told =
                    assertThrows(BraidException.class, () -> {
                        engine.run(engine.call(operation).count(1, 8).out(value, 0));
                        engine.run(engine.call(Operation.BARRIER));
                    });
            assertEquals(ErrorCode.MPI_COLLECTIVE_DIFFERS, told.code());
        });
    }

    private static int receive(Lco comm, int source) {
        int[] got = new int[1];
        comm.completions().finish(comm.recv(got, 0, 4, INT, source, 0));
        return got[0];
    }

    private static int[] contexts(Lco comm) {
        int[] numbers = new int[comm.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) comm.nameOf(i).context().number();
        }
        return numbers;
    }

    /** Who has been told that an object is there, and comes to the token behind its end, is told of that end and does not wait for it. */
    @ParameterizedTest
    @ValueSource(strings = {"receive", "probe", "matched probe"})
    void whoeverWaitsForTheTokenWhileAnObjectIsFreedIsTold(String call) {
        Ranks.run(1, world -> {
            Lco freed = world.newLco();
            freed.addReceiveSlots(1);
            Progress progress = Ranks.process(world).context().progress();
            AtomicReference<Throwable> told = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                switch (call) {
                    case "receive" -> freed.recv(new int[1], 0, 4, INT, 0, 1);
                    case "probe" -> freed.probe(0, 1);
                    default -> freed.mprobePatiently(0, 1);
                }
            });
            caller.setDaemon(true);
            caller.setUncaughtExceptionHandler((thread, thrown) -> told.set(thrown));
            progress.enter();
            try {
                caller.start();
                while (caller.getState() != Thread.State.TIMED_WAITING) {
                    Thread.yield(); // until it waits for the token
                }
                freed.free();
            } finally {
                progress.exit();
            }
            assertTrue(caller.join(Duration.ofSeconds(20)), "it waits for ever");
            assertEquals(ErrorClass.COMM, assertInstanceOf(MpiFailure.class, told.get()).errorClass());
        });
    }
}
