package org.braid.mpi.completion;

import org.braid.link.Context;

/** Who wants what comes to be handled while nobody here calls MPI: the background thread does, as long as somebody wants it. */
public final class Serving {
    private final Context context;
    private int wanting;

    /** Nobody wants it yet. */
    public Serving(Context context) {
        this.context = context;
    }

    /** One more wants it. */
    public synchronized void begin() {
        wanting++;
        context.serve(true);
    }

    /** One less wants it. */
    public synchronized void end() {
        wanting--;
        if (wanting == 0) {
            context.serve(false);
        }
    }
}
