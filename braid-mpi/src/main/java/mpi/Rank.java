package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.Job;
import org.braid.boot.Parting;
import org.braid.boot.spawn.Spawning;
import org.braid.link.progress.Completion;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.data.ElementMemories;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * One rank, with everything that is static in an MPI program: its life from Init to Finalize, its communicators, what it keeps of its own. Opened by Init, or by the first use of a communicator
 * in a process that nobody launched. Finalize closes the gate but not the links, so that a program may call Init again.
 */
final class Rank {
  private enum State {
    NOT_STARTED,
    RUNNING,
    FINALIZED
  }

  /** MPI.COMM_WORLD as this rank's program sees it. */
  final Intracomm all = new Intracomm();

  /** MPI.COMM_SELF. */
  final Intracomm self = new Intracomm();

  final BufferedSends buffered = new BufferedSends();

  /** For blocking calls with elements that have gaps. */
  final ElementMemories elementMemories = new ElementMemories();

  final AttributeKeys keys = new AttributeKeys();

  /** Who has spawned this process; null before it has met him. */
  private @Nullable Intercomm parent;

  /** What the program calls predefined types, and has attached to them: the types themselves are those of all ranks of the process. */
  private final Map<Datatype, Labels> labels = new IdentityHashMap<>(); // guarded by itself

  /** Made when the program adds its first error class. */
  private @Nullable AddedErrors addedErrors;

  private volatile State state = State.NOT_STARTED;
  private @Nullable Membership opened;

  private final OpenSessions sessions = new OpenSessions();

  /** A thread is inside Finalize. */
  private volatile boolean isFinishing;

  /** Nobody is owed anything by this process, until it begins anew. */
  private volatile boolean hasLeft;

  private int threadLevel = Constants.THREAD_MULTIPLE;
  private @Nullable Thread mainThread;

  Rank() {
    all.hasPredefinedName("MPI_COMM_WORLD");
    self.hasPredefinedName("MPI_COMM_SELF");
  }

  /** Instead of entering a job: whoever puts ranks together by itself calls it. */
  synchronized void adopt(MpiProcess process, Lco world, Lco itself) {
    opened = new Membership(null, process, world, itself);
  }

  // ---- life

