package org.braid.mpi;

import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/**
 * What the parts of a short message cost, with everything in the cache of one core: one thread plays sender and receiver in turn over the transport {@code local}. Not a test; run by
 * hand to see which part to look at. Prints nanoseconds per message of each part.
 */
final class MessageCost {
    private static final int WINDOW = 64;
    private static final int ROUNDS = 20_000;

    private final Request[] sends = new Request[WINDOW];
    private final Request[] receives = new Request[WINDOW];
    private final byte[] out = new byte[8];
    private final byte[] in = new byte[8];
    private long sendNs;
    private long postNs;
    private long meetNs;
    private long releaseNs;

    public static void main(String[] arguments) {
        try (Ranks ranks = new Ranks(2, false)) {
            for (int i = 0; i < (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 12); i++) {
                new MessageCost().play(ranks.worlds.get(0), ranks.worlds.get(1));
            }
        }
    }

    private void play(Lco sender, Lco receiver) {
        for (int i = 0; i < ROUNDS; i++) {
            window(sender, receiver);
        }
        double messages = (double) ROUNDS * WINDOW;
        System.out.printf("send %.1f  post %.1f  meet %.1f  release %.1f ns%n", sendNs / messages, postNs / messages, meetNs / messages, releaseNs / messages);
    }

    private void window(Lco sender, Lco receiver) {
        long startNs = System.nanoTime();
        for (int w = 0; w < WINDOW; w++) {
            receives[w] = receiver.irecv(in, 0, 8, 1, 0, 2);
        }
        long postedNs = System.nanoTime();
        for (int w = 0; w < WINDOW; w++) {
            sends[w] = sender.isend(out, 0, 8, 1, 1, 2);
        }
        long sentNs = System.nanoTime();
        receiver.completions().await(receives[WINDOW - 1]);
        long metNs = System.nanoTime();
        for (int w = 0; w < WINDOW; w++) {
            receives[w].check();
            receiver.completions().release(receives[w]);
            sender.completions().await(sends[w]);
            sender.completions().release(sends[w]);
        }
        releaseNs += System.nanoTime() - metNs;
        meetNs += metNs - sentNs;
        sendNs += sentNs - postedNs;
        postNs += postedNs - startNs;
    }
}
