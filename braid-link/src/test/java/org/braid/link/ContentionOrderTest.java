package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The messages of each thread arrive once and in its order, whatever other threads do inside the lane meanwhile. */
@Timeout(60)
class ContentionOrderTest {
    private static final int MAILBOX = 5;
    private static final int SENDERS = 4;

    /** A connection whose lane somebody may sit in, and what came through it. */
    private static final class Scene implements AutoCloseable {
        final ContextPair pair = new ContextPair();
        final int[] sent = new int[SENDERS];
        final int[] seen = new int[SENDERS];
        final Startpoint to;
        final OccupiedLane lane;
        final int note;
        @Nullable String violation;

        Scene(Runnable stay) {
            pair.b.newEndpoint(MAILBOX, null);
            pair.b.register("order.note", (at, sender, number, a2, a3, payload) -> seen(sender, number));
            note = pair.a.register("order.note", (at, a0, a1, a2, a3, payload) -> {});
            to = pair.a.startpointTo(pair.b.id(), MAILBOX);
            lane = OccupiedLane.between(pair.a, to.peer(), stay);
        }

        private void seen(int sender, int number) {
            if (number != seen[sender]++ && violation == null) {
                violation = "message " + number + " of sender " + sender + " came as its " + seen[sender] + "th";
            }
        }

        int trySend(int sender) {
            int taken = to.trySend(note, sender, sent[sender], 0, 0, new byte[sent[sender] % 100], 0, sent[sender] % 100);
            sent[sender] += taken == Lane.TAKEN ? 1 : 0;
            return taken;
        }

        /** What a sender would do that forgets to look whether something of its own waits. */
        void trySendPast(int sender) {
            if (lane.offer(FrameKind.RSR, MAILBOX, 0, note, sender, sent[sender], 0, 0, null, 0, 0) == Lane.TAKEN) {
                sent[sender]++;
            }
        }

        void send(int sender) {
            to.send(note, sender, sent[sender]++, 0, 0, new byte[50], 0, 50);
        }

        int turn(Context context) {
            int[] done = new int[1];
            ContextPair.inside(context, () -> done[0] = context.progress().poll());
            return done[0];
        }

        void drain() {
            lane.occupied.set(false);
            for (int quiet = 0; quiet < 5; quiet++) {
                quiet = turn(pair.a) + turn(pair.b) == 0 && to.peer().stream().outboxEmpty() ? quiet : 0;
            }
        }

        /** What was wrong with the order, or what is missing; null if all is well. */
        @Nullable String judge() {
            @Nullable String[] judged = new String[1];
            ContextPair.inside(pair.b, () -> {
                judged[0] = violation;
                for (int i = 0; i < SENDERS && judged[0] == null; i++) {
                    judged[0] = seen[i] == sent[i] ? null : seen[i] + " of " + sent[i] + " messages of sender " + i + " came";
                }
            });
            return judged[0];
        }

        @Override
        public void close() {
            pair.close();
        }
    }

    @Test
    void inEveryOrderOfSendersTurnsAndOneWhoSitsInTheLane() {
        for (long seed = 0; seed < 60; seed++) {
            assertNull(play(seed), "replay with seed " + seed);
        }
    }

    @Test
    void aSenderThatGoesPastWhatItHasLeftBehindIsCaught() {
        try (Scene scene = new Scene(() -> {})) {
            scene.to.lane();
            ContextPair.inside(scene.pair.a, () -> { // or the background thread may have sent it before
                scene.lane.occupied.set(true);
                assertEquals(Lane.TAKEN, scene.trySend(0));
                scene.lane.occupied.set(false);
                scene.trySendPast(0);
            });
            scene.drain();
            assertNotNull(scene.judge());
        }
    }

    private static @Nullable String play(long seed) {
        Random random = new Random(seed);
        try (Scene scene = new Scene(() -> {})) {
            scene.to.lane();
            for (int step = 0; step < 1_000; step++) {
                switch (random.nextInt(7)) {
                    case 0 -> scene.lane.occupied.set(true);
                    case 1 -> scene.lane.occupied.set(false);
                    case 2 -> scene.turn(scene.pair.a);
                    case 3 -> scene.turn(scene.pair.b);
                    default -> scene.trySend(random.nextInt(SENDERS));
                }
            }
            scene.drain();
            return scene.judge();
        }
    }

    @Test
    void andOfThreadsThatReallyMeet() throws InterruptedException {
        int each = 4_000;
        Sitter sitter = new Sitter();
        try (Scene scene = new Scene(sitter)) {
            scene.to.lane();
            sitter.lane = scene.lane;
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                int self = i;
                senders.add(Thread.ofPlatform().start(() -> sendAll(scene, self, each)));
            }
            while (senders.stream().anyMatch(Thread::isAlive)) {
                scene.turn(scene.pair.b);
            }
            scene.drain();
            assertNull(scene.judge());
            assertEquals(SENDERS * each, scene.sent[0] + scene.sent[1] + scene.sent[2] + scene.sent[3]);
            assertNotEquals(0, scene.lane.contended.get(), "nobody ever met anybody");
        }
    }

    private static void sendAll(Scene scene, int self, int each) {
        while (scene.sent[self] < each) {
            if (scene.sent[self] % 3 == 0) {
                scene.send(self);
            } else {
                scene.trySend(self);
            }
        }
    }

    /** Now and then stays inside until somebody else wants in, as a thread does that is preempted there; not for ever, since the others may have finished. */
    private static final class Sitter implements Runnable {
        private static final long LONGEST_NS = 2_000_000;

        volatile @Nullable OccupiedLane lane;
        private int offers; // guarded by being inside

        @Override
        public void run() {
            OccupiedLane here = lane;
            if (here != null && ++offers % 100 == 0) {
                int met = here.contended.get();
                long startNs = System.nanoTime();
                while (here.contended.get() == met && System.nanoTime() - startNs < LONGEST_NS) {
                    LockSupport.parkNanos(1_000);
                }
            }
        }
    }
}
