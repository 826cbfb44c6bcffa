package org.braid.coll.engine;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** One thread for every rank; the first failure of any is thrown. */
final class Ranks {
    private Ranks() {}

    static void run(int size, IntConsumer body) throws InterruptedException {
        var failure = new AtomicReference<Throwable>();
        var threads = new Thread[size];
        for (int rank = 0; rank < size; rank++) {
            int me = rank;
            threads[rank] = Thread.ofPlatform().daemon().start(() -> {
                try {
                    body.accept(me);
                } catch (Throwable failed) {
                    failure.compareAndSet(null, failed);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join(20_000);
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                throw new AssertionError("a rank hangs", stackOf(thread));
            }
        }
    }

    private static Throwable stackOf(Thread thread) {
        var stack = new Throwable(thread.getName());
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }
}
