package org.braid.testkit.contract;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;

/**
 * How long a stream in full flight takes to go from one method to another: {@code java -cp … org.braid.testkit.contract.HandoverCost [MESSAGES [FIRST SECOND]]}. One thread sends and moves the stream a hundred times, another
 * receives and checks that each message comes once and in order. A hand-over lasts until a message goes by the next lane.
 */
final class HandoverCost {
    private static final int MOVES = 100;

    /** Moves before those that count: classes are loaded by them, and what they run is compiled. */
    private static final int YOUNG = 10;

    private static final int BYTES = 64;

    private final World world = World.apart(2, "auto", false);
    private volatile long seen;
    private volatile long wrong;
    private final int hear = world.register("handover.hear", at -> (to, a0, a1, a2, a3, payload) -> {
        wrong += a0 == (int) seen ? 0 : 1;
        seen++;
    });

    public static void main(String[] arguments) throws InterruptedException {
        int messages = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        String[] methods = arguments.length > 2 ? Arrays.copyOfRange(arguments, 1, 3) : new String[] {"shm", "tcp"};
        new HandoverCost().run(messages, MethodExpression.parse(methods[0]), MethodExpression.parse(methods[1]));
    }

    private void run(int messages, MethodExpression first, MethodExpression second) throws InterruptedException {
        Thread receiver = Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                World.turn(world.at(1));
            }
        });
        Startpoint to = world.link(0, 1).by(first);
        byte[] data = new byte[BYTES];
        long[] tookNs = new long[YOUNG + MOVES];
        int moves = 0;
        for (int sent = 0; sent < messages; sent++) {
            send(to, sent, data);
            if (sent % (messages / tookNs.length) == messages / tookNs.length / 2 && moves < tookNs.length) {
                MethodExpression next = moves % 2 == 0 ? second : first;
                long startNs = System.nanoTime();
                to.moveTo(next);
                send(to, ++sent, data);
                while (!to.lane().method().equals(next.toString())) {
                    World.turn(world.at(0));
                }
                tookNs[moves++] = System.nanoTime() - startNs;
            }
        }
        while (seen < messages && receiver.isAlive()) {
            World.turn(world.at(0));
        }
        System.out.printf("the first %d, of code that is young: %s ms%n", YOUNG, Arrays.stream(tookNs, 0, YOUNG).mapToObj(each -> String.format("%.1f", each / 1e6)).collect(Collectors.joining(", ")));
        Arrays.sort(tookNs, YOUNG, tookNs.length);
        System.out.printf("%d messages, %d moves between %s and %s: %d out of order, median %.2f ms, 95 %% %.2f ms, longest %.2f ms%n",
                seen, MOVES, first, second, wrong, tookNs[YOUNG + MOVES / 2] / 1e6, tookNs[YOUNG + MOVES * 95 / 100] / 1e6, tookNs[YOUNG + MOVES - 1] / 1e6);
    }

    private void send(Startpoint to, int number, byte[] data) {
        while (to.trySend(hear, number, 0, 0, 0, data, 0, BYTES) != Lane.TAKEN) {
            World.turn(world.at(0));
        }
    }
}
