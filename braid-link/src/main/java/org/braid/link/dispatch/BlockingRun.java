package org.braid.link.dispatch;

import java.util.ArrayDeque;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a blocking handler in virtual threads, at most so many at once (nexus-multimethod, section 2.3: "potentially in a new thread of control"). Requests that find no free place
 * queue in order; while they queue, short data stays charged to the sender's credit and long data stays with the sender, so a slow handler slows its senders and nobody else.
 */
public final class BlockingRun implements Handler {
    /** A request, and its data: here, or still with the sender. */
    private record Call(Endpoint to, int a0, int a1, int a2, int a3, Peer from, long number, @Nullable Slab payload, @Nullable Offer offer) {}

    private final String name;
    private final BlockingHandler handler;
    private final int maxConcurrent;
    private final Progress progress;
    private final Complaints complaints;
    private final ArrayDeque<Call> queue = new ArrayDeque<>();
    private int running;

    /** Runs at most {@code maxConcurrent} calls of a handler at once. */
    public BlockingRun(String name, BlockingHandler handler, int maxConcurrent, Progress progress, Complaints complaints) {
        if (maxConcurrent < 1) {
            throw new IllegalArgumentException("maxConcurrent=" + maxConcurrent + ": a handler of which none may run would never run");
        }
        this.name = name;
        this.handler = Objects.requireNonNull(handler, "The handler to be registered is null");
        this.maxConcurrent = maxConcurrent;
        this.progress = progress;
        this.complaints = complaints;
    }

    @Override
    public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        Peer from = payload.source();
        Slab here = payload.isOffer() ? null : payload.grab();
        Call call = new Call(to, a0, a1, a2, a3, from, from.handled().begin(), here, payload.isOffer() ? payload.takeOffer() : null);
        synchronized (this) {
            if (running == maxConcurrent) {
                queue.add(call);
                return;
            }
            running++;
        }
        Thread.ofVirtual().name(name).start(() -> runFrom(call));
    }

    private void runFrom(Call first) {
        for (Call call = first; call != null; call = next()) {
            run(call);
        }
    }

    private void run(Call call) {
        try (Slab payload = payloadOf(call)) {
            handler.handle(call.to, call.a0, call.a1, call.a2, call.a3, payload);
        } catch (Throwable broken) {
            complaints.handlerThrew(name, broken);
        }
        call.from.handled().end(call.number);
    }

    private Slab payloadOf(Call call) {
        return call.payload != null ? call.payload : fetched(Objects.requireNonNull(call.offer));
    }

    private Slab fetched(Offer offer) {
        Completion there = new Completion();
        Slab slab;
        progress.enter();
        try {
            slab = offer.pullWhole(there);
        } finally {
            progress.exit();
        }
        progress.await(there);
        BraidException failure = there.failure();
        if (failure != null) {
            slab.release();
            throw failure;
        }
        return slab;
    }

    private synchronized @Nullable Call next() {
        Call call = queue.poll();
        if (call == null) {
            running--;
        }
        return call;
    }
}
