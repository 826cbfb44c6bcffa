package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.region.Region;
import org.braid.link.region.Right;
import org.braid.link.spi.FrameSink;
import org.braid.link.stream.Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer that has a capability, or bytes that look like one, and says whatever it likes: it reaches the region and nothing else, and the context goes on. */
class HostileAccessTest {
    private static final int MARGIN = 64;
    private static final int LENGTH = 256;
    private static final int FRAMES_PER_SEED = 200;
    private static final byte GUARD = 0x5A;

    @Test
    void noFrameReachesBeyondTheRegionOrThrowsIntoThePoll() {
        int[] changed = new int[1];
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (Context victim = Context.open(ContextConfig.alone()); Arena arena = Arena.ofShared()) {
                int[] heard = new int[1];
                int echo = victim.register("echo", (to, a0, a1, a2, a3, payload) -> heard[0]++);
                MemorySegment memory = arena.allocate(MARGIN + LENGTH + MARGIN, 64);
                memory.fill(GUARD);
                memory.asSlice(MARGIN, LENGTH).fill((byte) 0);
                Set<Right> rights = random.nextBoolean() ? Set.of(Right.values()) : Set.of(Right.GET);
                Region region = victim.publish(memory, MARGIN, LENGTH, rights, random.nextInt(4) == 0 ? 0 : Long.MAX_VALUE, victim.newEndpoint(40, null));
                MemorySegment frames = arena.allocate(4096, 64).fill((byte) 1);
                Peer peer = victim.peer(new ContextId(7, 7, 7));
                attack(random, victim, victim.arrivals().from(peer, "test"), capability(region), frames, echo);
                for (int i = 0; i < MARGIN; i++) {
                    assertEquals(GUARD, memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, i), "before the region, seed " + seed);
                    assertEquals(GUARD, memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, MARGIN + LENGTH + i), "behind the region, seed " + seed);
                }
                boolean written = !Arrays.equals(new byte[LENGTH], memory.asSlice(MARGIN, LENGTH).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
                assertTrue(!written || rights.contains(Right.PUT), "written without the right, seed " + seed);
                changed[0] += written ? 1 : 0;
                heard[0] = 0;
                victim.startpointTo(victim.id(), 40).send(echo, 0, 0, 0, 0, null, 0, 0);
                assertTrue(victim.progress().awaitThat(() -> heard[0] == 1, 30_000_000_000L), "seed " + seed + ": the context no longer serves others");
                assertTrue(region.withdraw(0));
                victim.close(0);
            }
        }
        assertTrue(changed[0] > 20, "accesses that are allowed get through: " + changed[0]);
    }

    @Test
    void aPutOfWhichAPieceWasLostIsNotDone(@TempDir Path directory) throws IOException {
        int half = 8192;
        try (Context victim = Context.open(ContextConfig.alone()); RandomAccessFile file = new RandomAccessFile(directory.resolve("memory").toFile(), "rw"); Arena arena = Arena.ofShared()) {
            int[] heard = new int[1];
            int echo = victim.register("echo", (to, a0, a1, a2, a3, payload) -> heard[0]++);
            file.setLength(2L * half);
            MemorySegment memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 2L * half, arena);
            RegionCapability region = capability(victim.publish(memory, 0, 2L * half, Set.of(Right.PUT), Long.MAX_VALUE, victim.newEndpoint(40, null)));
            FrameSink initiator = victim.arrivals().from(victim.peer(new ContextId(7, 7, 7)), "test");
            MemorySegment frame = arena.allocate(AccessRequest.BYTES + half, 64).fill((byte) 1);
            ContextPair.inside(victim, () -> {
                cut(file, 0);
                put(initiator, region, frame, 0, 0, 0);
                cut(file, 2L * half); // it is there again
                put(initiator, region, frame, 9, half, echo);
            });
            assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, half), "no piece is written behind one that was lost");
            assertEquals(0, heard[0], "nobody is told that the put is done");
            victim.close(0);
        }
    }

    private static void cut(RandomAccessFile file, long bytes) {
        try {
            file.setLength(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void put(FrameSink initiator, RegionCapability region, MemorySegment frame, long id, long at, int handler) {
        int bytes = (int) frame.byteSize() - AccessRequest.BYTES;
        new AccessRequest(id, region.number(), AccessRequest.PUT, region.keyHigh(), region.keyLow(), at, bytes, 0, 0).write(frame);
        initiator.frame(FrameKind.ACCESS, 40, 0, handler, 0, 0, 0, 0, frame, 0, (int) frame.byteSize());
    }

    @Test
    void aPeerThatAsksAndDoesNotListenIsGivenUp() {
        try (ContextPair pair = new ContextPair(); Arena arena = Arena.ofShared()) {
            Peer attacker = pair.a.peer(pair.b.id());
            FrameSink from = pair.a.arrivals().from(attacker, "test");
            MemorySegment frame = arena.allocate(AccessRequest.BYTES, 64);
            ContextPair.inside(pair.a, () -> {
                for (int id = 1; id <= 300_000; id++) {
                    new AccessRequest(id, 3, AccessRequest.ADD, 1, 2, 0, 8, 1, 0).write(frame);
                    from.frame(FrameKind.ACCESS, 0, 0, 0, 0, 0, 0, 0, frame, 0, AccessRequest.BYTES);
                }
            });
            assertEquals(ErrorCode.CREDIT_VIOLATED, Objects.requireNonNull(attacker.failure()).code());
        }
    }

    @Test
    void aPeerThatNotifiesWithoutWaitingForItsAnswersIsGivenUp() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (ContextPair pair = new ContextPair(); Arena arena = Arena.ofShared()) {
            int slow = pair.a.registerBlocking("slow", (to, a0, a1, a2, a3, payload) -> {
                try {
                    mayEnd.await();
                } catch (InterruptedException ended) {
                    throw new IllegalStateException(ended);
                }
            }, 1);
            RegionCapability region = capability(pair.a.publish(new byte[LENGTH], 0, LENGTH, Set.of(Right.PUT), Long.MAX_VALUE, pair.a.newEndpoint(40, null)));
            Peer attacker = pair.a.peer(pair.b.id());
            FrameSink from = pair.a.arrivals().from(attacker, "test");
            MemorySegment frame = arena.allocate(AccessRequest.BYTES, 64);
            ContextPair.inside(pair.a, () -> {
                for (int id = 1; id <= 100_000; id++) {
                    put(from, region, frame, id, 0, slow);
                }
            });
            assertEquals(ErrorCode.CREDIT_VIOLATED, Objects.requireNonNull(attacker.failure()).code());
            mayEnd.countDown();
        }
    }

    private static RegionCapability capability(Region region) {
        PutBuffer message = new PutBuffer();
        region.put(message);
        return RegionCapability.get(new GetBuffer(message.toBytes()));
    }

    private static void attack(SplittableRandom random, Context victim, FrameSink attacker, RegionCapability region, MemorySegment frames, int handler) {
        victim.progress().enter();
        try {
            for (int i = 0; i < FRAMES_PER_SEED; i++) {
                int kind = random.nextInt(6) == 0 ? FrameKind.ACCESSED + random.nextInt(2) : FrameKind.ACCESS;
                int data = random.nextInt(LENGTH + 100);
                long key = random.nextInt(4) == 0 ? random.nextLong() : region.keyLow();
                new AccessRequest(any(random, 1), (int) any(random, region.number()), (int) any(random, 1 + random.nextInt(4)), region.keyHigh(), key, any(random, random.nextInt(LENGTH)), any(random, data), any(random, 0), any(random, 0))
                        .write(frames);
                int length = random.nextInt(8) == 0 ? random.nextInt(AccessRequest.BYTES) : random.nextInt(3) == 0 ? AccessRequest.BYTES : AccessRequest.BYTES + data;
                attacker.frame(kind, (int) any(random, 40), 0, (int) any(random, handler), (int) any(random, 0), (int) any(random, 0), (int) any(random, 0), (int) any(random, 0), frames, 0, length);
            }
            victim.progress().poll();
        } finally {
            victim.progress().exit();
        }
    }

    private static long any(SplittableRandom random, long likely) {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(16) - 8;
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(16) : Long.MIN_VALUE + random.nextInt(16);
            case 3 -> random.nextBoolean() ? Integer.MAX_VALUE : 1L << 32;
            default -> likely;
        };
    }
}
