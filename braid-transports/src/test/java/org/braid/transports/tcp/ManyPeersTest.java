package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Many lanes, many threads, both ends at once. */
class ManyPeersTest {
    private final byte[] scratch = new byte[4096];

    @Test
    void allPairsOfManyContextsConnectOnFirstUseAndBothAtOnce() {
        int count = 12;
        Node[] nodes = new Node[count];
        Lane[][] lanes = new Lane[count][count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new Node(i);
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                lanes[i][j] = i == j ? null : nodes[i].laneTo(nodes[j]); // everybody calls everybody: all calls cross
            }
        }
        int each = 20;
        for (int n = 0; n < each; n++) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    if (i != j) {
                        assertEquals(Lane.TAKEN, Ledger.offer(lanes[i][j], n, scratch, 10 * n));
                    }
                }
            }
        }
        Node.until("all arrived", () -> all(nodes, each), nodes);
        for (Node node : nodes) {
            node.startClose();
        }
        Node.until("all closed", () -> allClosed(nodes), nodes);
        for (Node node : nodes) {
            assertTrue(node.notices.isEmpty(), () -> "nothing broke: " + node.notices);
            node.close();
        }
    }

    @Test
    void manyThreadsMayOfferOnOneLane() throws InterruptedException {
        int threads = 4;
        int each = 5000;
        int[] next = new int[threads];
        AtomicInteger received = new AtomicInteger();
        List<String> wrong = new ArrayList<>();
        Node a = new Node(0);
        Node b = new Node(1) {
            @Override
            public FrameSink sinkFor(ContextId peer) {
                return new FrameSink() {
                    @Override
                    public void frame(
                            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                        if (a1 != next[a0]++) {
                            wrong.add("thread " + a0 + " frame " + a1);
                        }
                        received.incrementAndGet();
                    }

                    @Override
                    public void ended(Throwable cause) {}
                };
            }
        };
        Lane lane = a.laneTo(b);
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int self = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < each; ) {
                    if (lane.offer(FrameKind.RSR, 1, 0, 300, self, i, 0, 0, scratch, 0, i % 200) == Lane.TAKEN) {
                        i++;
                    } else {
                        Thread.yield();
                    }
                }
                lane.flush();
            });
            running.add(thread);
            thread.start();
        }
        Node.until("all arrived", () -> received.get() == threads * each, a, b);
        for (Thread thread : running) {
            thread.join();
        }
        assertTrue(wrong.isEmpty(), wrong::toString);
        a.close();
        b.close();
    }

    @Test
    void aSleeperIsWokenByAFrameAByACallerAndByHand() throws InterruptedException {
        Node a = new Node(0);
        Node b = new Node(1);
        assertTrue(sleeps(b, () -> a.laneTo(b), a), "woken by a caller");
        Lane lane = a.laneTo(b);
        Ledger.offer(lane, 0, scratch, 1);
        Node.until("connected", () -> b.ledgerOf(a).received() == 1 && lane.settled(), a, b);
        Node.turnFor(2_000_000, a, b);
        assertTrue(sleeps(b, () -> Ledger.offer(lane, 1, scratch, 1), a), "woken by a frame");
        Node.until("arrived", () -> b.ledgerOf(a).received() == 2, b);
        assertTrue(sleeps(b, () -> b.port.wakeUp(), a), "woken by hand");
        assertNull(b.ledgerOf(a).violation());
        a.close();
        b.close();
    }

    /** Whether {@code sleeper} wakes long before its time is over when {@code event} happens. */
    private static boolean sleeps(Node sleeper, Runnable event, Node other) throws InterruptedException {
        long[] sleptNs = new long[1];
        Thread thread = new Thread(() -> {
            long startNs = System.nanoTime();
            sleeper.port.blockUntilReady(10_000_000_000L);
            sleptNs[0] = System.nanoTime() - startNs;
        });
        thread.start();
        while (thread.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
        event.run();
        while (thread.isAlive()) {
            other.port.poll(1);
            thread.join(1);
        }
        sleeper.port.poll(1);
        return sleptNs[0] < 8_000_000_000L;
    }

    private static boolean all(Node[] nodes, int each) {
        for (Node to : nodes) {
            for (Node from : nodes) {
                if (to != from && to.ledgerOf(from).received() != each) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean allClosed(Node[] nodes) {
        for (Node node : nodes) {
            if (!node.port.closed()) {
                return false;
            }
        }
        return true;
    }
}
