package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.hosts.Part;
import org.braid.boot.server.RankListener;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.protection.Protection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of joins that come and go while a job of two ranks gathers, over sockets of this host. */
class GatheringTest {
    private static final Hello HELLO = new Hello(Hello.THIS_VERSION, 7, 0);
    private static final long BOUND_S = 20;
    private static final int INTERRUPT = 2;

    private final Secret secret = Secret.random();
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final StringBuilder heard = new StringBuilder();
    private final RemoteRanks ranks = new RemoteRanks(2, tasks::add, (RemoteRanks.Listener) Proxy.newProxyInstance(
            RemoteRanks.Listener.class.getClassLoader(), new Class<?>[] {RemoteRanks.Listener.class}, (_, method, words) -> {
                heard.append(method.getName());
                for (Object word : words == null ? new Object[0] : words) {
                    heard.append(' ').append(word instanceof int[] all ? all.length : word);
                }
                heard.append('\n');
                return null;
            }));
    private JobAddress ticket;

    @BeforeEach
    void open() throws IOException {
        ticket = ranks.open("127.0.0.1", Protection.CLEAR, secret, new long[] {1, 2}, HELLO);
    }

    @AfterEach
    void close() {
        ranks.over(0, "");
    }

    private ServerLink join() {
        return join("", "");
    }

    private ServerLink join(String site, String cluster) {
        return ServerLink.enter(ticket, Protection.CLEAR, HELLO, Collections.nCopies(1, -1), 1, site, cluster, CoreLayout.of(new int[] {7, 9}, new int[] {-1, -1}));
    }