  synchronized void init(int level) {
    if (state == State.RUNNING) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI.Init was called twice without MPI.Finalize between");
    }
    open(level);
    threadLevel = level;
    mainThread = Thread.currentThread();
    finishBehindMain();
    ChosenCollectives.checkSettings();
    ChosenCollectives.measureIfAsked(opened());
    if (parent == null && System.getProperty(Spawning.APPLICATION) != null) {
      parent = DynamicProcesses.metParent();
      parent.hasPredefinedName("MPI_COMM_PARENT");
    }
  }

  private void finishBehindMain() {
    Job job = opened().job;
    if (job != null && ArgumentStyle.endsWithoutFinalize()) {
      job.scope().afterMain().set(new EndOfProgram(this));
      job.scope().atExit().set(new LeaveAtExit(this));
    }
  }

  /** MPJ Express lets a rank end without Finalize, and the others go on; here they go on because it is called for the program. Sessions are the program's own business. */
  private record EndOfProgram(Rank rank) implements Runnable {
    @Override
    public void run() {
      if (rank.state == State.RUNNING && !rank.isFinishing && ArgumentStyle.endsWithoutFinalize()) {
        rank.finish();
      }
      rank.sessions.throwIfAny();
    }
  }

  /** A communicator is used that Init has not bound: right in a process that nobody launched, else a mistake of order. */
  synchronized void useBeforeInit() {
    if (state == State.FINALIZED) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI was used after MPI.Finalize");
    }
    if (state == State.NOT_STARTED) {
      if (opened != null || Job.attached().isLaunched()) {
        throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, "MPI was used before MPI.Init");
      }
      open(threadLevel);
    }
  }

  private void open(int level) {
    Membership here = opened;
    if (here == null) {
      here = openFirst(level);
      opened = here;
    }
    bind(here);
    hasLeft = false;
    state = State.RUNNING;
  }

  private void bind(Membership here) {
    all.bind(here.world);
    self.bind(here.self);
  }

  private void unbind() {
    all.unbind();
    self.unbind();
  }

  /** Whether it is COMM_WORLD or COMM_SELF. */
  boolean lasts(CommBinding comm) {
    return comm == all || comm == self;
  }

  // ---- sessions

  /** A session begins (MPI 4.1, section 11.3). COMM_WORLD stays as it is. */
  synchronized void joinSession(Throwable beginning) {
    Membership here = opened;
    if (here == null) {
      here = openFirst(Constants.THREAD_MULTIPLE);
      opened = here;
    }
    hasLeft = false;
    sessions.begin(beginning);
    if (here.job != null) {
      here.job.scope().afterMain().set(new EndOfProgram(this));
    }
  }

  /**
   * A session ends; the last one, where Init does not hold the process, takes leave of all ranks as Finalize does.
   *
   * @return what the program has to be told, now that the session has ended
   */
  synchronized @Nullable MPIException leaveSession(Throwable beginning) {
    MPIException untold = null;
    if (sessions.count() == 1 && state != State.RUNNING) {
      bind(opened());
      try {
        untold = end();
      } finally {
        unbind();
      }
    }
    sessions.end(beginning);
    return untold;
  }

  private Membership openFirst(int level) {
    Job job = Job.attached();
    job.scope().catchUncaught(new UncaughtFailure(job));
    try {
      return Joining.join(job, this, level == Constants.THREAD_MULTIPLE);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Waits for all ranks if there is anything they may want of this one; after this only the queries work, and Init. */
  void finish() {
    beginFinish();
    try {
      if (!staysForSessions()) {
        MPIException untold = end();
        state = State.FINALIZED;
        if (untold != null) {
          throw untold;
        }
      }
    } finally {
      isFinishing = false;
    }
  }

  /** By one thread: what it fails to do may be tried again. */
  private synchronized void beginFinish() {
    if (state == State.NOT_STARTED) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, "MPI.Finalize was called without MPI.Init");
    }
    if (state == State.FINALIZED || isFinishing) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI.Finalize was called twice" + (isFinishing ? ", while another thread is in it" : ""));
    }
    isFinishing = true;
  }

  /** Finalize while sessions are open: COMM_WORLD ends, and they go on. */
  private synchronized boolean staysForSessions() {
    boolean stays = sessions.count() > 0;
    if (stays) {
      unbind();
      state = State.FINALIZED;
    }
    return stays;
  }

  /** @return what the program has to be told: this process has left by then, and all that is told could not be undone by calling again */
  private @Nullable MPIException end() {
    Membership here = opened();
    MPIException untold = takeLeave(here);
    here.process.abandonWaiting();
    all.closeBeside();
    self.closeBeside();
    here.tellUnfreed();
    buffered.forget();
    close(here);
    return untold;
  }

  /** A rank that has met nobody owes nobody anything. The others wait for all by way of the launcher, which knows also of ranks that have gone; without one by messages. */
  private @Nullable MPIException takeLeave(Membership here) {
    throwIfInsideWindows(here.process);
    MpiFailure lost = here.process.closeCounted();
    here.process.departures().leaveBy(all.lco());
    try {
      here.process.leaveMeetings();
      awaitAll(here, here.job == null ? null : here.job.parting());
    } catch (Throwable failed) {
      here.process.departures().stay();
      throw failed;
    }
    return lost != null ? Errors.of(lost) : differing(here.process);
  }

  private static void throwIfInsideWindows(MpiProcess process) {
    try {
      process.throwIfInsideWindows();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private void awaitAll(Membership here, @Nullable Parting parting) {
    if (parting == null) {
      all.lastBarrier();
    } else if (here.process.context().hasMet()) {
      Completion everybody = new Completion();
      parting.leave(here.process.context(), everybody);
      all.lastBarrierOutside(everybody);
    }
  }

  private static @Nullable MPIException differing(MpiProcess process) {
    try {
      process.throwIfSharedCallsDiffer();
      return null;
    } catch (BraidException e) {
      return Errors.of(e);
    }
  }

  private synchronized void close(Membership here) {
    if (here.job != null) {
      here.job.finished();
    }
    here.process.departures().back();
    unbind();
    hasLeft = true;
  }

  void abort(int code) {
    Membership here = opened;
    Job job = here == null ? Job.attached() : here.job;
    String why = "abort(" + code + ") was called";
    throw job == null ? new MPIException(ErrorClasses.ERR_OTHER, why) : Errors.of(job.abort(code, why));
  }

  // ---- queries

  /** What it is a member of while MPI can be used; null before Init and after Finalize. */
  @Nullable Membership running() {
    return state == State.RUNNING ? opened : null;
  }

  boolean isInitialized() {
    return state != State.NOT_STARTED;
  }

  boolean isFinalized() {
    return state == State.FINALIZED;
  }

  /** Whether this process has taken leave of all ranks. */
  boolean hasLeft() {
    return hasLeft;
  }

  int threadLevel() {
    return threadLevel;
  }

  boolean isMainThread() {
    return Thread.currentThread() == mainThread;
  }

  /** Memory that peers may map, once there are peers; ordinary direct memory before. */
  ByteBuffer newByteBuffer(int bytes) {
    Membership here = opened;
    return here == null ? ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()) : here.process.newByteBuffer(bytes);
  }

  /** MPI in this process, which has been started and not ended. */
  MpiProcess process() {
    if (sessions.count() == 0) {
      Lco started = all.lco();
    }
    return opened().process;
  }

  /** Who has spawned this process; null before Init. */
  synchronized @Nullable Intercomm parent() {
    return parent;
  }

  synchronized AddedErrors addedErrors() {
    AddedErrors known = addedErrors;
    if (known == null) {
      known = new AddedErrors();
      addedErrors = known;
    }
    return known;
  }

  /** What the program has said of a predefined type, whose name is {@code name} until then. */
  Labels labelsOf(Datatype predefined, String name) {
    synchronized (labels) {
      return labels.computeIfAbsent(predefined, type -> new Labels(name));
    }
  }

  /** What it has of its job; it enters one first where nobody has launched it. */
  Membership opened() {
    final Membership here = opened;
    if (here == null) {
      useBeforeInit();
      return Objects.requireNonNull(opened);
    }
    return here;
  }
}
