package org.braid.launch.server;

import java.io.IOException;
import org.braid.boot.server.PipeServer;
import org.braid.boot.server.RankPipe;
import org.jspecify.annotations.Nullable;

/** The pipe of the ranks of one host whose rank server is elsewhere, with its thread: what they say is passed on as it comes. */
public final class RankRelay {
    private final RankPipe pipe;
    private @Nullable PipeServer server;
    private @Nullable Thread thread;

    private RankRelay(RankPipe pipe) {
        this.pipe = pipe;
    }

    /**
     * To be called before anything else opens files.
     *
     * @throws IOException where processes cannot find each other's pipes
     */
    public static RankRelay open() throws IOException {
        return new RankRelay(RankPipe.open());
    }

    /** Where ranks find it, as it stands in their tickets. */
    public String address() {
        return pipe.address();
    }

    /**
     * Begins to pass on.
     *
     * @param jobLow the lower half of the job's number
     * @param words hears the ranks, in this relay's thread
     */
    public void begin(long jobLow, PipeServer.Words words) {
        PipeServer serving = new PipeServer(pipe, jobLow, words);
        server = serving;
        thread = NativeWait.start(serving, "braid-relay");
    }

    /**
     * Runs a task behind all that the ranks have said by now, in the relay's thread; at once before it {@linkplain #begin began}.
     *
     * @param task must not wait
     */
    public void afterArrived(Runnable task) {
        PipeServer serving = server;
        if (serving == null) {
            task.run();
        } else {
            serving.afterArrived(task);
        }
    }

    /** Ends its thread; no rank says anything more. */
    public void close() {
        NativeWait.end(thread);
        pipe.close();
    }
}
