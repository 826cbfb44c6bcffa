package org.braid.boot;

import org.braid.boot.server.RankClient;
import org.braid.link.Context;
import org.braid.link.progress.Completion;

/**
 * How ranks leave MPI by way of their launcher, which knows of all of them, also of those that are gone. There is one where the launcher
 * can tell a rank something while it does other things.
 *
 * <p>Any thread may call any method.
 */
public final class Parting {
    /** Told that a rank that was {@linkplain #ask asked for} has left MPI, in a thread of its own. */
    public interface Listener {
        /**
         * A rank has left MPI more often than the one that asked for it.
         *
         * @param rank the one that was asked for
         * @param askerFinished as {@link #ask} was told
         * @param answersItself whether it is inside MPI.Finalize still and can say so behind all that it has sent; else nobody is there any more
         */
        void hasLeft(int rank, int askerFinished, boolean answersItself);
    }

    private final RankClient client;

    Parting(RankClient client) {
        this.client = client;
    }

    /** This rank is about to leave, once all others are: then {@code all} is done, for which the caller waits in this context. Before {@link Job#finished}. */
    public void leave(Context context, Completion all) {
        client.leave(new AllLeft(context, all));
    }

    private record AllLeft(Context context, Completion all) implements Runnable {
        @Override
        public void run() {
            News.tell(() -> context.completeFromOutside(all));
        }
    }

    /** Sets who hears the answers to {@link #ask}, in threads of their own; the one before hears no more. */
    public void onLeft(Listener listener) {
        client.onLeft(new Left(listener));
    }

    private record Left(Listener listener) implements RankClient.LeftAnswers {
        @Override
        public void left(int rank, int askerFinished, boolean answersItself) {
            News.tell(() -> listener.hasLeft(rank, askerFinished, answersItself));
        }
    }

    /** Whether a rank has left MPI, more often than this one has ({@code timesFinished}). The listener is told if so; else nothing comes. */
    public void ask(int rank, int timesFinished) {
        client.askWhetherLeft(rank, timesFinished);
    }
}
