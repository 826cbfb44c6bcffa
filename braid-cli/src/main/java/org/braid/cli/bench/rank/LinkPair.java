package org.braid.cli.bench.rank;

import org.braid.boot.Job;
import org.braid.link.Completion;
import org.braid.link.Context;
import org.braid.link.Payload;
import org.braid.link.Startpoint;

/** Two contexts that send each other remote service requests, in the form a blocking program would use. */
final class LinkPair {
    private static final int HERE = 40; // the well-known endpoint of both ranks
    private static final int BATCH = 1_000;
    private static final long CLOSE_BOUND_NS = 10_000_000_000L;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion arrived = new Completion();
    private final int message;
    private final Startpoint other;
    private final byte[] in;

    /** Guarded by the token: handlers run with it. */
    private int waitedFor;

    /**
     * @param toFirst how many messages rank 0 waits for at first
     * @param toSecond the same for rank 1; known before anybody can send
     * @param longestBytes of a message
     */
    LinkPair(int toFirst, int toSecond, int longestBytes) {
        in = new byte[longestBytes];
        waitedFor = job.rank() == 0 ? toFirst : toSecond;
        message = context.register("bench.message", (_, _, _, _, _, payload) -> arrive(payload));
        context.newEndpoint(HERE, null);
        job.enter(context);
        other = context.startpointTo(job.contextId(1 - job.rank()), HERE);
    }

    private void arrive(Payload payload) {
        payload.copyTo(in, 0, (int) payload.length());
        waitedFor--;
        if (waitedFor == 0) {
            arrived.complete();
        }
    }

    int rank() {
        return job.rank();
    }

    private void arm(int messages) {
        context.progress().enter();
        arrived.reset();
        waitedFor = messages;
        context.progress().exit();
    }

    /** Waits for what was expected, and expects the next ones. */
    void await(int nextMessages) {
        context.progress().await(arrived);
        arm(nextMessages);
    }

    /** The first byte of what came last. */
    byte lastByte() {
        return in[0];
    }

    void send(byte[] data, int bytes) {
        other.send(message, 0, 0, 0, 0, data, 0, bytes);
    }

    /** One message there and back. */
    void trip(byte[] data, int bytes) {
        if (job.rank() == 0) {
            send(data, bytes);
            await(1);
        } else {
            await(1);
            send(data, bytes);
        }
    }

    /** As {@link Warmth}; the first byte that rank 0 sends says whether it goes on. */
    void warm(long boundNs) {
        long startNs = System.nanoTime();
        byte[] goOn = {1};
        while (goOn[0] != 0) {
            for (int i = 0; i < BATCH; i++) {
                trip(goOn, 1);
            }
            goOn[0] = (byte) (System.nanoTime() - startNs < boundNs ? 1 : 0);
            trip(goOn, 1);
            goOn[0] = job.rank() == 0 ? goOn[0] : in[0];
        }
    }

    void close() {
        other.flush(CLOSE_BOUND_NS);
        context.close();
        job.finished();
    }
}
