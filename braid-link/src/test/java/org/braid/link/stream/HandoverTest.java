package org.braid.link.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream leaves its lane at any moment: nothing is lost, doubled or reordered. */
class HandoverTest {
    private static final int MAILBOX = 40;
    private static final MethodExpression LOCAL = MethodExpression.parse("local");

    private final AddressSpace space = new AddressSpace(1 << 28);
    private final Context a = Context.open(ContextConfig.alone().withSpace(space).withServes(false));
    private final Context b = Context.open(ContextConfig.alone().withSpace(space).withServes(false));
    private final List<Integer> seen = new ArrayList<>();
    private final int note;
    private final Startpoint toB;

    HandoverTest() {
        b.newEndpoint(MAILBOX, null);
        Handler handler = (to, a0, a1, a2, a3, payload) -> {
            seen.add(a0);
            byte[] bytes = new byte[(int) payload.length()];
            payload.copyTo(bytes, 0, bytes.length);
            assertTrue(Arrays.equals(payloadOf(a0, bytes.length), bytes), "contents of " + a0);
        };
        note = b.register("note", handler);
        a.register("note", handler);
        Startpoint met = a.startpointTo(b, b.newEndpoint(null));
        assertEquals(b.id(), met.peer().id());
        toB = a.startpointTo(b.id(), MAILBOX);
    }

    @AfterEach
    void close() {
        a.close(1_000_000);
        b.close(1_000_000);
        space.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 9, 63, 64, 65, 100, 500})
    void whatWasSentBeforeArrivesBeforeWhatIsSentAfter(int before) {
        for (int readOf : new int[] {0, 1, before / 2, before}) {
            seen.clear();
            int from = 0;
            while (from < before && toB.trySend(note, from, 0, 0, 0, payloadOf(from, 8), 0, 8) == Lane.TAKEN) {
                from++;
            }
            for (int i = 0; i < readOf && seen.size() < readOf; i++) {
                turn(b, 1);
            }
            toB.moveTo(LOCAL);
            int sent = from;
            for (int turns = 0; turns < 10_000 && seen.size() < from + 10; turns++) {
                if (sent < from + 10 && toB.trySend(note, sent, 0, 0, 0, payloadOf(sent, 8), 0, 8) == Lane.TAKEN) {
                    sent++;
                }
                turn(a, 1);
                turn(b, 1);
            }
            assertInOrder(from + 10);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomMovesAmongMessagesOfAllSizesLoseNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int next = 0;
        for (int step = 0; step < 20_000; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> {
                    int length = random.nextInt(4) > 0 ? random.nextInt(64) : random.nextInt(8000);
                    if (toB.trySend(note, next, random.nextInt(2), 0, 0, payloadOf(next, length), 0, length) == Lane.TAKEN) {
                        next++;
                    }
                }
                case 4 -> turn(a, 1);
                case 5, 6 -> turn(b, 1 + random.nextInt(3));
                default -> {
                    if (random.nextInt(20) == 0) {
                        toB.moveTo(LOCAL);
                    }
                }
            }
        }
        for (int turns = 0; turns < 100_000 && seen.size() < next; turns++) {
            turn(a, 1);
            turn(b, 1);
        }
        assertInOrder(next);
    }

    @Test
    void aLongMessageUnderWayArrivesWhole() {
        byte[] data = new byte[3 << 20];
        new SplittableRandom(3).nextBytes(data);
        byte[][] got = new byte[1][];
        int take = b.register("take", (to, a0, a1, a2, a3, payload) -> {
            got[0] = new byte[(int) payload.length()];
            payload.copyTo(got[0], 0, got[0].length);
        });
        a.register("take", (to, a0, a1, a2, a3, payload) -> {});
        Completion free = new Completion();
        toB.start(take, 0, 0, 0, 0, data, 0, data.length, free);
        for (int turns = 0; turns < 100_000 && got[0] == null; turns++) {
            if (turns % 5 == 0 && turns < 500) {
                toB.moveTo(LOCAL);
            }
            turn(a, 1);
            turn(b, 1);
        }
        turn(a, 10);
        assertTrue(Arrays.equals(data, got[0]));
        assertTrue(free.isDone() && !free.hasFailed());
    }

    private void assertInOrder(int count) {
        assertEquals(count, seen.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, seen.get(i));
        }
    }

    private static byte[] payloadOf(int number, int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(number).nextBytes(bytes);
        return bytes;
    }

    private static void turn(Context context, int times) {
        for (int i = 0; i < times; i++) {
            context.progress().enter();
            try {
                context.progress().poll();
            } finally {
                context.progress().exit();
            }
        }
    }
}
