package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.FetchedLong;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream that carries accesses to remote memory goes from lane to lane in the middle of them, to lanes with shorter frames, too: each is done once, in its place and in order. */
@Timeout(60)
class RemoteMemoryMovesTest {
    private static final List<String> WAYS = List.of("tcp", "checksum+shm(ring=64KiB)", "unix", "stripe(tcp, checksum+shm)", "lz4+tcp", "pass+shm(ring=64KiB, eager=1KiB)");
    private static final int WORDS = 20_000;

    @Test
    void everyPutGetAndWordIsDoneOnceWhereverTheStreamGoes() throws InterruptedException {
        for (long seed = 1; seed <= 4; seed++) {
            try (World world = World.apart(2, "auto", true)) {
                SplittableRandom random = new SplittableRandom(seed);
                long[] memory = new long[WORDS];
                long[] expected = new long[WORDS];
                Region region = world.at(1).publish(memory, 0, Long.BYTES * (long) WORDS, Set.of(Right.values()), Long.MAX_VALUE, world.at(1).newEndpoint(1));
                MethodExpression first = MethodExpression.parse("tcp");
                PutBuffer message = new PutBuffer();
                region.put(message);
                RemoteRegion remote = world.at(0).regionFrom(new GetBuffer(message.toBytes()), first);
                assertFalse(remote.isDirect());
                Startpoint same = world.link(0, 1).by(first);
                assertTrue(same.lane() != null);
                AtomicReference<Throwable> failed = new AtomicReference<>();
                Thread mover = Thread.ofPlatform().start(() -> {
                    try {
                        for (int i = 0; i < 40; i++) {
                            same.moveTo(MethodExpression.parse(WAYS.get(i * 7 % WAYS.size())));
                            assertTrue(same.awaitHandled(TimeUnit.SECONDS.toNanos(20)));
                        }
                    } catch (Throwable thrown) {
                        failed.set(thrown);
                    }
                });
                List<Completion> open = new ArrayList<>();
                int rounds = 0;
                while (mover.isAlive() || rounds < 50) {
                    access(random, remote, expected, open);
                    rounds++;
                }
                mover.join();
                assertNull(failed.get(), "seed " + seed);
                for (Completion each : open) {
                    assertTrue(world.at(0).progress().await(each, TimeUnit.SECONDS.toNanos(20)), () -> "an access has no end" + world.notices());
                    assertNull(each.failure());
                }
                long[] back = new long[WORDS];
                remote.get(0, back, 0, Long.BYTES * (long) WORDS);
                assertEquals(-1, Arrays.mismatch(expected, memory), "seed " + seed);
                assertEquals(-1, Arrays.mismatch(expected, back), "seed " + seed);
            }
        }
    }

    @Test
    void aMessageByTheMethodsOfTheRegionIsHandledBehindItsPuts() throws InterruptedException {
        try (World world = World.apart(2, "auto", true)) {
            long[] memory = new long[WORDS];
            long[] seen = new long[2];
            int look = world.register("moves.look", i -> (to, a0, a1, a2, a3, payload) -> seen[0] = memory[WORDS - 1] == ++seen[1] ? seen[0] : seen[1]);
            Region region = world.at(1).publish(memory, 0, Long.BYTES * (long) WORDS, Set.of(Right.PUT), Long.MAX_VALUE, world.at(1).newEndpoint(1));
            MethodExpression tcp = MethodExpression.parse("tcp");
            PutBuffer message = new PutBuffer();
            region.put(message);
            RemoteRegion remote = world.at(0).regionFrom(new GetBuffer(message.toBytes()), tcp);
            Startpoint same = world.link(0, 1).by(tcp);
            long[] data = new long[WORDS];
            for (int round = 1; round <= 50; round++) {
                Arrays.fill(data, round);
                Completion there = new Completion();
                assertFalse(remote.put(0, data, 0, Long.BYTES * (long) WORDS, there));
                same.send(look, 0, 0, 0, 0, null, 0, 0);
            }
            assertTrue(same.awaitHandled(TimeUnit.SECONDS.toNanos(20)));
            assertEquals(50, seen[1]);
            assertEquals(0, seen[0], "a message was handled before the put that it was sent behind");
        }
    }

    private static void access(SplittableRandom random, RemoteRegion remote, long[] expected, List<Completion> open) {
        int at = random.nextInt(WORDS);
        if (random.nextBoolean()) {
            FetchedLong before = new FetchedLong();
            assertFalse(remote.fetchAndAdd(Long.BYTES * (long) at, 3, before));
            expected[at] += 3;
            open.add(before);
        } else {
            int words = random.nextInt(4) == 0 ? random.nextInt(WORDS - at) : random.nextInt(Math.min(20, WORDS - at));
            long[] data = random.longs(words).toArray();
            Completion there = new Completion();
            assertFalse(remote.put(Long.BYTES * (long) at, data, 0, Long.BYTES * (long) words, there));
            System.arraycopy(data, 0, expected, at, words);
            open.add(there);
        }
        if (open.size() > 100) {
            open.removeIf(each -> each.isDone() && each.failure() == null);
        }
    }
}
