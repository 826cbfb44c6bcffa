package org.braid.mpi.meeting;

import java.io.IOException;
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
        Thread waiting = new Thread(null, () -> {
            outcome.run(call);
            context.completeFromOutside(over);
        }, "braid-stream", STACK_BYTES);
        waiting.setDaemon(true);
        waiting.start();
        boolean ignored = completions.await(over, Long.MAX_VALUE);
        return outcome.get();
    }
}
