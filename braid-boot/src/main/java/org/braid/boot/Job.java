package org.braid.boot;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Hello;
import org.braid.base.wire.Policy;
import org.braid.boot.authority.OwnCredentials;
import org.braid.boot.names.Names;
import org.braid.boot.server.Proof;
import org.braid.boot.server.RankClient;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.server.SocketServer;
import org.braid.boot.spawn.Spawning;
import org.braid.boot.threads.Life;
import org.braid.boot.threads.RankScope;
import org.braid.boot.threads.SharedLoader;
import org.braid.boot.ticket.Ticket;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.link.select.Transports;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The job that this process belongs to: who it is, who the others are, and how to end. A process that nobody launched is a job of one.
 *
 * <p>Any thread may call any method.
 */
public final class Job {
    /** A rank that is a thread of this process, as its job sees it. */
    interface Seat {
        /** What this rank has of the process's memory. */
        AddressSpace space();

        /** Those that all ranks of the process use. */
        List<Transport> transports();

        /** Ends this rank alone; does not come back. */
        void halt(int code);

        /** Ends this rank alone, as one that throws this in the thread of this name; does not come back. */
        void fail(Throwable thrown, String thread);

        /** What it has in place of a process. */
        Life life();
    }

    /** What is known of such a rank by its classes. */
    interface Seated {
        /** The job as this rank sees it. */
        Job job();
    }

    /** Up to so many hosts a rank is expected to make few connections. */
    private static final int FEW_HOSTS = 8;

    private final Ticket ticket;
    private final ToLauncher launcher;
    private final RankDirectory directory;
    private final Placement placement;
    private final @Nullable Seat seat; // null for a rank that has a process of its own
    private final RankScope scope;
    private final PrintStream errors = System.err; // as it is before the program runs
    private final long mainNs = System.nanoTime();
    private volatile long initNs;
    private volatile @Nullable Context promised;
    private final AtomicBoolean entered = new AtomicBoolean();
    private final Deaths deaths = new Deaths(Deaths.PATIENCE_NS);
    private final ToldOfDeaths toldOfDeaths = new ToldOfDeaths();

    Job(Ticket ticket) {
        this.ticket = ticket;
        RankClient client = ticket.server().isEmpty() ? null : new RankClient(ticket);
        this.launcher = new ToLauncher(client);
        this.directory = new RankDirectory(ticket, client, deaths);
        this.placement = new Placement(ticket, client);
        this.seat = null;
        this.scope = new RankScope(null);
    }

    /** The job as one of several ranks sees it that are threads of this process. */
    Job(Ticket ticket, Seat seat, Fellows fellows) {
        this.ticket = ticket;
        RankClient client = new RankClient(ticket, fellows.pipe());
        this.launcher = new ToLauncher(client);
        this.directory = new RankDirectory(ticket, client, deaths, fellows.tables());
        this.placement = new Placement(ticket, client);
        this.seat = seat;
        this.scope = new RankScope(seat.life());
    }

    /** The job as a rank sees it that rehearses in a thread: its fellows are known by their tables alone. */
    private Job(Ticket ticket, Seat seat, Map<Integer, DescriptorTable> tables) {
        this.ticket = ticket;
        this.launcher = new ToLauncher(null);
        this.directory = new RankDirectory(ticket, null, deaths, tables);
        this.placement = new Placement(ticket, null);
        this.seat = seat;
        this.scope = new RankScope(seat.life());
    }

    /** A rank of a rehearsal, which nobody launched and nobody ends. */
    private record Rehearsing(Life life, AddressSpace space) implements Seat {
        @Override
        public List<Transport> transports() {
            return Transports.find();
        }

        @Override
        public void halt(int code) {
            throw new IllegalStateException("a rehearsal was ended with " + code);
        }

        @Override
        public void fail(Throwable thrown, String thread) {
            throw new IllegalStateException("a rehearsal fails in thread " + thread, thrown);
        }
    }

    /**
     * Seats the calling thread, and those that it starts from now on, as a rank of a job that is this process's alone, before it has a job of its own. In a process that was started to rehearse.
     *
     * @param life what the rank has in place of a process
     * @param tables what all ranks of the rehearsal enter, each its own
     */
    public static void rehearse(Ticket ticket, Life life, AddressSpace space, Map<Integer, DescriptorTable> tables) {
        Objects.requireNonNull(Attachment.SEATED).set(new Job(ticket, new Rehearsing(life, space), tables));
    }

    /** Makes what this process's rank will have of its memory, before it has a job. In a process that was started to rehearse. */
    public static void makeSpace() {
        Objects.requireNonNull(Attachment.Early.SPACE);
    }

    /** The job of this process; where several ranks are threads of it, of the calling thread's rank. */
    public static Job attached() {
        return Attachment.job();
    }

