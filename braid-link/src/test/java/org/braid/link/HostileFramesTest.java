package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.stream.Peer;
import org.junit.jupiter.api.Test;

/** Frames of a peer that is broken: whatever they say, the context goes on, nothing is thrown into the caller who polls, and memory stays bounded. */
class HostileFramesTest {
    private static final int FRAMES_PER_SEED = 200;
    private static final int LONGEST = 512;

    @Test
    void noFrameOfAPeerThrowsIntoThePollOrStopsTheContext() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (long seed = 1; seed <= 50; seed++) {
                try {
                    attack(new SplittableRandom(seed));
                } catch (Throwable broken) {
                    throw new AssertionError("seed " + seed + ": attack(new SplittableRandom(" + seed + "))", broken);
                }
            }
        });
    }

    private static void attack(SplittableRandom random) {
        try (Context victim = Context.open(ContextConfig.alone()); Arena arena = Arena.ofConfined()) {
            int[] heard = new int[1];
            victim.newEndpoint(40, null);
            int echo = victim.register("echo", (to, a0, a1, a2, a3, payload) -> heard[0]++);
            FrameSink attacker = victim.arrivals().from(victim.peer(new ContextId(7, 7, 7)), "test");
            MemorySegment memory = arena.allocate(2 * LONGEST, 64);
            victim.progress().enter();
            try {
                for (int i = 0; i < FRAMES_PER_SEED; i++) {
                    attacker.frame(
                            random.nextInt(32) | (random.nextInt(4) == 0 ? FrameKind.CHAINED : 0), any(random, 40), any(random, 0), any(random, echo), any(random, 1), any(random, 0), any(random, 1), any(random, 0),
                            payload(memory, random), 0, random.nextInt(LONGEST));
                }
                victim.progress().poll();
            } finally {
                victim.progress().exit();
            }
            heard[0] = 0;
            victim.startpointTo(victim.id(), 40).send(echo, 0, 0, 0, 0, null, 0, 0);
            assertTrue(victim.progress().awaitThat(() -> heard[0] == 1, 30_000_000_000L), "the context no longer serves others");
            List<String> told = victim.notices();
            assertTrue(!told.isEmpty() && told.size() <= 257, () -> told.size() + " notices");
            victim.close(0);
        }
    }

    /** Numbers that were never given out, kinds that do not exist, stripes inside of stripes, and payloads without the number that ought to be behind them. */
    @Test
    void noFrameOfAStripedLaneThrowsIntoThePollOrStopsTheContext() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (Context victim = Context.open(ContextConfig.alone()); Arena arena = Arena.ofConfined()) {
                int[] heard = new int[1];
                victim.newEndpoint(40, null);
                int echo = victim.register("echo", (to, a0, a1, a2, a3, payload) -> heard[0]++);
                Peer peer = victim.peer(new ContextId(7, 7, 7));
                FrameSink[] rails = {victim.arrivals().from(peer, "test"), victim.arrivals().from(peer, "test")};
                MemorySegment memory = arena.allocate(2 * LONGEST, 64);
                victim.progress().enter();
                try {
                    for (int rail = 0; rail < rails.length; rail++) {
                        rails[rail].frame(FrameKind.LANE, 0, 0, 0, rail + 1 << 10, 0, -1, 1 + random.nextInt(2), memory, 0, 0);
                    }
                    for (int i = 0; i < FRAMES_PER_SEED; i++) {
                        if (random.nextInt(40) == 0) {
                            rails[random.nextInt(2)].frame(FrameKind.OVER, 0, 0, 0, any(random, 1 << 10), any(random, 2), random.nextInt(3) - 1, any(random, 1), memory, 0, 0);
                        }
                        int length = random.nextInt(LONGEST);
                        long number = random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(i + 3);
                        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, length, number | (long) random.nextInt(80) << 56);
                        rails[random.nextInt(2)].frame(FrameKind.STRIPED, any(random, 40), any(random, 0), any(random, echo), any(random, 1), any(random, 0), any(random, 1), any(random, 0), memory, 0, length + Long.BYTES);
                    }
                    victim.progress().poll();
                } catch (Throwable broken) {
                    throw new AssertionError("seed " + seed, broken);
                } finally {
                    victim.progress().exit();
                }
                heard[0] = 0;
                victim.startpointTo(victim.id(), 40).send(echo, 0, 0, 0, 0, null, 0, 0);
                assertTrue(victim.progress().awaitThat(() -> heard[0] == 1, 30_000_000_000L), "seed " + seed + ": the context no longer serves others");
                victim.close(0);
            }
        }
    }

    private static int any(SplittableRandom random, int likely) {
        return switch (random.nextInt(4)) {
            case 0 -> likely;
            case 1 -> random.nextInt(16);
            case 2 -> random.nextInt();
            default -> random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        };
    }

    private static MemorySegment payload(MemorySegment memory, SplittableRandom random) {
        for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, at, random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(256));
        }
        return memory;
    }

    @Test
    void everyKindIsTriedWithEveryShortLength() {
        try (Context victim = Context.open(ContextConfig.alone()); Arena arena = Arena.ofConfined()) {
            FrameSink attacker = victim.arrivals().from(victim.peer(new ContextId(7, 7, 7)), "test");
            MemorySegment memory = arena.allocate(64, 64);
            victim.progress().enter();
            try {
                for (int kind = 0; kind <= 255; kind++) {
                    if (kind != FrameKind.RSR) {
                        for (int length = 0; length <= 64; length++) {
                            attacker.frame(kind, 0, 0, 0, 0, 0, 0, 0, memory, 0, length);
                        }
                    }
                }
            } finally {
                victim.progress().exit();
            }
            victim.close(0);
        }
    }
}
