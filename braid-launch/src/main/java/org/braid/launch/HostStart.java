package org.braid.launch;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.wire.Where;
import org.braid.boot.server.PipeServer;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.options.KnownMethods;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.RankCommand;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.program.Program;
import org.braid.launch.server.RankRelay;
import org.jspecify.annotations.Nullable;

/** How the ranks of a host are started when its server says so, and what they say on the way to it. */
record HostStart(RunOptions options, Program program, JobEvents events, Console console, RankRelay relay, ServerLink server) {
    /**
     * Starts them. What each of its processes does is told to the server in the rank's own thread.
     *
     * @param ticket of the first of them, but for where its rank server is
     * @param numbers theirs in the job
     * @param places theirs among the job's ranks of this host
     * @return null if the job asks for what this host cannot do, which the server has been told
     */
    @Nullable HostRanks begin(Ticket ticket, int[] numbers, int[] places) throws InterruptedException {
        String refusal = refusal(ticket.policy());
        if (!refusal.isEmpty()) {
            for (int rank : numbers) {
                server.notStarted(rank, refusal);
            }
            return null;
        }
        RankCommand command = new RankCommand(options, ticket.size(), ticket.ranksOnHost(), program, Long.toHexString(ticket.jobHigh() >>> 48 | 0x10000).substring(1));
        RankProcess[] processes = new RankProcess[numbers.length];
        UserInput input = null;
        for (int i = 0; i < numbers.length; i++) {
            InputFlow flow = new InputFlow();
            processes[i] = new RankProcess(numbers[i], command.builder(numbers[i], places[i]), options.tagOutput(), console.sinks(), flow);
            input = numbers[i] == 0 ? new UserInput(processes[i], flow) : input;
        }
        Ranks all = new Ranks(processes);
        HostRanks ranks = new HostRanks(numbers, all, input);
        relay.begin(ticket.jobLow(), new Passing(server));
        all.start(new HostReports(events, relay, server, all, ranks, numbers));
        all.give(ticket.onHost(numbers[0], ticket.firstOnHost(), ticket.ranksOnHost(), ProcessHandle.current().pid(), relay.address()));
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
