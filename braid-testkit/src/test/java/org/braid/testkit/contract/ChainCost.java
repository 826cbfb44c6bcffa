package org.braid.testkit.contract;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;

/**
 * What devices add to a message of 8 bytes, on one thread that sends and receives in turns, so that no core waits for another, in processor time: {@code java -cp … org.braid.testkit.contract.ChainCost [CHAIN ...]}. Prints the median of rounds that
 * alternate with those of the bare transport.
 */
final class ChainCost {
    private static final int ROUNDS = 21;
    private static final int MESSAGES = 400_000;
    private static final int BATCH = 16;
    private static final int BYTES = 8;

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final World world = World.together(2, "auto", false);
    private long seen;
    private final int hear = world.register("cost.hear", at -> (to, a0, a1, a2, a3, payload) -> seen++);
    private final byte[] data = new byte[BYTES];

    public static void main(String[] arguments) throws InterruptedException {
        ChainCost cost = new ChainCost();
        for (String chain : arguments.length == 0 ? new String[] {"pass+local", "pass+pass+local", "profile+local", "checksum+local", "lz4+local", "delay+local"} : arguments) {
            cost.compare(chain);
        }
        cost.world.close();
    }

    private void compare(String chain) {
        Startpoint bare = world.link(0, 1).by(MethodExpression.parse("local"));
        Startpoint chained = world.link(0, 1).by(MethodExpression.parse(chain));
        List<Double> bareNs = new ArrayList<>();
        List<Double> addedNs = new ArrayList<>();
        for (int round = -3; round < ROUNDS; round++) {
            double without = round(bare);
            double with = round(chained);
            if (round >= 0) {
                bareNs.add(without);
                addedNs.add(with - without);
            }
        }
        System.out.printf("%-20s adds %5.1f ns to a message of %.1f ns%n", chain, median(addedNs), median(bareNs));
    }

    private double round(Startpoint to) {
        long startNs = CPU.getCurrentThreadCpuTime();
        for (int sent = 0; sent < MESSAGES; ) {
            for (int i = 0; i < BATCH && to.trySend(hear, 0, sent, 0, 0, data, 0, BYTES) == Lane.TAKEN; i++) {
                sent++;
            }
            World.turn(world.at(1));
            World.turn(world.at(0));
        }
        return (double) (CPU.getCurrentThreadCpuTime() - startNs) / MESSAGES;
    }

    private static double median(List<Double> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }
}
