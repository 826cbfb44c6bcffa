package org.braid.launch;

import java.nio.ByteBuffer;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.Where;
import org.braid.boot.server.PipeServer;
import org.braid.boot.threads.RankSet;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.JoinSeats;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.names.JobNumber;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.process.Seats;
import org.braid.launch.program.Application;
import org.braid.launch.program.Program;
import org.braid.launch.server.RankRelay;
import org.jspecify.annotations.Nullable;

/** How the ranks of a host are started when its server says so, and what they say on the way to it. */
record HostStart(Lineup lineup, Program program, JobEvents events, RankRelay relay, ServerLink server) {
    /** Who says what the processes of the ranks are. */
    interface Lineup {
        /** None of them runs yet; in the order of their ranks. */
        RankProcess[] processes(Ticket ticket, JoinSeats seats, InputFlow flowOfFirst);

        /** Whether rank 0 has the user's standard input. */
        boolean hasInput();
    }

    /** Ranks that the user has brought. */
    record OfUser(RunOptions options, Program program, Console console) implements Lineup {
        @Override
        public RankProcess[] processes(Ticket ticket, JoinSeats seats, InputFlow flowOfFirst) {
            RankCommand command = new RankCommand(options, ticket.size(), ticket.ranksOnHost(), seats.processesOnHost(), program, name(ticket));
            int each = options.ranksPerProcess();
            RankProcess[] processes = new RankProcess[options.processes()];
            for (int i = 0; i < processes.length; i++) {
                Seats seated = new Seats(seats.part(i * each, (i + 1) * each), ticket.jobLow());
                ProcessBuilder builder = command.builder(seated.ranks(), seats.places()[i * each], seats.firstProcess() + i);
                processes[i] = new RankProcess(seated, builder, options.tagOutput(), console.sinks(), i == 0 ? flowOfFirst : new InputFlow());
            }
            return processes;
        }

        @Override
        public boolean hasInput() {
            return true;
        }
    }

    /** Ranks that a rank has asked for, of several programs it may be: a process for each. Their lines are tagged by the name of their job, since each host counts its own. */
    record OfRank(List<Application> parts, Console console) implements Lineup {
        @Override
        public RankProcess[] processes(Ticket ticket, JoinSeats seats, InputFlow flowOfFirst) {
            RankProcess[] processes = new RankProcess[seats.ranks().length];
            int i = 0;
            for (Application part : parts) {
                RankCommand command = new RankCommand(part.options(), ticket.size(), ticket.ranksOnHost(), seats.processesOnHost(), part.program(), name(ticket));
                for (int end = i + part.options().ranks(); i < end; i++) {
                    int rank = seats.ranks()[i];
                    String tag = part.options().tagOutput() ? name(ticket) + ":" + rank : "";
                    processes[i] = new RankProcess(rank, console.writer(rank), command.builder(RankSet.of(rank), seats.places()[i], seats.firstProcess() + i), tag, console.sinks(), i == 0 ? flowOfFirst : new InputFlow());
                }
            }
            return processes;
        }

        @Override
        public boolean hasInput() {
            return false;
        }
    }

    private static String name(Ticket ticket) {
        return JobNumber.name(ticket.jobHigh());
    }

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
        RankProcess[] processes = lineup.processes(ticket, seats, flow);
        Ranks all = new Ranks(processes);
        int[] numbers = seats.ranks();
        HostRanks ranks = new HostRanks(numbers, all, numbers[0] == 0 && lineup.hasInput() ? new UserInput(processes[0], flow) : null);
        relay.begin(ticket.jobLow(), new Passing(server));
        boolean begun = false;
        try {
            all.start(new HostReports(events, relay, server, all, ranks, numbers));
            all.give(ticket.onHost(numbers[0], ticket.firstOnHost(), ticket.ranksOnHost(), ProcessHandle.current().pid(), relay.address()));
            begun = true;
        } finally {
            if (!begun) {
                ranks.kill(); // nobody else knows of them
            }
        }
        return ranks;
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
