package org.braid.cli.run;

import java.io.IOException;
import org.braid.boot.Ticket;
import org.braid.boot.server.RankServer;
import org.braid.boot.server.RankServerCore;
import org.jspecify.annotations.Nullable;

/** The rank server inside the launcher, with its thread and its directory. Owned by the launcher's main thread. */
final class JobServer {
    private final JobDirectory directory;
    private final RankServerCore core;
    private volatile @Nullable RankServer server;
    private @Nullable Thread thread;

    JobServer(JobDirectory directory, Ticket job, RankServerCore.Listener listener) {
        this.directory = directory;
        this.core = new RankServerCore(job, false, listener);
    }

    /** Opens the socket; every rank has its ticket by now. */
    void open() throws IOException {
        directory.create();
        RankServer opened = RankServer.listen(directory.socket(), core);
        thread = NativeWait.start(opened, "braid-rank-server");
        server = opened;
    }

    /** A rank's process has ended: runs the task once everything it had said before was heard. */
    void afterLastWords(int rank, Runnable task) {
        RankServer running = server;
        if (running == null) {
            task.run();
            return;
        }
        running.afterArrived(() -> {
            core.gone(rank);
            task.run();
        });
    }

    void close() {
        NativeWait.end(thread);
        directory.remove();
    }
}