    /** Whether several ranks of this process have this class in common: what is static in it is not one rank's. */
    public static boolean isShared(Class<?> type) {
        return Attachment.SEATED != null && SharedLoader.defined(type);
    }

    /** What this rank has of its own in its process. */
    public RankScope scope() {
        return scope;
    }

    /** What the ranks of this host are told first. */
    Ticket ticket() {
        return ticket;
    }

    /** This process's number in the job, from 0. */
    public int rank() {
        return ticket.rank();
    }

    /** How many ranks the job has. */
    public int size() {
        return ticket.size();
    }

    /** Whether a launcher started this process. */
    public boolean isLaunched() {
        return launcher.isThere();
    }

    /** The name of this rank's context, among those of all jobs. */
    public ContextId contextId() {
        return contextId(ticket.rank());
    }

    /** The name of the context that a rank of the job has, whether it is there or not. */
    public ContextId contextId(int rank) {
        return new ContextId(ticket.jobHigh(), ticket.jobLow(), rank);
    }

    /** What this process says first on every connection: the version, and the build that the ticket names. */
    public Hello hello() {
        return RankProtocol.hello(ticket.build());
    }

    /** What this process tells its launcher, besides what the methods here do. */
    ToLauncher launcher() {
        return launcher;
    }

    long launcherPid() {
        return ticket.launcherPid();
    }

    /** A copy of the job's 256-bit secret. Never print it. */
    public byte[] secret() {
        return ticket.secret().toBytes();
    }

    /** A number that jobs with one secret have in common, and that tells nothing of it: two longs. Loads the JDK's cryptography. */
    public long[] family() {
        byte[] nothing = new byte[Proof.NONCE_BYTES];
        ByteBuffer number = ByteBuffer.wrap(Proof.of(ticket.secret(), "family", 0, 0, 0, 0, nothing, nothing));
        return new long[] {number.getLong(), number.getLong()};
    }

    /** Tables of the job's ranks. A rank's table is asked for at its first use, together with its neighbours', and waited for. */
    public Directory directory() {
        return directory;
    }

    /** Where the ranks are. */
    public Placement placement() {
        return placement;
    }

    /** The user's {@code --method}, empty for automatic selection. */
    public String policy() {
        return ticket.policy();
    }

    /** The user's {@code --allow-clear}: whether bytes may leave the host unprotected. */
    public boolean allowClear() {
        return ticket.allowClear();
    }

    /** Whether the user asked for a report, as in {@code --report links}. */
    public boolean reports(String name) {
        return ("," + ticket.report() + ",").contains("," + name + ",") || !reportFile(name).isEmpty();
    }

    /** Into which file the user wants a report, as in {@code --report topology=FILE.svg}; "" if into none. */
    public String reportFile(String name) {
        String all = "," + ticket.report() + ",";
        int at = all.indexOf("," + name + "=");
        return at < 0 ? "" : all.substring(at + name.length() + 2, all.indexOf(',', at + 1));
    }

    /**
     * Enters the job: from now on the others find this rank's table, and the launcher expects {@link #finished()} before the process
     * ends. Does not wait for anybody. Once per process; where ranks are threads, once per rank.
     *
     * @throws BraidException {@code RANK_DUPLICATE} if this rank has entered before; nothing has changed then
     */
    public void register(DescriptorTable table) {
        requireFirst(entered.compareAndSet(false, true));
        publish(table);
    }

    private void publish(DescriptorTable table) {
        directory.put(ticket.rank(), table);
        initNs = System.nanoTime();
        launcher.register(table.toBytes());
    }

    /**
     * Enters the job with a context. It promises what most of its peers will not need, such as a listening socket: those on its host have its memory, and of those elsewhere a few call it, since collectives follow the network. The whole table
     * follows when somebody asks for it.
     *
     * @throws BraidException as {@link #register(DescriptorTable)}
     */
    public void register(Context context) {
        requireFirst(entered.compareAndSet(false, true));
        publish(context);
    }

    private void requireFirst(boolean isFirst) {
        if (!isFirst) {
            throw new BraidException(ErrorCode.RANK_DUPLICATE, this + " enters its job again", "it has entered before, with the context that others find by its rank; that one stays",
                    "Enter once. Further contexts need not enter: others reach them by startpoints that travel in messages");
        }
    }

    private void publish(Context context) {
        promised = context;
        publish(context.promisedTable());
        context.onWarningUnlessHeard(new ToUser(launcher)); // a program that listens itself shows what it likes
        List<String> notices = context.notices();
        for (int i = 0; i < notices.size(); i++) {
            launcher.notice(notices.get(i));
        }
    }

    /** A class instead of a lambda, since it starts faster. */
    private record ToUser(ToLauncher launcher) implements Consumer<String> {
        @Override
        public void accept(String warning) {
            try {
                launcher.notice(warning);
            } catch (BraidException launcherGone) {
                // So is whoever would read it.
            }
        }
    }

