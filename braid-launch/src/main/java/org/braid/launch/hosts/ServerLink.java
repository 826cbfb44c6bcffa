package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.base.wire.Hello;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.names.NameOwner;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Ticket;
import org.braid.boot.ticket.TicketCodec;
import org.braid.launch.distance.Probe;
import org.braid.launch.protection.Protection;
import org.braid.launch.supervise.Silence;
import org.jspecify.annotations.Nullable;

/** A join's connection with the job's server: what it is told to do, and what it tells. Any thread may tell. */
public final class ServerLink {
    /** Carries out what the server says. Called in a thread that may wait. */
    public interface Orders {
        /**
         * The job begins.
         *
         * @param ticket of the first of this join's ranks, but for where its rank server is
         * @param seats those ranks
         */
        void begin(Ticket ticket, JoinSeats seats);

        /**
         * Puts a frame on a rank's control pipe.
         *
         * @param rank -1 for all
         */
        void control(int rank, int kind, byte[] payload);

        /** Takes the rank server's answer to a process. */
        void answer(int pid, ByteBuffer frame);

        /** Asks the ranks to end. */
        void terminate();

        /** Ends them. */
        void kill();

        /** Passes a signal on that ends the job; its name is without SIG. */
        void forward(String signal);

        /** Passes a signal on that ends nothing. */
        void signal(String signal);

        /** Stops them, and says that they are: {@link ServerLink#paused}. */
        void pause();

        /** No rank of the job runs: stops this process, too, which was asked to. */
        void stop();

        /** They run again. */
        void goOn();

        /** Rank 0 waits for more than so many bytes of standard input. */
        void inputAwaited(long taken);

        /**
         * Starts a job that a rank has asked for, wherever that rank is.
         *
         * @param request as it has come
         */
        void spawn(int rank, byte[] request);

        /**
         * Takes an answer about names of ports to a rank of a spawned job.
         *
         * @param answer as it has come
         */
        void named(NameOwner asking, byte[] answer);

        /**
         * Prepares to start ranks of a job more that a rank has asked for on several hosts, and says whether it can: {@link ServerLink#ready}.
         *
         * @param job by which the server knows it
         * @param numbers those of the commands in what was asked for
         * @param request the commands, as they have come
         */
        void part(int job, int[] numbers, byte[] request);

        /** Says something to people, such as why the job does not begin yet. */
        void notice(String text);

        /**
         * Nothing more is to be done.
         *
         * @param code the job's exit code
         * @param why the job never began, "" if it did
         */
        void over(int code, String why);

        /** The server is gone. */
        void lost(String why);
    }

    private static final int HIGHEST_PORT = 0xffff;

    private final PeerLink link;
    private final InnerLinks inner;
    private final Probe probe;
    private final String inVain;
    private final Silence silence = new Silence(System.nanoTime());

    private ServerLink(PeerLink link, String inVain) {
        this.link = link;
        this.inner = new InnerLinks(link);
        this.probe = new Probe(new ProbeAnswers(link));
        this.inVain = inVain;
    }

    /**
     * Finds the server and brings it ranks; {@link #start} follows.
     *
     * @param wanted ranks, -1 for each that may be any
     * @param ranksPerProcess how many of these each process holds, lowest first
     * @param site that this host is at, "" if nobody has named it
     * @param cluster that it is in there, "" likewise
     * @param layout of the cores to which its ranks are bound
     * @throws BraidException if no server is found, or it refuses
     */
    public static ServerLink enter(JobAddress ticket, Protection protection, Hello hello, List<Integer> wanted, int ranksPerProcess, String site, String cluster, CoreLayout layout) {
        Entry entry = new Entry(HostIdentity.own(), Machine.pid(), Machine.usableCores(), ranksPerProcess, wanted, HostName.own(), site, cluster, layout);
        ServerCall call = new ServerCall(ticket, protection, hello);
        FrameSocket socket = call.call();
        try {
            socket.write(entry.frame());
            ByteBuffer said = socket.readFrame(HostProtocol.MAX_PAYLOAD);
            if (socket.kind() == HostProtocol.REFUSED) {
                throw Greeting.refused(HostProtocol.text(said));
            }
            if (socket.kind() != HostProtocol.SEATED || said.remaining() != 4 * wanted.size()) {
                throw new IOException("it did not say which ranks these are");
            }
            return new ServerLink(new HostLink(socket), call.inVain());
        } catch (IOException e) {
            socket.close();
            throw gone(String.valueOf(e.getMessage()), e);
        } catch (BraidException e) {
            socket.close();
            throw e;
        }
    }

