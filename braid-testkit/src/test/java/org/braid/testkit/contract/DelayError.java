package org.braid.testkit.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;

/**
 * How near to its latency {@code delay} hands up what waits: one thread sends every quarter of a millisecond, by as many groups of links as asked for, another waits as a blocking call does. {@code java -cp …
 * org.braid.testkit.contract.DelayError [GROUPS ...]}.
 */
final class DelayError {
    private static final int MESSAGES = 4_000;
    private static final int WARM_UP = 1_000;
    private static final long LATENCY_NS = 1_000_000;
    private static final long APART_NS = 250_000;

    private final long[] errorsNs = new long[MESSAGES];
    private final Completion all = new Completion();
    private int seen;

    public static void main(String[] arguments) throws InterruptedException {
        for (String groups : arguments.length == 0 ? new String[] {"1", "64"} : arguments) {
            new DelayError().measure(Integer.parseInt(groups));
        }
    }

    private void measure(int groups) throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            int hear = world.register("delay.hear", at -> (to, a0, a1, a2, a3, payload) -> heard((a0 & 0xFFFF_FFFFL) | (long) a1 << 32));
            List<Startpoint> links = new ArrayList<>();
            for (int i = 0; i < groups; i++) {
                links.add(world.link(0, 1).by(MethodExpression.parse("delay(1ms, bandwidth=1GB/s, group=g" + i + ")+shm")));
            }
            Thread receiver = Thread.ofPlatform().start(() -> world.at(1).progress().await(all));
            for (int i = 0; i < MESSAGES; i++) {
                send(world, links.get(i % groups), hear);
            }
            receiver.join();
        }
        Arrays.sort(errorsNs, WARM_UP, MESSAGES);
        System.out.printf("%3d groups: median %5.1f us, 95 %% within %6.1f us, 99 %% within %6.1f us of 1 ms%n", groups, at(0.5), at(0.95), at(0.99));
    }

    private void send(World world, Startpoint to, int hear) {
        long nowNs = System.nanoTime();
        while (to.trySend(hear, (int) nowNs, (int) (nowNs >>> 32), 0, 0, null, 0, 0) != Lane.TAKEN) {
            World.turn(world.at(0));
            nowNs = System.nanoTime();
        }
        LockSupport.parkNanos(APART_NS);
    }

    private void heard(long sentNs) {
        errorsNs[seen++] = Math.abs(System.nanoTime() - sentNs - LATENCY_NS);
        if (seen == MESSAGES) {
            all.complete();
        }
    }

    private double at(double share) {
        return errorsNs[WARM_UP + (int) (share * (MESSAGES - WARM_UP - 1))] / 1e3;
    }
}
