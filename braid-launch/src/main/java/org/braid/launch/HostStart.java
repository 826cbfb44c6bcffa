package org.braid.launch;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.wire.Where;
import org.braid.boot.server.PipeServer;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.JoinSeats;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.process.Seats;
import org.braid.launch.program.Program;
import org.braid.launch.server.RankRelay;
import org.jspecify.annotations.Nullable;

/** How the ranks of a host are started when its server says so, and what they say on the way to it. */
record HostStart(RunOptions options, Program program, JobEvents events, Console console, RankRelay relay, ServerLink server) {
    /**
     * Starts them. What each of its processes does is told to the server in the rank's own thread.
     *
     * @param ticket of the first of them, but for where its rank server is
     * @param seats which they are
     * @return null if the job asks for what this host cannot do, which the server has been told
     */
    @Nullable HostRanks begin(Ticket ticket, JoinSeats seats) throws InterruptedException {
        String refusal = refusal(ticket.policy());
        if (!refusal.isEmpty()) {
            for (int rank : seats.ranks()) {
                server.notStarted(rank, refusal);
            }
            return null;
        }
        InputFlow flow = new InputFlow(); // of the first of them: only rank 0 has any
        RankProcess[] processes = processes(ticket, seats, flow);
        Ranks all = new Ranks(processes);
        int[] numbers = seats.ranks();
        HostRanks ranks = new HostRanks(numbers, all, numbers[0] == 0 ? new UserInput(processes[0], flow) : null);
        relay.begin(ticket.jobLow(), new Passing(server));
        all.start(new HostReports(events, relay, server, all, ranks, numbers));
        all.give(ticket.onHost(numbers[0], ticket.firstOnHost(), ticket.ranksOnHost(), ProcessHandle.current().pid(), relay.address()));
        return ranks;
    }

    private RankProcess[] processes(Ticket ticket, JoinSeats seats, InputFlow flowOfFirst) {
        RankCommand command = new RankCommand(options, ticket.size(), ticket.ranksOnHost(), seats.processesOnHost(), program, Long.toHexString(ticket.jobHigh() >>> 48 | 0x10000).substring(1));
        int each = options.ranksPerProcess();
        RankProcess[] processes = new RankProcess[options.processes()];
        for (int i = 0; i < processes.length; i++) {
            Seats seated = new Seats(seats.part(i * each, (i + 1) * each), ticket.jobLow());
            ProcessBuilder builder = command.builder(seated.ranks(), seats.places()[i * each], seats.firstProcess() + i);
            processes[i] = new RankProcess(seated, builder, options.tagOutput(), console.sinks(), i == 0 ? flowOfFirst : new InputFlow());
        }
        return processes;
    }

    /** Why no rank could carry messages as the job's policy says, "" if they could: the server does not know what the program brings. */
    private String refusal(String policy) {
        if (policy.isEmpty() || !program.bringsNone(KnownMethods.SERVICES)) {
            return "";
        }
        try {
            KnownMethods.check(policy, Where.HOST, Where.SITE, Where.ANYWHERE);
            return "";
        } catch (BraidException e) {
            return e.what() + ": " + e.why() + " (" + e.code().id() + ")";
        }
    }

    private record Passing(ServerLink server) implements PipeServer.Words {
        @Override
        public void said(int pid, ByteBuffer bytes) {
            server.said(pid, bytes);
        }

        @Override
        public void settle() {}
    }
}