    /** The error of a join whose server is gone. */
    public static BraidException gone(String why, @Nullable Exception cause) {
        return new BraidException(ErrorCode.LAUNCHER_LOST, "the job's server is gone", why, "See what braid server has said last; start the job again", cause);
    }

    /** Where the server was looked for before it was found, each place with what came of it; "" if the first one was right. */
    public String inVain() {
        return inVain;
    }

    /** From now on orders come. */
    public void start(Orders orders) {
        link.start(new FromServer(orders, inner, probe), "braid-server");
    }

    /** What is said about one job more; it is to be started before the server is told that this host is {@linkplain #ready ready}. */
    public ServerLink about(int job) {
        return new ServerLink(inner.open(job), "");
    }

    /** That job is over. */
    public void forget(int job) {
        inner.close(job);
    }

    private record ProbeAnswers(PeerLink link) implements Probe.Answers {
        @Override
        public void opened(int port, long token) {
            link.send(HostProtocol.frame(HostProtocol.LANDMARK_AT, 12).putInt(port).putLong(token).array());
        }

        @Override
        public void pinged(int round, int us) {
            link.send(HostProtocol.frame(HostProtocol.PINGED, 8).putInt(round).putInt(us).array());
        }
    }

    record FromServer(Orders orders, InnerLinks inner, Probe probe) implements PeerLink.Listener {
        @Override
        public void heard(int kind, ByteBuffer in) throws InterruptedException {
            try {
                if (kind == HostProtocol.JOB) {
                    inner.heard(in);
                } else {
                    obey(kind, in);
                }
            } catch (BufferUnderflowException | IllegalArgumentException | NegativeArraySizeException e) {
                orders.lost("it sent a frame of kind " + kind + " that makes no sense: " + e.getMessage());
            }
        }

        private void obey(int kind, ByteBuffer in) {
            switch (kind) {
                case HostProtocol.BEGIN -> begin(in);
                case HostProtocol.CONTROL -> orders.control(in.getInt(), in.getInt(), rest(in));
                case HostProtocol.ANSWER -> orders.answer(in.getInt(), in.slice());
                case HostProtocol.END -> end(in.getInt(), HostProtocol.text(in));
                case HostProtocol.LANDMARK -> probe.open();
                case HostProtocol.PING -> ping(in.getInt(), in.getInt(), in.getLong(), HostProtocol.text(in));
                case HostProtocol.AWAITED -> orders.inputAwaited(in.getLong());
                case HostProtocol.SPAWN -> orders.spawn(in.getInt(), rest(in));
                case HostProtocol.PART -> part(in);
                case HostProtocol.NAMED -> orders.named(NameOwner.get(in), rest(in));
                case HostProtocol.NOTICE -> orders.notice(HostProtocol.text(in));
                case HostProtocol.OVER -> orders.over(in.getInt(), HostProtocol.text(in));
                default -> {
                    // A later server may say more than this build understands; both are of one build.
                }
            }
        }

        private void ping(int round, int port, long token, String address) {
            if (port < 1 || port > HIGHEST_PORT) {
                throw new IllegalArgumentException("port " + port);
            }
            probe.ping(round, address, port, token);
        }

        private void begin(ByteBuffer in) {
            probe.close();
            JoinSeats seats = JoinSeats.read(in);
            orders.begin(TicketCodec.decode(rest(in)), seats);
        }

        private void part(ByteBuffer in) {
            int job = in.getInt();
            int count = in.getInt();
            if (count < 1 || count > in.remaining() / Integer.BYTES) {
                throw new IllegalArgumentException("a part of " + count + " commands");
            }
            int[] numbers = new int[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = in.getInt();
            }
            orders.part(job, numbers, rest(in));
        }

        private void end(int how, String signal) {
            switch (how) {
                case HostProtocol.TERMINATE -> orders.terminate();
                case HostProtocol.FORWARD -> orders.forward(signal);
                case HostProtocol.SIGNAL -> orders.signal(signal);
                case HostProtocol.PAUSE -> orders.pause();
                case HostProtocol.STOP -> orders.stop();
                case HostProtocol.GO_ON -> orders.goOn();
                default -> orders.kill();
            }
        }

        private static byte[] rest(ByteBuffer in) {
            byte[] bytes = new byte[in.remaining()];
            in.get(bytes);
            return bytes;
        }

        @Override
        public void ended(String why) {
            probe.close();
            inner.ended(why);
            orders.lost(why);
        }
    }

    // ---- what is told

    /** A rank's process runs. */
    public void started(int rank, long pid) {
        link.send(HostProtocol.frame(HostProtocol.STARTED, 12).putInt(rank).putLong(pid).array());
    }

