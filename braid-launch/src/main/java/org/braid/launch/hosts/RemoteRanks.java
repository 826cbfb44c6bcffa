package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.braid.base.BraidException;
import org.braid.base.wire.Hello;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.names.NameOwner;
import org.braid.boot.server.PidSessions;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.boot.ticket.TicketCodec;
import org.braid.launch.distance.Levels;
import org.braid.launch.distance.Measurement;
import org.braid.launch.process.Crew;
import org.braid.launch.process.Recipients;
import org.braid.launch.protection.Protection;
import org.braid.launch.supervise.Silence;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of a job that joins bring, as its server sees them: first they gather, then the job begins, and what is done to a rank is done by its join. Main thread only, but for what the door and the links tell, which becomes
 * tasks of the main thread.
 */
public final class RemoteRanks implements Crew {
    /** Told of what becomes of joins and ranks, in the main thread. */
    public interface Listener {
        /** A join has brought ranks. */
        void joined(String who, String ranks);

        /** A join has gone before the job began. */
        void left(String who, String why);

        /** Somebody was sent away. */
        void refused(String source, String reason);

        /** One was that would have brought ranks which the job lacks, and says what contradicts a join that is there. Told once until it is settled. */
        void contradicted(String source, String reason);

        /** No contradiction stands any more. */
        void settled();

        /** There will be no process. */
        void notStarted(int rank, String why);

        /** A rank's process has ended; all that it said before was heard. A code of 128 + n stands for signal n. */
        void exited(int rank, int code);

        /** A join got a signal. */
        void signalled(String who, int number);

        /**
         * A join was asked to stop, or runs again.
         *
         * @param join its place among {@linkplain RemoteRanks#joins() all}
         */
        void holdAsked(int join, boolean isAsked);

        /** None of a join's ranks runs, or it is gone. */
        void paused(int join);

        /** Nothing has come from a join for long, or something has again. */
        void silent(String who, long forNs, boolean again);

        /** A join is gone while the job ran. */
        void lost(int[] ranks, String who, String why);

        /** A join is gone that kept jobs of its host alone, which ranks had asked for. */
        void spawnsLost(String who, int jobs, String why);

        /** What a rank has asked for on several hosts can be started. */
        void spread(SpreadRequest request);
    }

    private final Consumer<Runnable> tasks;
    private final Listener listener;
    private final Roll roll;
    private final Gathering gathering;
    private final FromHosts fromHosts;
    private final SpawnPlace spawnPlace;
    private final HostedNames names;
    private @Nullable HostDoor door;
    private long nextLookNs = System.nanoTime();

    /**
     * Nobody has come yet.
     *
     * @param ranks how many the job has
     * @param tasks runs tasks in the main thread, one after the other
     */
    public RemoteRanks(int ranks, Consumer<Runnable> tasks, Listener listener) {
        this.tasks = tasks;
        this.listener = listener;
        this.roll = new Roll(ranks);
        this.gathering = new Gathering(new Seats<>(ranks), roll, listener);
        this.spawnPlace = new SpawnPlace(roll, listener::spread);
        this.names = new HostedNames();
        this.fromHosts = new FromHosts(roll, names, spawnPlace, tasks, listener, gathering::giveBack);
    }

    // ---- gathering

    /**
     * Lets joins in from now on.
     *
     * @param at {@code ADDRESS[:PORT]}, "" for everywhere
     * @param job its number, two longs
     * @return what joins need to know
     * @throws BraidException {@code BRD-1307} if it cannot be listened there
     */
    public JobAddress open(String at, Protection protection, Secret secret, long[] job, Hello hello) throws IOException {
        HostDoor opened = HostDoor.open(at, protection, secret, job, hello, new HostDoor.Listener() {
            @Override
            public void entered(HostLink link, Entry entry) {
                tasks.accept(() -> gathering.seat(new RemoteHost(link, entry), fromHosts));
            }

            @Override
            public void refused(String source, String reason) {
                tasks.accept(() -> listener.refused(source, reason));
            }
        });
        door = opened;
        return opened.ticket();
    }

    /** All ranks are brought at once, by joins that are there. */
    void bring(List<RemoteHost> joins) {
        gathering.bring(joins, fromHosts);
    }

    /** Has every join say something to whoever waits there. */
    public void notice(String text) {
        roll.tellAll(HostProtocol.withText(HostProtocol.NOTICE, text));
    }

