package org.braid.link.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.braid.link.spi.Lane;

/**
 * How many offers to one ring lose its gate, by threads and by what each does between two offers: the figures of docs/decisions/producer-told-full.md. The ring never fills here, so
 * FULL means lost. Run by hand: {@code java -cp ... org.braid.link.ring.LosersMain}.
 */
final class LosersMain {
    private static final int CAPACITY_BYTES = 64 << 20;
    private static final int OFFERS = 1_000_000;
    private static final int ROUNDS = 3; // the last one is printed: the code is compiled by then

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY_BYTES), RingLayout.ALIGNMENT_BYTES);
    private final LongAdder lost = new LongAdder();
    private final LongAdder sum = new LongAdder();

    private LosersMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        LosersMain measured = new LosersMain();
        for (int round = 1; round <= ROUNDS; round++) {
            for (int threads = 1; threads <= 8; threads *= 2) {
                for (int work = 0; work <= 200; work += 100) {
                    double ns = measured.run(threads, work);
                    if (round == ROUNDS) {
                        System.out.println(threads + " threads, work " + work + ": " + measured.lost.sum() * 100.0 / OFFERS + " % lost, " + ns + " ns a message");
                    }
                }
            }
        }
    }

    private double run(int threads, int work) throws InterruptedException {
        memory.fill((byte) 0);
        lost.reset();
        RingProducer ring = new RingProducer(memory, 0, CAPACITY_BYTES);
        List<Thread> senders = new ArrayList<>();
        long startNs = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            senders.add(Thread.ofPlatform().start(() -> send(ring, OFFERS / threads, work)));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        return (System.nanoTime() - startNs) / (double) OFFERS;
    }

    private void send(RingProducer ring, int count, int work) {
        int losses = 0;
        int busy = 1;
        for (int i = 0; i < count; i++) {
            while (ring.offer(RingLayout.RSR, 5, 0, 300, 0, i, 0, 0, null, 0, 0) != Lane.TAKEN) {
                losses++;
                Thread.yield();
            }
            for (int w = 0; w < work; w++) {
                busy = busy * 31 + w;
            }
        }
        lost.add(losses);
        sum.add(busy);
    }
}
