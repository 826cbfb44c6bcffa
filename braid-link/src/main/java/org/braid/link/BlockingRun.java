package org.braid.link;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Runs a blocking handler in virtual threads, at most so many at once (nexus-multimethod, section 2.3: "potentially in a new thread of control"). Requests that find no free place
 * queue in order; while they queue, their bytes stay charged to the sender's credit, so a slow handler slows its senders and nobody else.
 */
final class BlockingRun implements Handler {
    private record Call(Endpoint to, int a0, int a1, int a2, int a3, Slab payload) {}

    private final String name;
    private final BlockingHandler handler;
    private final int maxConcurrent;
    private final Context context;
    private final ArrayDeque<Call> queue = new ArrayDeque<>();
    private int running;

    BlockingRun(String name, BlockingHandler handler, int maxConcurrent, Context context) {
        this.name = name;
        this.handler = handler;
        this.maxConcurrent = maxConcurrent;
        this.context = context;
    }

    @Override
    public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        Call call = new Call(to, a0, a1, a2, a3, payload.grab());
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
        try (Slab payload = call.payload) {
            handler.handle(call.to, call.a0, call.a1, call.a2, call.a3, payload);
        } catch (Throwable broken) {
            context.handlerFailed(name, broken);
        }
    }

    private synchronized @Nullable Call next() {
        Call call = queue.poll();
        if (call == null) {
            running--;
        }
        return call;
    }
}
