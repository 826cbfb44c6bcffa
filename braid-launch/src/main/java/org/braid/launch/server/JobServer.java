package org.braid.launch.server;

import java.io.IOException;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.server.PidSessions;
import org.braid.boot.server.PipeServer;
import org.braid.boot.server.RankListener;
import org.braid.boot.server.RankPipe;
import org.braid.boot.server.RankServer;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.server.SocketServer;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The rank server inside the launcher, with its thread: on a pipe, or on a socket in a directory where pipes cannot be found by others.
 * Owned by the launcher's main thread; each rank's own thread reports that rank's end.
 */
public final class JobServer {
    private final @Nullable RankPipe pipe;
    private final JobDirectory directory;
    private @Nullable RankServerCore core;
    private @Nullable RankServer server; // guarded by this
    private boolean decided; // whether there is a server now, or never will be; guarded by this
    private @Nullable Thread thread;

    /**
     * To be called before anything else opens files.
     *
     * @param jobName short, for people
     */
    public JobServer(String jobName) {
        this.directory = new JobDirectory(jobName);
        this.pipe = "socket".equals(System.getProperty("braid.rankserver")) ? null : openPipe();
    }

    private static @Nullable RankPipe openPipe() {
        try {
            return RankPipe.open();
        } catch (IOException e) {
            return null;
        }
    }

    /** Where ranks find it, as it stands in their tickets: {@code pipe:PATH} or {@code unix:PATH}. */
    public String address() {
        return pipe == null ? SocketServer.address(directory.socket()) : pipe.address();
    }

    /**
     * Starts to serve; every rank has its ticket by now.
     *
     * @param job the ticket of any rank
     * @param listener hears what ranks say, in the server's thread
     * @param answers takes answers down to the ranks' control pipes
     * @param map where ranks are; null if all are on this host and nobody asks for more
     * @throws IOException if it can't listen
     */
    public void open(Ticket job, RankListener listener, PidSessions.Answers answers, @Nullable HostMap map) throws IOException {
        RankServerCore opened = new RankServerCore(job, listener, map);
        RankServer serving = null;
        try {
            serving = pipe == null ? listen(opened) : new PipeServer(pipe, job.jobLow(), new PidSessions(opened, answers));
            core = opened;
            thread = NativeWait.start(serving, "braid-rank-server");
        } finally {
            decide(serving);
        }
    }

    private synchronized void decide(@Nullable RankServer serving) {
        server = serving;
        decided = true;
        notifyAll();
    }

    /** A short rank may have ended while others are still being started: what it said lies in the pipe until the server reads it. */
    private synchronized @Nullable RankServer decided() {
        try {
            while (!decided) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return server;
    }

    private RankServer listen(RankServerCore opened) throws IOException {
        directory.create();
        return SocketServer.listen(directory.socket(), opened);
    }

    /**
     * A rank's process has ended: runs the task once everything it had said before was heard. To be called in a thread that may wait for {@link #open}.
     *
     * @param rank the one that has ended
     * @param task run in the server's thread; in this one if there is no server
     */
    public void afterLastWords(int rank, Runnable task) {
        RankServer serving = decided();
        RankServerCore known = core;
        if (serving == null || known == null) {
            task.run();
            return;
        }
        serving.afterArrived(() -> {
            known.gone(rank);
            task.run();
        });
    }

    /** Ends its thread; nobody talks to it any more. */
    public void close() {
        NativeWait.end(thread);
        if (pipe == null) {
            SocketServer.removeFiles(address());
        } else {
            pipe.close();
        }
    }
}
