package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two streams, one each way, go from one method to another and back again and again in the middle of their traffic: nothing is lost, doubled or reordered, and nothing is used up. */
@Timeout(120)
class MovesBetweenMethodsTest {
    private static final int MOVES = 100; // fifty each way
    private static final int LONGEST_BYTES = 900_000;
    private static final int MOST_FAULTS = 5;
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final byte[] heap = new byte[LONGEST_BYTES + 256];
    private final Arena arena = Arena.ofShared();
    private final MemorySegment outside = arena.allocate(heap.length);

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({"tcp, shm", "unix, shm", "tcp, unix", "tcp, pass+tcp", "pass+tcp, shm", "tcp(nodelay=false), tcp"})
    void fiftyMovesEachWayUnderTrafficOfAllSizesLoseDoubleAndReorderNothing(String first, String second) throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            List<MethodExpression> methods = List.of(MethodExpression.parse(first), MethodExpression.parse(second));
            for (Side side : bothRun(world, methods)) {
                world.until("the last move", () -> side.link.lane().method().equals(methods.get(1).toString()));
            }
        }
    }

    @RepeatedTest(5)
    void failoverGoesFromShmToTcpAndBackAsOftenAsTheyAreKilled() throws InterruptedException {
        String shm = "chaos(kill=0.5%, seed=1)+shm";
        String tcp = "chaos(kill=0.5%, seed=2)+tcp";
        try (World world = World.apart(2, "*=failover(" + shm + ", " + tcp + ", after=1ms)", false)) {
            bothRun(world, List.of());
            assertTrue(world.notices().contains("by " + shm + " was given up"), world::notices);
            assertTrue(world.notices().contains("by " + tcp + " was given up"), world::notices);
        }
    }

    /** Sends, and moves among these methods if there are any, until all has arrived. */
    private Side[] bothRun(World world, List<MethodExpression> methods) throws InterruptedException {
        new SplittableRandom(seed).nextBytes(heap);
        outside.copyFrom(MemorySegment.ofArray(heap));
        Side[] sides = {new Side(world, 0, methods), new Side(world, 1, methods)};
        int handler = world.registerForOffers("moves.receive", (to, a0, a1, a2, a3, payload) -> sides[1 - (int) payload.source().id().number()].hears(a0, a1, payload));
        Thread other = Thread.ofPlatform().start(() -> sides[1].run(handler, sides[0]));
        sides[0].run(handler, sides[1]);
        other.join();
        for (Side side : sides) {
            side.checkAll();
            assertEquals(List.of(), side.faults, () -> "seed " + seed + world.notices());
        }
        return sides;
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private record Fetched(int message, MemorySegment into, Completion there) {}

    /** One context with its thread: it sends, moves, and hears what the other one sends. */
    private final class Side {
        private final Context context;
        private final Startpoint link;
        private final List<MethodExpression> methods;
        private final SplittableRandom random;
        private final List<Completion> sends = new ArrayList<>();
        private final List<Fetched> receives = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private int heard;
        private volatile int sent;
        private volatile boolean hasSent;
        private volatile boolean isServed;

        Side(World world, int number, List<MethodExpression> methods) {
            context = world.at(number);
            link = world.link(number, 1 - number);
            this.methods = methods;
            random = new SplittableRandom(seed + number);
        }

        void run(int handler, Side other) {
            try {
                for (int move = 0; move < MOVES; move++) {
                    sendSome(handler);
                    if (!methods.isEmpty()) {
                        link.moveTo(methods.get(move % methods.size()));
                    }
                }
                hasSent = true;
                long deadlineNs = System.nanoTime() + PATIENCE_NS;
                while (!isServed || !other.isServed) {
                    World.turn(context);
                    isServed = isServed || hasAll(other);
                    if (System.nanoTime() - deadlineNs >= 0) {
                        throw new AssertionError(heard + " of " + other.sent + " were heard, " + sends.stream().filter(each -> !each.isDone()).count() + " sends are under way and the receives of "
                                + receives.stream().filter(each -> !each.there.isDone()).map(Fetched::message).toList());
                    }
                }
            } catch (RuntimeException | AssertionError broken) {
                faults.add(broken.toString());
                hasSent = true;
                isServed = true;
            }
        }

        private boolean hasAll(Side other) {
            return other.hasSent && heard == other.sent && sends.stream().allMatch(Completion::isDone) && receives.stream().allMatch(each -> each.there.isDone());
        }

        private void sendSome(int handler) {
            for (int i = random.nextInt(40); i > 0; i--) {
                int length = lengthOfNext();
                int number = sent;
                Completion free = new Completion();
                if (!link.start(handler, number, length, 0, 0, random.nextBoolean() ? heap : outside, number & 0xFF, length, free)) {
                    sends.add(free);
                }
                sent = number + 1;
                for (int turns = random.nextInt(3); turns > 0; turns--) {
                    World.turn(context);
                }
            }
        }

        private int lengthOfNext() {
            return switch (random.nextInt(24)) {
                case 0 -> random.nextInt(LONGEST_BYTES);
                case 1, 2 -> random.nextInt(60_000);
                case 3, 4, 5, 6 -> random.nextInt(3_000);
                default -> random.nextInt(60);
            };
        }

        /** Requests and offers come in the order in which they were sent; what was offered is there when it has been fetched. */
        void hears(int message, int length, Payload payload) {
            if (message != heard++ || length != payload.length()) {
                fault("message " + message + " of " + payload.length() + " bytes came in place of " + (heard - 1) + " of " + length);
            }
            byte[] got = new byte[length];
            if (payload.isOffer()) {
                fetch(payload, message, got);
            } else {
                payload.copyTo(got, 0, length);
                check(message, MemorySegment.ofArray(got));
            }
        }

        private void fetch(Payload payload, int message, byte[] got) {
            MemorySegment into = message % 2 == 0 ? MemorySegment.ofArray(got) : arena.allocate(Math.max(1, got.length)).asSlice(0, got.length);
            Fetched fetched = new Fetched(message, into, new Completion());
            payload.takeOffer().pull(message % 2 == 0 ? got : into, 0, got.length, fetched.there);
            receives.add(fetched);
        }

        void checkAll() {
            receives.forEach(each -> check(each.message, each.into));
            if (sends.stream().anyMatch(Completion::hasFailed) || receives.stream().anyMatch(each -> each.there.hasFailed())) {
                fault("some have failed");
            }
        }

        private void check(int message, MemorySegment got) {
            if (got.mismatch(MemorySegment.ofArray(heap).asSlice(message & 0xFF, got.byteSize())) >= 0) {
                fault("message " + message + " of " + got.byteSize() + " bytes is damaged");
            }
        }

        private void fault(String what) {
            if (faults.size() < MOST_FAULTS) {
                faults.add(what);
            }
        }
    }
}