    /** Somebody cannot reach this rank by what its table offers so far. */
    void keepPromises() {
        Context context = promised;
        if (context != null) {
            DescriptorTable table = context.table();
            directory.put(ticket.rank(), table);
            launcher.kept(table.toBytes());
        }
    }

    /** How this rank's context is opened: its name, the job's directory and secret, and the user's choice of methods. */
    public ContextConfig contextConfig() {
        ContextConfig config = ContextConfig.alone()
                .withId(contextId())
                .withDirectory(directory)
                .withSecret(secret())
                .withCredentials(credentials())
                .withAllowClear(allowClear())
                .withBuild(ticket.build())
                .withCoresForAll(!placement.isHostCrowded())
                .withWatchesRanks(watchesRanks());
        if (seat != null) {
            config = config.withSpace(seat.space()).withTransports(seat.transports());
        } else if (Attachment.isEarly()) {
            config = config.withSpace(Attachment.Early.SPACE);
        }
        if (policy().isEmpty()) {
            return config;
        }
        config = config.withPolicy(Policy.parse(policy()));
        return placement.tellsRanksApart() ? config.withNearness(new PlacedNearness(this)) : config;
    }

    /** Collectives cross the network by one rank of each host, so of few hosts few connections are to be expected, and what all wait for is the first one. */
    private OwnCredentials credentials() {
        boolean few = ticket.spread().hosts() <= FEW_HOSTS;
        return few ? OwnCredentials.forFewConnections(secret(), contextId()) : new OwnCredentials(secret(), contextId());
    }

    /** Whether this rank's launcher is the parent of every rank, and sees each process end. */
    public boolean watchesRanks() {
        return isLaunched() && ticket.spread().launchers() == 1;
    }

    /**
     * Enters the job with this rank's context, for programs that use links without MPI. Handlers and well-known endpoints come first: from now on the others may send. If a rank
     * dies, whoever waits for it in this context is told. Once per rank; a program that calls {@code MPI.Init} has entered by that.
     *
     * @throws BraidException {@code RANK_DUPLICATE} if this rank has entered before; nothing has changed then
     */
    public void enter(Context context) {
        requireFirst(entered.compareAndSet(false, true));
        tellOfDeaths(context);
        publish(context);
    }

    /**
     * Writes an {@link Invitation} to a context of this rank, by which programs that nobody launched join the job's links while it runs. The file holds the job's secret; only this
     * user can read it, and whoever has it written removes it.
     */
    public void invite(Context context, Path file) {
        Invitation.to(this, context).write(file);
    }

    /** Whether ranks of this host find their launcher's pipe, and so each other's ({@link org.braid.boot.server.ProcessPipes}). */
    public boolean findsPipes() {
        return launcher.findsPipes();
    }

    /** How this process has more processes started, and hears who has started it. */
    public Spawning spawning() {
        return launcher.spawning();
    }

    /** The register of names of ports, which jobs over several hosts have in common with those that they have spawned. */
    public Names names() {
        return launcher.names();
    }

    /** How ranks leave together; null where only their own messages can tell them of each other. */
    public @Nullable Parting parting() {
        return launcher.parting();
    }

    /** Leaves the job in good order. */
    public void finished() {
        if (reports("startup")) {
            launcher.phases(mainNs, initNs, System.nanoTime());
        }
        launcher.finished();
    }

    /** Ends the whole job with an exit code: this process at once, the others within a second. A rank that is a thread does not come back from here, and its process ends with the others. */
    public BraidException abort(int code, String reason) {
        launcher.abort(code, reason);
        if (seat != null) {
            seat.halt(code);
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(code);
        throw new BraidException(ErrorCode.JOB_ABORTED, "the job was aborted", reason, "Nothing follows this");
    }

    /** Ends this rank, and so the job, as if its main method had thrown what the calling thread has. Does not come back. */
    public Error fail(Throwable thrown) {
        String thread = Thread.currentThread().getName();
        if (seat != null) {
            seat.fail(thrown, thread);
        }
        scope.atExit().callOff();
        RankMain.fail(thrown, thread, this, System.err == errors);
        System.exit(1);
        throw new AssertionError();
    }

    /** From now on, whoever waits in this context for a rank whose process has ended badly is told. */
    public void tellOfDeaths(Context context) {
        toldOfDeaths.add(context);
    }

    void rankFailed(int rank, String how) {
        BraidException death = deaths.add(rank, how);
        toldOfDeaths.tell(contextId(rank), death);
    }

    /** Whether something was thrown because another rank has died, which the launcher has told. */
    boolean isOfDeath(Throwable thrown) {
        return deaths.areCauseOf(thrown);
    }

    /** The launcher is gone and can't do it itself. */
    void removeServerFiles() {
        SocketServer.removeFiles(ticket.server());
    }

    @Override
    public String toString() {
        return "rank " + ticket.rank() + " of " + ticket.size();
    }
}