    /** There will be no process. */
    public void notStarted(int rank, String why) {
        link.send(HostProtocol.withText(HostProtocol.NOT_STARTED, rank, why));
    }

    /** A rank's process has ended, behind all that it has {@linkplain #said said}. */
    public void exited(int rank, int code) {
        link.sendPatiently(HostProtocol.frame(HostProtocol.EXITED, 8).putInt(rank).putInt(code).array());
    }

    /** A piece of what a process says to the rank server; waits while the server is slow. */
    public void said(int pid, ByteBuffer piece) {
        link.sendPatiently(HostProtocol.frame(HostProtocol.SAID, 4 + piece.remaining()).putInt(pid).put(piece).array());
    }

    /** What becomes of processes that a rank has asked for, wherever that rank is. */
    public void spawnNews(int rank, byte[] news) {
        link.send(HostProtocol.frame(HostProtocol.SPAWN_NEWS, 4 + news.length).putInt(rank).put(news).array());
    }

    /**
     * So many of the jobs run that ranks have asked for.
     *
     * @param firstFailure the exit code of the first of them that has failed by itself, 0 if none has
     */
    public void spawns(int running, int firstFailure) {
        link.send(HostProtocol.frame(HostProtocol.SPAWNS, 8).putInt(running).putInt(firstFailure).array());
    }

    /** One of these has failed: all ranks of the job are told, and of all jobs that were started for it. */
    public void jobFailed(byte[] job) {
        link.send(HostProtocol.frame(HostProtocol.JOB_FAILED, job.length).put(job).array());
    }

    /**
     * Whether this host can start its ranks of a job more.
     *
     * @param why it cannot, "" if it can
     */
    public void ready(int job, String why) {
        link.send(HostProtocol.withText(HostProtocol.READY, job, why));
    }

    /** A rank of a spawned job asks about names of ports. */
    public void name(NameOwner asking, byte[] request) {
        link.send(asking.put(HostProtocol.frame(HostProtocol.NAME, NameOwner.BYTES + request.length)).put(request).array());
    }

    /** A rank has ended that has done so. */
    public void nameOwnerGone(NameOwner owner) {
        link.send(owner.put(HostProtocol.frame(HostProtocol.NAMER_GONE, NameOwner.BYTES)).array());
    }

    /** A rank is held by a stop signal or a debugger, or no longer is. */
    public void held(int rank, boolean isHeld) {
        link.send(HostProtocol.frame(HostProtocol.HELD, 8).putInt(rank).putInt(isHeld ? 1 : 0).array());
    }

    /** This join got a signal. */
    public void signalled(int number) {
        link.send(HostProtocol.frame(HostProtocol.SIGNALLED, 4).putInt(number).array());
    }

    /**
     * This join was asked to stop, and asks for the whole job to be held; or it runs again.
     *
     * @param isAsked false if it runs again
     */
    public void hold(boolean isAsked) {
        link.send(HostProtocol.frame(HostProtocol.HOLD, 4).putInt(isAsked ? 1 : 0).array());
    }

    /** None of this join's ranks runs until the server says so; it may stop as well, and is not missed. */
    public void paused() {
        link.expectSilence(true);
        link.send(HostProtocol.frame(HostProtocol.PAUSED, 0).array());
    }

    /** They run again, so the server does. */
    public void resumed() {
        link.expectSilence(false);
    }

    /** Nobody keeps this host's ranks of the job any more: the server counts them as lost, whatever is still said of them. */
    public void abandon(String why) {
        link.send(HostProtocol.withText(HostProtocol.ABANDONED, why));
    }

    /** Everything was passed on; the connection ends behind this. */
    public void farewell(Map<Integer, List<String>> lastErrors, String memoryHint) {
        StringBuilder text = new StringBuilder();
        lastErrors.forEach((rank, lines) -> lines.forEach(line -> text.append(rank).append(' ').append(line).append('\n')));
        if (!memoryHint.isEmpty()) {
            text.append("memory ").append(memoryHint).append('\n');
        }
        link.send(HostProtocol.withText(HostProtocol.FAREWELL, text.toString()));
        link.finish();
    }

    /** Returns once all was said and the connection has ended, or a second has passed. */
    public void awaitEnd() throws InterruptedException {
        link.awaitEnd();
    }

    /** Whether the server must be taken for lost; to be asked once a second. */
    public void look(long nowNs) {
        if (silence.look(link.heardNs(), nowNs) == Silence.Change.LOST) {
            link.close("nothing was heard of it for " + silence.silentNs() / 1_000_000_000L + " s");
        }
    }
}