    /** Has the one say it that came last. */
    public void noticeLast(String text) {
        roll.hosts().getLast().link.send(HostProtocol.withText(HostProtocol.NOTICE, text));
    }

    /** How many ranks nobody brings yet. */
    public int missing() {
        return gathering.missing();
    }

    /** Has hosts measure how far they are from each other; once no rank is missing. */
    public Measurement measure(long nowNs) {
        List<List<RemoteHost>> all = roll.joinsOfHosts();
        Measurement begun = Measurement.begin(all.size(), new Measurement.Hosts() {
            @Override
            public void open(int host) {
                all.get(host).getFirst().link.send(HostProtocol.frame(HostProtocol.LANDMARK, 0).array());
            }

            @Override
            public void ping(int host, int landmark, int round, int port, long token) {
                byte[] address = all.get(landmark).getFirst().link.there().getBytes(StandardCharsets.US_ASCII);
                all.get(host).getFirst().link.send(HostProtocol.frame(HostProtocol.PING, 16 + address.length).putInt(round).putInt(port).putLong(token).put(address).array());
            }
        }, nowNs);
        fromHosts.measure(begun);
        return begun;
    }

    /** Hosts are where these say, if nobody names any. */
    public void place(Levels levels) {
        List<List<RemoteHost>> all = roll.joinsOfHosts();
        for (int number = 0; number < all.size(); number++) {
            for (RemoteHost join : all.get(number)) {
                join.site = levels.sites().get(number);
                join.cluster = levels.clusters().get(number);
                join.measured = levels.measured();
            }
        }
    }

    /**
     * Which rank is on which host; once none is missing.
     *
     * @param site of hosts whose joins name none, "" for none
     * @param cluster likewise
     */
    public HostMap map(String site, String cluster) {
        return roll.map(site, cluster);
    }

    /** How many joins there are. */
    public int joins() {
        return roll.hosts().size();
    }

    // ---- the job

    /**
     * All are there: every join starts its ranks.
     *
     * @param ticket of any rank, without what differs from host to host
     * @param map of all of them
     * @param core hears what ranks say
     */
    public void begin(Ticket ticket, HostMap map, RankServerCore core) {
        fromHosts.begin(core);
        for (RemoteHost host : roll.hosts()) {
            host.sessions = new PidSessions(core, new ToProcesses(host.link));
            JoinSeats own = roll.seatsOf(host, map);
            int[] beside = map.ranksOn(map.hostOf(own.ranks()[0]));
            byte[] first = TicketCodec.encode(ticket.onHost(own.ranks()[0], beside[0], beside.length, host.entry.launcherPid(), ""));
            host.link.send(own.put(HostProtocol.frame(HostProtocol.BEGIN, own.bytes() + first.length)).put(first).array());
        }
    }

    private record ToProcesses(PeerLink link) implements PidSessions.Answers {
        @Override
        public void answer(int pid, ByteBuffer frame) {
            link.send(HostProtocol.frame(HostProtocol.ANSWER, 4 + frame.remaining()).putInt(pid).put(frame.duplicate()).array());
        }
    }

    /** When {@link #look} wants to be called: once a second while there is somebody to listen to, or {@link Long#MAX_VALUE}. */
    public long nextLookNs() {
        return roll.hosts().isEmpty() ? Long.MAX_VALUE : nextLookNs;
    }

    /** Looks who has not been heard of for long, if it is time. */
    public void look(long nowNs) {
        if (nowNs - nextLookNs < 0) {
            return;
        }
        nextLookNs = nowNs + Silence.LOOK_NS;
        for (RemoteHost host : roll.hosts()) {
            if (host.isGone) {
                continue;
            }
            switch (host.silence.look(host.link.heardNs(), nowNs)) {
                case LOST -> host.link.close("nothing was heard of it for " + host.silence.silentNs() / 1_000_000_000L + " s");
                case SUSPECTED -> listener.silent(host.toString(), host.silence.silentNs(), false);
                case RECOVERED -> listener.silent(host.toString(), 0, true);
                case NONE -> {}
            }
        }
    }

    /** Rank 0 waits for more than so many bytes of standard input, which its join has. */
    public void inputAwaited(long taken) {
        roll.tell(0, HostProtocol.frame(HostProtocol.AWAITED, 8).putLong(taken).array());
    }

    /** A rank asks for processes: the joins of the hosts that it names, or its own, start them. */
    public void spawn(int rank, byte[] request) {
        spawnPlace.ask(rank, request);
    }

