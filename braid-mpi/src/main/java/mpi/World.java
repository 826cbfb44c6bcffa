package mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.boot.Job;
import org.braid.coll.select.Selection;
import org.braid.link.Completion;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.LinkReport;
import org.braid.mpi.CollectiveRuns;
import org.braid.mpi.Engine;
import org.braid.mpi.Lco;
import org.braid.mpi.LeaveRegister;
import org.braid.mpi.MultipleCompletions;
import org.jspecify.annotations.Nullable;

/**
 * This process's part of the job: everything that is static in an MPI program. Opened by Init, or by the first use of a communicator
 * in a process that nobody launched. Finalize closes the gate but not the links, so that a program may call Init again.
 */
final class World {
  private enum State {
    NOT_STARTED,
    RUNNING,
    FINALIZED
  }

  private static final BufferedSends BUFFERED = new BufferedSends();

  private static volatile State state = State.NOT_STARTED;
  private static @Nullable World opened;
  private static int threadLevel = Constants.THREAD_MULTIPLE;
  private static @Nullable Thread mainThread;

  private final @Nullable Job job;
  private final Lco world;
  private final Lco self;
  private final Engine engine;
  private final MultipleCompletions completions;

  private World(@Nullable Job job, Lco world, Lco self) {
    this.job = job;
    this.world = world;
    this.self = self;
    this.engine = world.engine();
    this.completions = new MultipleCompletions(engine);
  }

  private static World join(Job job, boolean threadMultiple) {
    Context context = Context.open(config(job));
    if (job.reports("links")) {
      context.onLane(new LinkLines());
    }
    Engine engine = Engine.open(context, threadMultiple);
    World joined = new World(job, engine.world(job.rank(), job.size(), new Contexts(job)), engine.self());
    job.onFailure(new PeerWatch(context, job));
    if (job.tellsOfLeave()) {
      LaunchersRegister register = new LaunchersRegister(engine, job);
      job.onLeft(register);
      engine.askFirst(register);
    }
    job.register(context);
    Runtime.getRuntime().addShutdownHook(new CloseAtExit(context));
    return joined;
  }

  /** A process that ends after Finalize takes leave of its peers; one that fails does not wait for them. */
  private static final class CloseAtExit extends Thread {
    private static final long PATIENCE_NS = 1_000_000_000L;

    private final Context context;

    CloseAtExit(Context context) {
      super("braid-close");
      this.context = context;
    }

    @Override
    public void run() {
      if (isFinalized()) {
        context.close(PATIENCE_NS);
      }
    }
  }

  /** Makes this copy of the package one rank among several of the same process: whoever loads the package once per rank calls it. */
  static synchronized void adopt(Lco world, Lco self) {
    opened = new World(null, world, self);
  }

  private static ContextConfig config(Job job) {
    ContextConfig config =
        ContextConfig.alone()
            .withId(job.contextId())
            .withDirectory(job.directory())
            .withSecret(job.secret())
            .withAllowClear(job.allowClear())
            .withBuild(job.hello().build())
            .withServes(false)
            .withCoresForAll(!job.isCrowded())
            .withWatchesRanks(job.watchesRanks());
    return job.policy().isEmpty() ? config : config.withPolicy(Policy.parse(job.policy()));
  }

  /** Passes the launcher's news of a dead rank to the links. Classes instead of lambdas here: they start faster. */
  private record PeerWatch(Context context, Job job) implements Job.FailureListener {
    @Override
    public void rankFailed(int rank, String how) {
      BraidException cause =
          new BraidException(ErrorCode.MPI_PEER_FAILED, "Rank " + rank + " has died", "it " + how, "See the last words of that rank");
      context.peerFailed(job.contextId(rank), cause);
    }
  }

  /** The launcher knows which ranks have left MPI. */
  private record LaunchersRegister(Engine engine, Job job) implements LeaveRegister, Job.LeaveListener {
    @Override
    public void ask(ContextId rank, int askerLeft) {
      try {
        job.askWhetherLeft((int) rank.number(), askerLeft);
      } catch (BraidException launcherGone) {
        // Then this process is about to end too.
      }
    }

    @Override
    public void hasLeft(int rank, int askerFinished, boolean answersItself) {
      engine.hasLeft(job.contextId(rank), askerFinished, answersItself);
    }
  }

  /** {@code --report links}: a line for each link when it is first used, so that also a job that never ends says what it uses. */
  private static final class LinkLines implements Consumer<LinkReport> {
    @Override
    public void accept(LinkReport link) {
      System.err.println("braid: link " + link);
    }
  }

  /** The contexts of the job by rank. */
  private record Contexts(Job job) implements IntFunction<ContextId> {
    @Override
    public ContextId apply(int rank) {
      return job.contextId(rank);
    }
  }

  // ---- life

