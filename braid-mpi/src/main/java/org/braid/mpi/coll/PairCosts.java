package org.braid.mpi.coll;

import java.util.Arrays;
import org.braid.mpi.p2p.Request;

/**
 * What messages between two ranks cost, by the method of PLogP (Kielmann, Bal, Verstoep 2000) without a common clock: a round trip, the time of a send call, that of a receive whose message is there, bursts that one answer closes. Both ranks run it at one time; the first one knows the result.
 *
 * <p>It takes some 70 ms, or, where a round trip is long, 25 of these and what 1.4 MB take.
 */
final class PairCosts {
    static final int LATENCY_NS = 0;
    static final int SEND_NS = 1;
    static final int RECEIVE_NS = 2;
    static final int GAP_NS = 3;
    static final int BYTES_PER_S = 4;
    static final int TRIP_NS = 5;
    static final int LONGS = 6;

    private static final int SHORT = 1;
    private static final int STREAMED = 15 * 128; // words: 15 KiB, which every method sends at once
    private static final int LARGE = 16 << 10; // words: 128 KiB, which go in fragments
    private static final int BURST = 16;
    private static final int STREAM = 32;
    private static final int TIMES = 3;
    private static final int LEAST_TRIPS = 4;
    private static final int MOST_TRIPS = 400;
    private static final long WARMING_NS = 40_000_000L;
    private static final long TRIPS_NS = 20_000_000L;
    private static final long FAST_NS = 400_000;
    private static final double MOST_BYTES_PER_NS = 100;

    /** Of a round trip: what is on its way takes some time, however much of it the calls of a young process seem to take. */
    private static final int LATENCY_PART = 20;

    private static final int MESSAGE = 0;
    private static final int ANSWER = 1;

    private final CostMessages messages;
    private final int peer;
    private final boolean isFirst;
    private final long[] words = new long[LARGE];

    PairCosts(CostMessages messages, int peer, boolean isFirst) {
        this.messages = messages;
        this.peer = peer;
        this.isFirst = isFirst;
    }

    /** In nanoseconds and bytes a second, by the numbers above; of the second rank without meaning. */
    long[] measured() {
        tripNs(WARMING_NS);
        long trip = tripNs(TRIPS_NS);
        long send = sendNs();
        long receive = receiveNs();
        long gap = Math.max(send, burstNs(trip, BURST, SHORT));
        double bytesPerNs = STREAMED * Long.BYTES / (double) Math.max(1, burstNs(trip, STREAM, STREAMED)); // what else a message costs is hidden behind its bytes
        if (isFast(trip)) {
            bytesPerNs = Math.max(bytesPerNs, LARGE * Long.BYTES / (double) Math.max(1, largeNs() - trip));
        }
        return new long[] {Math.max(trip / LATENCY_PART, trip / 2 - send - receive), send, receive, gap, (long) (1e9 * Math.min(bytesPerNs, MOST_BYTES_PER_NS)), trip};
    }

    /** As the first rank says. */
    private boolean isFast(long trip) {
        words[0] = trip < FAST_NS ? 1 : 0;
        one(SHORT);
        return words[0] == 1;
    }

    /** From the send of a long message to its answer. */
    private long largeNs() {
        long[] took = new long[LEAST_TRIPS];
        for (int i = 0; i < LEAST_TRIPS; i++) {
            long start = System.nanoTime();
            one(LARGE);
            answer();
            took[i] = System.nanoTime() - start;
        }
        return usual(took, LEAST_TRIPS);
    }

    /** What is usual of the trips that this time has room for; the first rank says which is the last. */
    private long tripNs(long forNs) {
        long[] took = new long[MOST_TRIPS];
        long until = System.nanoTime() + forNs;
        int times = 0;
        boolean isLast = false;
        while (!isLast) {
            long start = System.nanoTime();
            isLast = times + 1 == MOST_TRIPS || times + 1 >= LEAST_TRIPS && start > until;
            words[0] = isLast ? 1 : 0;
            if (isFirst) {
                messages.send(words, SHORT, peer, MESSAGE);
                answer();
            } else {
                messages.receive(words, SHORT, peer, MESSAGE);
                isLast = words[0] == 1;
                answer();
            }
            took[Math.min(times++, MOST_TRIPS - 1)] = System.nanoTime() - start;
        }
        return usual(took, Math.min(times, MOST_TRIPS));
    }

    private long sendNs() {
        long[] took = new long[BURST];
        for (int i = 0; i < BURST; i++) {
            long start = System.nanoTime();
            one(SHORT);
            took[i] = System.nanoTime() - start;
        }
        answer();
        return usual(took, BURST);
    }

    private void one(int count) {
        if (isFirst) {
            messages.send(words, count, peer, MESSAGE);
        } else {
            messages.receive(words, count, peer, MESSAGE);
        }
    }

    /** Of a message that is there, since one that was sent behind it is. */
    private long receiveNs() {
        long[] took = new long[TIMES];
        for (int i = 0; i < TIMES; i++) {
            if (isFirst) {
                messages.send(words, SHORT, peer, ANSWER);
                messages.receive(words, SHORT, peer, ANSWER);
                long start = System.nanoTime();
                messages.receive(words, SHORT, peer, MESSAGE);
                took[i] = System.nanoTime() - start;
            } else {
                messages.receive(words, SHORT, peer, ANSWER);
                messages.send(words, SHORT, peer, MESSAGE);
                messages.send(words, SHORT, peer, ANSWER);
            }
        }
        return usual(took, TIMES);
    }

    /** Between messages of a burst. */
    private long burstNs(long trip, int messagesInIt, int count) {
        long[] took = new long[TIMES];
        Request[] sent = new Request[messagesInIt];
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            for (int at = 0; at < messagesInIt; at++) {
                if (isFirst) {
                    sent[at] = messages.started(words, count, peer, MESSAGE);
                } else {
                    messages.receive(words, count, peer, MESSAGE);
                }
            }
            for (int at = 0; at < messagesInIt && isFirst; at++) {
                messages.finish(sent[at]);
            }
            answer();
            took[i] = Math.max(0, System.nanoTime() - start - trip) / messagesInIt;
        }
        return usual(took, TIMES);
    }

    private void answer() {
        if (isFirst) {
            messages.receive(words, SHORT, peer, ANSWER);
        } else {
            messages.send(words, SHORT, peer, ANSWER);
        }
    }

    /** The lower quartile: what others do on the machine makes some take longer. */
    static long usual(long[] all, int count) {
        long[] sorted = Arrays.copyOf(all, count);
        Arrays.sort(sorted);
        return sorted[count / 4];
    }
}