    /**
     * A rank asks about names of ports.
     *
     * @param job whose rank it is: this one, or one that was started for it
     */
    public void name(Recipients job, NameOwner asking, byte[] request) {
        names.ask(job, asking, request);
    }

    /** A rank of the job has ended: its names go with it. */
    public void nameOwnerGone(NameOwner owner) {
        names.gone(owner);
    }

    /** How many jobs that ranks have asked for still run. */
    public int spawns() {
        return roll.hosts().stream().filter(RemoteHost::isThere).mapToInt(host -> host.spawns).sum();
    }

    /** The exit code of one of these that has failed by itself, 0 if none has. */
    public int spawnFailure() {
        return roll.hosts().stream().mapToInt(host -> host.spawnFailure).filter(code -> code != 0).findFirst().orElse(0);
    }

    /**
     * The job is over, or never began: joins pass on what is left, say their last words and end.
     *
     * @param code the job's exit code
     * @param why it never began, "" if it did
     */
    public void over(int code, String why) {
        gathering.over();
        spawnPlace.close();
        if (door != null) {
            door.close();
        }
        roll.tellAll(HostProtocol.withText(HostProtocol.OVER, code, why));
    }

    /** Whether every join that is there has said its last words. */
    public boolean haveSaidFarewell() {
        return roll.hosts().stream().allMatch(host -> host.isGone || host.hasSaidFarewell);
    }

    /** What to do if kernels killed ranks for want of memory, "" if none did. */
    public String memoryHint() {
        return roll.memoryHints();
    }

    // ---- what is known of ranks

    @Override
    public int size() {
        return roll.ranks();
    }

    @Override
    public String name(int rank) {
        RemoteHost host = roll.hostOf(rank);
        return "rank " + rank + (host == null ? "" : " (" + (roll.pid(rank) == 0 ? "" : (roll.beside(rank).isEmpty() ? "pid " : "a thread of pid ") + roll.pid(rank) + " ") + "on " + host.entry.name() + ")");
    }

    @Override
    public String resumption(int rank) {
        RemoteHost host = roll.hostOf(rank);
        return "kill -CONT " + roll.pid(rank) + (host == null ? "" : " on " + host.entry.name());
    }

    @Override
    public boolean isStopped(int rank) {
        return roll.isHeld(rank);
    }

    @Override
    public boolean isOutOfReach(int rank) {
        RemoteHost host = roll.hostOf(rank);
        return host != null && (host.isGone || host.silence.isSuspect());
    }

    @Override
    public List<String> lastErrors(int rank) {
        return roll.lastErrors(rank);
    }

    @Override
    public List<Integer> beside(int rank) {
        return roll.beside(rank);
    }

    // ---- what is done to them; joins know best which of theirs are alive

    @Override
    public void send(int rank, int kind, byte[] payload) {
        roll.control(rank, kind, payload);
    }

    @Override
    public void tell(int kind, byte[] payload) {
        roll.controlAll(kind, payload);
    }

    @Override
    public void terminate(IntPredicate alive) {
        end(HostProtocol.TERMINATE, "");
    }

    @Override
    public void kill(IntPredicate alive) {
        end(HostProtocol.KILL, "");
    }

    @Override
    public void forward(String signal, IntPredicate alive) {
        end(HostProtocol.FORWARD, signal);
    }

    @Override
    public void signalAlive(String signal, IntPredicate alive) {
        end(HostProtocol.SIGNAL, signal);
    }

    // ---- a job that is held

    /** All joins stop their ranks, each of which is {@linkplain Listener#paused told}; from then on the join is not missed until {@link #goOn}. */
    public void pause() {
        end(HostProtocol.PAUSE, "");
    }

    /** A join may stop. */
    public void stop(int join) {
        roll.hosts().get(join).link.send(HostProtocol.withText(HostProtocol.END, HostProtocol.STOP, ""));
    }

    /** All run again. */
    public void goOn() {
        roll.hosts().forEach(host -> host.link.expectSilence(false));
        end(HostProtocol.GO_ON, "");
    }

    /** A join's name and address, for people. */
    public String joinName(int join) {
        return roll.hosts().get(join).toString();
    }

    /** Whether a join is there. */
    public boolean isThere(int join) {
        return roll.hosts().get(join).isThere();
    }

    private void end(int how, String signal) {
        roll.tellAll(HostProtocol.withText(HostProtocol.END, how, signal));
    }
}
