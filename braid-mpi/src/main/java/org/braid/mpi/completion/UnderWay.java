package org.braid.mpi.completion;

import java.util.Arrays;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Onward;
import org.braid.link.progress.Progress;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this process that were started and are not over, by communicator. Whoever waits for anything, or looks for anything, moves them on (MPI 4.1, section 6.12: progress within
 * calls is enough); the background thread does where the program wants that.
 */
public final class UnderWay implements Onward {
    /** With several threads a watch may be lost to another watcher of the same transfer; this is how long that may hide news. */
    private static final long LOST_WATCH_NS = 1_000_000;

    private static final int PROMPT_LOOKS = 64;

    /** A thread that has waited this long asks those it waits for whether they call the same. */
    private static final long PATIENCE_NS = 1_000_000_000L;

    private final Progress progress;
    private final boolean threadMultiple;

    /** Copied on change, so that whoever walks over it needs no lock. */
    private volatile StartedCalls[] runs = {};

    /**
     * Nothing is under way yet.
     *
     * @param threadMultiple whether several threads may call at the same time
     */
    public UnderWay(Progress progress, boolean threadMultiple) {
        this.progress = progress;
        this.threadMultiple = threadMultiple;
    }

    /** The usual case: one load. */
    public boolean none() {
        return runs.length == 0;
    }

    /** Whether several threads may call at the same time. */
    public boolean isThreadMultiple() {
        return threadMultiple;
    }

    /** The communicator has calls under way; saying so twice does no harm. */
    public synchronized void add(StartedCalls more) {
        for (StartedCalls known : runs) {
            if (known == more) {
                return;
            }
        }
        StartedCalls[] all = Arrays.copyOf(runs, runs.length + 1);
        all[runs.length] = more;
        runs = all;
    }

    /** The communicator has none any more. */
    public synchronized void remove(StartedCalls over) {
        StartedCalls[] left = new StartedCalls[runs.length];
        int count = 0;
        for (StartedCalls known : runs) {
            if (known != over) {
                left[count++] = known;
            }
        }
        runs = Arrays.copyOf(left, count);
    }

    /** {@inheritDoc} That is all calls that were started; true while there are any. */
    @Override
    public boolean advance() {
        for (StartedCalls each : runs) {
            each.advance();
        }
        return !none();
    }

    /** Asks those that all of them wait for whether they call the same. */
    public void inquire() {
        for (StartedCalls each : runs) {
            each.inquire();
        }
    }

    /** What all of them wait for. The caller holds the token. */
    public Outstanding outstanding() {
        Outstanding all = new Outstanding();
        for (StartedCalls each : runs) {
            each.list(all);
        }
        return all;
    }

    /** What a thread waits for that sleeps until {@code awaited} is done: that, or what it has put into the place of that to hear of calls under way, too. */
    public static Completion behind(Completion awaited) {
        return awaited instanceof News news ? news.of : awaited;
    }

    /** Done when what is awaited is, or when a call under way may go on. */
    private static final class News extends Completion {
        private final Completion of;

        News(Completion of) {
            this.of = of;
        }
    }

    /** Waits for {@code c}, or for the time to be over; true if it is done. */
    boolean await(Completion c, long timeoutNs) {
        long deadlineNs = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : progress.nanoTime() + timeoutNs;
        long inquireNs = progress.nanoTime() + PATIENCE_NS;
        while (true) {
            lookAgain(c);
            long nowNs = progress.nanoTime();
            long leftNs = deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - nowNs;
            if (c.isDone() || leftNs <= 0) {
                return c.isDone();
            }
            if (none()) {
                return progress.await(c, leftNs);
            }
            if (nowNs - inquireNs >= 0) {
                inquire();
                inquireNs = nowNs + PATIENCE_NS;
            }
            if (mayRest()) {
                awaitNews(c, Math.min(leftNs, threadMultiple ? LOST_WATCH_NS : PATIENCE_NS));
            }
        }
    }

    private boolean mayRest() {
        boolean may = true;
        for (StartedCalls each : runs) {
            may &= each.mayRest();
        }
        return may;
    }

    /** A few looks before the wait proper, whose preparation costs as much as a step of a small collective; where ranks share cores they give theirs away, since what is waited for may need it. */
    private void lookAgain(Completion c) {
        advance();
        int looks = Thread.currentThread().isVirtual() ? 0 : PROMPT_LOOKS;
        for (int look = 0; look < looks && !c.isDone() && progress.tryEnter(); look++) {
            try {
                look();
            } finally {
                progress.exit();
            }
            advance();
        }
    }

    private void look() {
        if (progress.isCrowded()) {
            progress.pollOrYield();
        } else {
            progress.poll();
        }
    }

    private void awaitNews(Completion c, long timeoutNs) {
        Completion news = new News(c);
        watch(c, news);
        try {
            progress.await(news, timeoutNs);
        } finally {
            watch(c, null);
        }
    }

    private void watch(Completion c, @Nullable Completion news) {
        progress.enter();
        try {
            c.watchedBy(news);
            for (StartedCalls each : runs) {
                each.watchTransfers(news);
            }
        } finally {
            progress.exit();
        }
    }
}
