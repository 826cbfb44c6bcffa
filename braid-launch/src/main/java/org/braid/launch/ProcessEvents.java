package org.braid.launch;

import java.util.function.IntConsumer;
import org.braid.launch.process.RankProcess;
import org.braid.launch.server.JobServer;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Supervision;

/** Processes that start and end, as their own threads notice it: each becomes a task of the main thread, with the time at which it was noticed. */
final class ProcessEvents implements RankProcess.Listener {
    private final JobEvents events;
    private final JobServer server;
    private final StartupReport startup;
    private final Supervision supervision;
    private final Ends ends;
    private final IntConsumer signals;

    /** @param signals told in place of the system that nobody reads what we print */
    ProcessEvents(JobEvents events, JobServer server, StartupReport startup, Supervision supervision, Ends ends, IntConsumer signals) {
        this.events = events;
        this.server = server;
        this.startup = startup;
        this.supervision = supervision;
        this.ends = ends;
        this.signals = signals;
    }

    @Override
    public void started(int rank) {
        long nowNs = System.nanoTime();
        events.post(() -> startup.spawned(rank, nowNs));
    }

    @Override
    public void notStarted(int rank, String why) {
        long nowNs = System.nanoTime();
        events.post(() -> supervision.notStarted(rank, why, nowNs));
    }

    @Override
    public void exited(int rank, int code) {
        long nowNs = System.nanoTime();
        server.afterLastWords(rank, () -> events.post(() -> {
            if (supervision.isAlive(rank)) { // a thread of its process may have ended before
                startup.exited(rank, nowNs);
                ends.exited(rank, code, nowNs);
            }
        }));
    }

    @Override
    public void outputClosed() {
        signals.accept(Signals.PIPE);
    }
}