    /** Enters while tasks are run, as the server's main thread does. */
    private ServerLink joinAndSeat() throws InterruptedException {
        LinkedBlockingQueue<ServerLink> entered = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> entered.add(join()));
        await("joined");
        ServerLink link = entered.poll(BOUND_S, TimeUnit.SECONDS);
        assertNotNull(link);
        link.start(silent());
        heard.setLength(0);
        return link;
    }

    private static ServerLink.Orders silent() {
        return (ServerLink.Orders) Proxy.newProxyInstance(ServerLink.Orders.class.getClassLoader(), new Class<?>[] {ServerLink.Orders.class}, (_, _, _) -> null);
    }

    private static RankListener nobody() {
        return (RankListener) Proxy.newProxyInstance(RankListener.class.getClassLoader(), new Class<?>[] {RankListener.class}, (_, _, _) -> null);
    }

    private void await(String text) throws InterruptedException {
        while (heard.indexOf(text) < 0) {
            Runnable next = tasks.poll(BOUND_S, TimeUnit.SECONDS);
            assertNotNull(next, () -> "never heard '" + text + "', but: " + heard);
            next.run();
        }
    }

    /** As {@code braid join} does at Ctrl-C. */
    private static void interrupt(ServerLink join) {
        join.signalled(INTERRUPT);
        join.farewell(Map.of(), "");
    }

    @Test
    void whileNobodyHasJoinedThereIsNothingToLookAt() throws Exception {
        assertEquals(Long.MAX_VALUE, ranks.nextLookNs());
        joinAndSeat();
        assertTrue(ranks.nextLookNs() < Long.MAX_VALUE);
    }

    @Test
    void aJoinThatGetsASignalBeforeTheJobBeginsGivesItsRanksBackAndEndsNothingElse() throws Exception {
        ServerLink first = joinAndSeat();
        assertEquals(1, ranks.missing());
        interrupt(first);
        await("left");
        assertTrue(heard.toString().contains("it got signal 2 (SIGINT)"), heard::toString);
        assertTrue(heard.indexOf("signalled") < 0, heard::toString);
        assertEquals(2, ranks.missing());
        joinAndSeat();
        joinAndSeat();
        assertEquals(0, ranks.missing());
    }

    /** Enters, whatever comes of it; what its launcher is told goes to {@code said}. */
    private void begin(LinkedBlockingQueue<Object> outcomes, StringBuffer said, String site, String cluster) {
        Thread.ofVirtual().start(() -> {
            try {
                ServerLink link = join(site, cluster);
                link.start(hearing(said));
                outcomes.add(link);
            } catch (BraidException e) {
                outcomes.add(e);
            }
        });
    }

    private static ServerLink.Orders hearing(StringBuffer said) {
        return (ServerLink.Orders) Proxy.newProxyInstance(ServerLink.Orders.class.getClassLoader(), new Class<?>[] {ServerLink.Orders.class}, (_, method, words) -> {
            if (method.getName().equals("notice")) {
                said.append(words[0]);
                synchronized (said) {
                    said.notifyAll();
                }
            }
            return null;
        });
    }

    private static void awaitSaid(StringBuffer said, String text) throws InterruptedException {
        synchronized (said) {
            for (long endNs = System.nanoTime() + BOUND_S * 1_000_000_000L; said.indexOf(text) < 0 && System.nanoTime() - endNs < 0;) {
                said.wait(1000);
            }
        }
        assertTrue(said.indexOf(text) >= 0, () -> "never told '" + text + "', but: " + said);
    }

    /** One that says it is in Paris, and behind it one that says otherwise. */
    private void contradict(LinkedBlockingQueue<Object> outcomes, StringBuffer said) throws InterruptedException {
        begin(outcomes, said, "paris", "");
        await("joined");
        heard.setLength(0);
        begin(outcomes, new StringBuffer(), "rome", "");
        await("contradicted");
    }

    @Test
    void aSecondJoinThatSaysItsHostIsElsewhereIsRefusedAndTheFirstStays() throws Exception {
        LinkedBlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
        contradict(outcomes, new StringBuffer());
        assertTrue(outcomes.poll(BOUND_S, TimeUnit.SECONDS) instanceof ServerLink);
        Object refused = outcomes.poll(BOUND_S, TimeUnit.SECONDS);
        assertTrue(refused instanceof BraidException e && e.code() == ErrorCode.PLACE_DIFFERS && e.getMessage().contains("names site 'rome': another join on the same host, which brings rank 0, has named site 'paris'"), () -> String.valueOf(refused));
        assertEquals(1, ranks.missing());
        heard.setLength(0);
        begin(outcomes, new StringBuffer(), "", "lan");
        await("joined");
        assertEquals("paris/lan/", ranks.map("", "").hostOf(1).toString().substring(0, 10), "who says nothing of a level agrees");
        assertTrue(heard.toString().startsWith("settled\n"), heard::toString);
    }

    @Test
    void aContradictionIsToldOnceUntilAJoinOfThatHostIsTaken() throws Exception {
        LinkedBlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
        contradict(outcomes, new StringBuffer());
        heard.setLength(0);
        begin(outcomes, new StringBuffer(), "oslo", "");
        await("refused");
        assertTrue(heard.indexOf("contradicted") < 0, heard::toString);
    }

    @Test
    void itIsSettledWhenWhoeverWasContradictedLeaves() throws Exception {
        LinkedBlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
        contradict(outcomes, new StringBuffer());
        ServerLink first = (ServerLink) outcomes.poll(BOUND_S, TimeUnit.SECONDS);
        assertNotNull(first);
        heard.setLength(0);
        interrupt(first);
        await("left");
        assertTrue(heard.toString().startsWith("settled\n"), heard::toString);
        assertEquals(2, ranks.missing());
    }

    /** The job does not miss what a join could not have brought. */
    @Test
    void whoseRankIsTakenContradictsNobody() throws Exception {
        LinkedBlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
        begin(outcomes, new StringBuffer(), "paris", "");
        await("joined");
        heard.setLength(0);
        Thread.ofVirtual().start(() -> {
            try {
                outcomes.add(ServerLink.enter(ticket, Protection.CLEAR, HELLO, List.of(0), 1, "rome", "", CoreLayout.NONE));
            } catch (BraidException e) {
                outcomes.add(e);
            }
        });
        await("refused");
        assertTrue(heard.indexOf("contradicted") < 0 && heard.indexOf(ErrorCode.RANK_DUPLICATE.id()) > 0, heard::toString);
        assertEquals(1, ranks.missing());
    }

    @Test
    void whatIsToBeSaidIsSaidAtEveryJoin() throws Exception {
        StringBuffer said = new StringBuffer();
        begin(new LinkedBlockingQueue<>(), said, "paris", "");
        await("joined");
        ranks.notice("once");
        awaitSaid(said, "once");
        ranks.noticeLast(" and alone");
        awaitSaid(said, "once and alone");
    }

    /** Each says that it has a core in each of two packages; of two processes one is bound to each. */
    @Test
    void ranksOfJoinsOfOneHostAreInThePackagesOfTheirSharesOfItsCores() throws Exception {
        joinAndSeat();
        joinAndSeat();
        assertEquals(new Part(0, -1), ranks.map("", "").partOf(0));
        assertEquals(new Part(1, -1), ranks.map("", "").partOf(1));
    }

    /** The first brings five ranks of which two at a time are a process, the second one alone: four processes of the host. */
    @Test
    void ranksThatAreThreadsAreInTheProcessesOfTheirJoins() throws Exception {
        Roll roll = new Roll(6);
        HostIdentity here = new HostIdentity(1, 2);
        RemoteHost first = new RemoteHost(new ToldLink("10.0.0.1"), new Entry(here, 5, 2, 2, List.of(), "one", "", "", CoreLayout.NONE));
        first.ranks = new int[] {5, 0, 1, 2, 3};
        RemoteHost second = new RemoteHost(new ToldLink("10.0.0.1"), new Entry(here, 6, 2, 1, List.of(), "one", "", "", CoreLayout.NONE));
        second.ranks = new int[] {4};
        assertTrue(!roll.add(first) && !roll.add(second), "nobody has contradicted anybody");
        List<Integer> processes = new ArrayList<>();
        for (int rank = 0; rank < 6; rank++) {
            processes.add(roll.map("", "").partOf(rank).process());
        }
        assertEquals(List.of(0, 0, 1, 1, 3, 2), processes);
    }

    /** BEGIN and the join's farewell cross each other: the job ends as by any signal at one of its joins, not by a host that is lost. */
    @Test
    void aSignalThatCrossesTheBeginningEndsTheJobByThatSignal() throws Exception {
        ServerLink first = joinAndSeat();
        joinAndSeat();
        Ticket job = new Ticket(7, 1, 2, 0, 2, 0, 2, 0, "", secret, "", "", false, ranks.map("", "").spread(ranks.joins()));
        ranks.begin(job, ranks.map("", ""), new RankServerCore(job, nobody(), ranks.map("", "")));
        interrupt(first);
        await("lost");
        assertTrue(heard.indexOf("signalled") == 0 && heard.indexOf("signalled") < heard.indexOf("lost"), heard::toString);
    }

    /** Its seat and its end lie in the server's queue one behind the other: the job has said that it begins, and nobody else would come. */
    @Test
    void whoLeavesBetweenItsSeatAndTheBeginningIsLostAndLeavesNoRankFree() throws Exception {
        joinAndSeat();
        LinkedBlockingQueue<ServerLink> entered = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> entered.add(join()));
        await("joined");
        ServerLink second = entered.poll(BOUND_S, TimeUnit.SECONDS);
        assertNotNull(second);
        second.start(silent());
        second.farewell(Map.of(), "");
        await("lost 1");
        assertTrue(heard.indexOf("left") < 0, heard::toString);
        assertEquals(0, ranks.missing());
        Ticket job = new Ticket(7, 1, 2, 0, 2, 0, 2, 0, "", secret, "", "", false, ranks.map("", "").spread(ranks.joins()));
        ranks.begin(job, ranks.map("", ""), new RankServerCore(job, nobody(), ranks.map("", "")));
        assertTrue(ranks.isOutOfReach(1) && !ranks.isOutOfReach(0));
    }
}
