package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.braid.link.Context;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.jspecify.annotations.Nullable;

/** Calls that wait for a stream, each in a thread of its own: the calling thread meanwhile takes part in what goes on in its context, as every MPI call that waits has to (MPI 4.1, section 2.9). Without that a message that this process has sent before would not leave while it waits for somebody who waits for that message. */
final class Beside {
    /** What waits. */
    @FunctionalInterface
    interface Call<T> {
        T done() throws IOException;
    }

    /** A thread of the system's: a process's first virtual one brings a pool and a poller of sockets, which take longer than what is waited for here. */
    private static final long STACK_BYTES = 256 * 1024;

    /** For the first second the calling thread looks a thousand times: processes that it waits for start meanwhile, and would get half a core less beside one that spins. */
    private static final long TURN_NS = 1_000_000;

    private static final int TURNS = 1_000;

    private final Context context;
    private final Completions completions;

    Beside(Context context, Completions completions) {
        this.context = context;
        this.completions = completions;
    }

    private static final class Outcome<T> {
        private @Nullable T result;
        private @Nullable Throwable failure;

        void run(Call<T> call) {
            try {
                result = call.done();
            } catch (IOException | RuntimeException | Error failed) {
                failure = failed;
            }
        }

        T get() throws IOException {
            T done = result;
            if (done != null) {
                return done;
            }
            switch (failure) {
                case IOException io -> throw io;
                case RuntimeException wrong -> throw wrong;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException("a call that waits for a stream has returned nothing", failure);
            }
        }
    }

    /**
     * Returns what the call returns.
     *
     * @throws IOException as the call does; so are its unchecked exceptions thrown here
     */
    <T> T await(Call<T> call) throws IOException {
        Outcome<T> outcome = new Outcome<>();
        Completion over = new Completion(); // orders the outcome before what is done here behind it
        Thread calling = Thread.currentThread();
        Thread waiting = new Thread(null, () -> {
            outcome.run(call);
            context.completeFromOutside(over);
            LockSupport.unpark(calling);
        }, "braid-stream", STACK_BYTES);
        waiting.setDaemon(true);
        waiting.start();
        for (int turn = 0; turn < TURNS && !over.isDone(); turn++) {
            LockSupport.parkNanos(TURN_NS);
            completions.poll();
        }
        boolean ignored = completions.await(over, Long.MAX_VALUE);
        return outcome.get();
    }
}
