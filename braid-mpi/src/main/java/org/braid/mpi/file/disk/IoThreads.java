package org.braid.mpi.file.disk;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A few threads for accesses that were started, made at the first one; they end when there is nothing to do. What has no room in the queue is done by its caller. Any thread. */
public final class IoThreads implements Executor {
    private static final int MOST_THREADS = 4;
    private static final int MOST_QUEUED = 1024;
    private static final long IDLE_SECONDS = 5;

    private @Nullable ThreadPoolExecutor threads;

    /** No thread yet. */
    public IoThreads() {}

    /** Runs it soon. */
    @Override
    public synchronized void execute(Runnable access) {
        if (threads == null) {
            threads = new ThreadPoolExecutor(MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_QUEUED), IoThreads::thread, new ThreadPoolExecutor.CallerRunsPolicy());
            threads.allowCoreThreadTimeOut(true);
        }
        threads.execute(access);
    }

    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().name("braid-file").unstarted(work);
    }
}
