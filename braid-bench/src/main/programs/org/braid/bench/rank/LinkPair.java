package org.braid.bench.rank;

import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;

/**
 * Two contexts that send each other remote service requests, in the form a blocking program would use. Its one thread keeps the token from the start to the end, as a program may that uses
 * links without threads: the paper's NexusLite (nexus-multimethod, section 4). Nor has it a background thread, which would look around every 200 µs and cost a tenth.
 */
final class LinkPair {
    private static final int HERE = 40; // the well-known endpoint of both ranks
    private static final long CLOSE_BOUND_NS = 10_000_000_000L;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig().withServes(false));
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
        message = context.register("bench.message", new Arrivals());
        context.newEndpoint(HERE, null);
        job.enter(context);
        other = context.startpointTo(job.contextId(1 - job.rank()), HERE);
        context.progress().enter();
    }

    /** Takes those that are waited for in one go, if they have come. */
    private final class Arrivals implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            take(payload);
        }

        @Override
        public void handleRun(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            do {
                take(payload);
            } while (waitedFor > 0 && payload.next());
        }

        private void take(Payload payload) {
            payload.copyTo(in, 0, (int) payload.length());
            waitedFor--;
            if (waitedFor == 0) {
                arrived.complete();
            }
        }
    }

    int rank() {
        return job.rank();
    }

    /** Waits for what was expected, and expects the next ones. */
    void await(int nextMessages) {
        context.progress().awaitInside(arrived);
        arrived.reset();
        waitedFor = nextMessages;
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

    /** As {@link Warmth}, with work after which each rank waits for one message. */
    boolean warm(double share, Runnable trial) {
        byte[] goesOn = new byte[1];
        return Warmth.spend(share, trial, goOn -> agree(goesOn, goOn));
    }

    private boolean agree(byte[] word, boolean goOn) {
        word[0] = (byte) (goOn ? 1 : 0);
        trip(word, 1);
        return (job.rank() == 0 ? word[0] : in[0]) != 0;
    }

    void close() {
        context.progress().exit();
        other.flush(CLOSE_BOUND_NS);
        context.close();
        job.finished();
    }
}
