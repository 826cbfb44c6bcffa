package org.braid.launch;

import org.braid.launch.hosts.ServerLink;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.server.RankRelay;
import org.braid.launch.signal.Signals;

/** Processes of this host that start and end, as their own threads notice it: told to the job's server, and to the main thread where that must know. */
final class HostReports implements RankProcess.Listener {
    private final JobEvents events;
    private final RankRelay relay;
    private final ServerLink server;
    private final Ranks processes;
    private final HostRanks ranks;
    private final int[] numbers;

    HostReports(JobEvents events, RankRelay relay, ServerLink server, Ranks processes, HostRanks ranks, int[] numbers) {
        this.events = events;
        this.relay = relay;
        this.server = server;
        this.processes = processes;
        this.ranks = ranks;
        this.numbers = numbers;
    }

    private int indexOf(int rank) {
        int index = 0;
        while (numbers[index] != rank) {
            index++;
        }
        return index;
    }

    @Override
    public void started(int rank) {
        server.started(rank, processes.get(indexOf(rank)).pid());
    }

    @Override
    public void notStarted(int rank, String why) {
        events.post(() -> ranks.ended(indexOf(rank)));
        server.notStarted(rank, why);
    }

    /** Behind all that the rank has said. */
    @Override
    public void exited(int rank, int code) {
        events.post(() -> ranks.ended(indexOf(rank)));
        relay.afterArrived(() -> server.exited(rank, code));
    }

    @Override
    public void outputClosed() {
        server.signalled(Signals.PIPE);
    }
}