  static synchronized void init(int level) {
    if (state == State.RUNNING) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI.Init was called twice without MPI.Finalize between");
    }
    threadLevel = level;
    mainThread = Thread.currentThread();
    open();
  }

  /** A communicator is used that Init has not bound: right in a process that nobody launched, else a mistake of order. */
  static synchronized void useBeforeInit() {
    if (state == State.FINALIZED) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI was used after MPI.Finalize");
    }
    if (state == State.NOT_STARTED) {
      if (opened != null || Job.attached().isLaunched()) {
        throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, "MPI was used before MPI.Init");
      }
      open();
    }
  }

  private static void open() {
    World here = opened;
    if (here == null) {
      here = openFirst();
      opened = here;
    }
    MPI.COMM_WORLD.bind(here.world);
    MPI.COMM_SELF.bind(here.self);
    state = State.RUNNING;
  }

  private static World openFirst() {
    try {
      return join(Job.attached(), threadLevel == Constants.THREAD_MULTIPLE);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Waits for all ranks if there is anything they may want of this one; after this only the queries work, and Init. */
  static void finish() {
    if (state != State.RUNNING) {
      throw state == State.FINALIZED
          ? new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI.Finalize was called twice")
          : new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, "MPI.Finalize was called without MPI.Init");
    }
    BUFFERED.detach();
    takeLeave();
    close();
  }

  /** Who has met nobody owes nobody anything. The others wait for all by way of the launcher, which knows also of ranks that have gone; without one by messages. */
  private static void takeLeave() {
    World here = here();
    Job job = here.job;
    here.engine.leaveBy(MPI.COMM_WORLD.lco());
    if (job == null || !job.tellsOfLeave()) {
      MPI.COMM_WORLD.lastBarrier();
    } else if (here.engine.context().hasMet()) {
      Completion all = new Completion();
      job.leave(here.engine.context(), all);
      MPI.COMM_WORLD.lastBarrierOutside(all);
    }
  }

  private static synchronized void close() {
    Job job = here().job;
    if (job != null) {
      job.finished();
    }
    here().engine.leaveBy(null);
    MPI.COMM_WORLD.unbind();
    MPI.COMM_SELF.unbind();
    state = State.FINALIZED;
  }

  static void abort(int code) {
    Job job = opened == null ? Job.attached() : opened.job;
    String why = "abort(" + code + ") was called";
    throw job == null ? new MPIException(ErrorClasses.ERR_OTHER, why) : Errors.of(job.abort(code, why));
  }

  // ---- queries

  static boolean isInitialized() {
    return state != State.NOT_STARTED;
  }

  static boolean isFinalized() {
    return state == State.FINALIZED;
  }

  static int threadLevel() {
    return threadLevel;
  }

  static boolean isMainThread() {
    return Thread.currentThread() == mainThread;
  }

  /** Memory that peers may map, once there are peers; ordinary direct memory before. */
  static ByteBuffer newByteBuffer(int bytes) {
    World w = opened;
    return w == null ? ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()) : w.engine.newByteBuffer(bytes);
  }

  static Engine engine() {
    return here().engine;
  }

  static MultipleCompletions completions() {
    return here().completions;
  }

  static BufferedSends buffered() {
    return BUFFERED;
  }

  private static World here() {
    final World here = opened;
    if (here == null) {
      useBeforeInit();
      return java.util.Objects.requireNonNull(opened);
    }
    return here;
  }

  /** The attributes that every communicator has; null for other keys. */
  static @Nullable Integer attribute(int keyval) {
    return switch (keyval) {
      case Constants.TAG_UB -> Integer.MAX_VALUE;
      case Constants.HOST -> Constants.PROC_NULL;
      case Constants.IO -> Constants.ANY_SOURCE;
      case Constants.WTIME_IS_GLOBAL -> 1;
      case Constants.APPNUM -> 0;
      case Constants.LASTUSEDCODE -> ErrorClasses.ERR_LASTCODE;
      case Constants.UNIVERSE_SIZE -> MPI.COMM_WORLD.getSize();
      default -> null;
    };
  }

  /** The lowest world rank on this host. */
  static int hostNumber() {
    Job job = here().job;
    return job == null ? 0 : job.firstOnHost();
  }

  /** The collectives of a communicator: by Braid's rules, behind those that BRAID_COLL sets, which must be the same at every rank. */
  static CollectiveRuns collectives(Lco lco) {
    Job job = here().job;
    boolean crowded = job == null || job.isCrowded();
    String byHand = System.getenv("BRAID_COLL");
    return new CollectiveRuns(lco, crowded, byHand == null ? Selection.defaults() : Selection.defaults().with(byHand));
  }

  static String processorName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
    } catch (IOException e) {
      String name = System.getenv("HOSTNAME");
      return name == null ? "localhost" : name;
    }
  }
}
