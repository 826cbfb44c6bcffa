package org.braid.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.base.wire.Hello;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.server.RankListener;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.JoinSeats;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.output.InputFlow;
import org.braid.launch.process.RankProcess;
import org.braid.launch.process.Ranks;
import org.braid.launch.program.Application;
import org.braid.launch.program.Program;
import org.braid.launch.protection.Protection;
import org.braid.launch.server.RankRelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that keeps a host's ranks of a job ends in an error of Braid's own, which is planted; over sockets of this host. */
@Timeout(60)
class AbandonedRanksTest {
    private static final Hello HELLO = new Hello(Hello.THIS_VERSION, 7, 0);
    private static final long BOUND_S = 20;
    private static final long HIGH = 1;
    private static final long LOW = 2;

    private final Secret secret = Secret.random();
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final StringBuilder heard = new StringBuilder();

    /** What is to be started can be looked at once, and no second time. */
    private static final class Broken extends AbstractList<Application> {
        private final Application only;
        private boolean wasSeen;

        Broken(Application only) {
            this.only = only;
        }

        @Override
        public Application get(int index) {
            if (wasSeen) {
                throw new IllegalStateException("planted");
            }
            wasSeen = true;
            return only;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T silent(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
    }

    private RemoteRanks.Listener listener() {
        return (RemoteRanks.Listener) Proxy.newProxyInstance(RemoteRanks.Listener.class.getClassLoader(), new Class<?>[] {RemoteRanks.Listener.class}, (_, method, words) -> {
            heard.append(method.getName()).append(' ').append(words[words.length - 1]).append('\n');
            return null;
        });
    }

    private void await(String text) throws InterruptedException {
        while (heard.indexOf(text) < 0) {
            Runnable next = tasks.poll(BOUND_S, TimeUnit.SECONDS);
            assertNotNull(next, () -> "never heard '" + text + "', but: " + heard);
            next.run();
        }
    }

    /** A process that would live for an hour, in place of the rank's. */
    private record Sleeping(List<RankProcess> started) implements HostStart.Lineup {
        @Override
        public RankProcess[] processes(Ticket ticket, JoinSeats seats, InputFlow flowOfFirst) {
            started.add(new RankProcess(0, new ProcessBuilder("sleep", "3600"), false, new Console(true).sinks(), flowOfFirst));
            return started.toArray(RankProcess[]::new);
        }

        @Override
        public boolean hasInput() {
            return false;
        }
    }

    @Test
    void aThreadThatEndsWhileItStartsThemLeavesNone() throws Exception {
        RemoteRanks ranks = new RemoteRanks(1, tasks::add, listener());
        JobAddress address = ranks.open("127.0.0.1", Protection.CLEAR, secret, new long[] {HIGH, LOW}, HELLO);
        CompletableFuture<ServerLink> entering = CompletableFuture.supplyAsync(() -> ServerLink.enter(address, Protection.CLEAR, HELLO, List.of(-1), 1, "", "", CoreLayout.NONE));
        await("joined");
        ServerLink link = entering.get();
        Ticket ticket = new Ticket(7, HIGH, LOW, 0, 1, 0, 1, 0, "", secret, "", "", false, ranks.map("", "").spread(1));
        List<RankProcess> started = new ArrayList<>();
        HostStart start = new HostStart(new Sleeping(started), new Program("Sleeping", List.of()), new JobEvents(), RankRelay.open(), link);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> start.begin(ticket, new JoinSeats(new int[] {0}, new int[] {0}, 0, 1)));
        new Ranks(started.toArray(RankProcess[]::new)).awaitGone();
        assertTrue(ProcessHandle.of(started.getFirst().pid()).filter(ProcessHandle::isAlive).isEmpty(), "it was killed");
        ranks.over(1, "");
    }

    @Test
    void theServerIsToldThatNobodyKeepsThemAndWaitsForNoEndOfTheirs() throws Exception {
        RemoteRanks ranks = new RemoteRanks(1, tasks::add, listener());
        JobAddress address = ranks.open("127.0.0.1", Protection.CLEAR, secret, new long[] {HIGH, LOW}, HELLO);
        RunOptions options = RunArguments.parse(JobCommand.JOIN, List.of(address.text(), AbandonedRanksTest.class.getName()));
        Program program = Program.resolve(options);
        Console console = new Console(true);
        CompletableFuture<ServerLink> entering = CompletableFuture.supplyAsync(() -> ServerLink.enter(address, Protection.CLEAR, HELLO, List.of(-1), 1, "", "", CoreLayout.NONE));
        await("joined");
        ServerLink link = entering.get();
        Ticket ticket = new Ticket(7, HIGH, LOW, 0, 1, 0, 1, 0, "", secret, "", "", false, ranks.map("", "").spread(1));
        HostSpawns elders = new HostSpawns(new JobEvents(), console, options, program, link, ticket);
        JoinedHost part = new JoinedHost(new Broken(new Application(options, program)), console, RankRelay.open(), link, elders);
        part.hear();
        CompletableFuture<Void> keeping = CompletableFuture.runAsync(part::keep);
        ranks.begin(ticket, ranks.map("", ""), new RankServerCore(ticket, silent(RankListener.class), ranks.map("", "")));
        await("lost an error of Braid's own: java.lang.IllegalStateException: planted");
        assertTrue(ranks.isOutOfReach(0));
        assertTrue(part.hasFailed());
        ExecutionException thrown = assertThrows(ExecutionException.class, keeping::get);
        assertEquals("java.lang.IllegalStateException: planted", String.valueOf(thrown.getCause()));
        ranks.over(1, "");
    }
}
