package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.boot.Parting;
import org.braid.boot.spawn.Spawning;
import org.braid.link.progress.Completion;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Machines;
import org.braid.mpi.completion.MultipleCompletions;
import org.braid.mpi.data.ElementMemories;
import org.braid.mpi.file.FileSystem;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.meeting.ProcessNumbers;
import org.braid.mpi.p2p.MpiFailure;
import org.braid.mpi.window.Windows;
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
  private static final ElementMemories ELEMENT_MEMORIES = new ElementMemories();

  /** Made when the program adds its first error class. */
  private static @Nullable AddedErrors addedErrors;

  private static volatile State state = State.NOT_STARTED;
  private static @Nullable World opened;

  /** Sessions that are open: they keep this process in the job, with Init and without it. */
  private static volatile int sessions;

  /** Nobody is owed anything by this process, until it begins anew. */
  private static volatile boolean hasLeft;

  private static int threadLevel = Constants.THREAD_MULTIPLE;
  private static @Nullable Thread mainThread;

  private final @Nullable Job job;
  private final Lco world;
  private final Lco self;
  private final MpiProcess process;
  private final Completions completions;
  private final MultipleCompletions several;
  private @Nullable ProcessNumbers numbers; // made when a process of another job is in a group; guarded by this

  World(@Nullable Job job, MpiProcess process, Lco world, Lco self) {
    this.job = job;
    this.world = world;
    this.self = self;
    this.process = process;
    this.completions = process.completions();
    this.several = completions.several();
  }

  /** Makes this copy of the package one rank among several of the same process: whoever loads the package once per rank calls it. */
  static synchronized void adopt(MpiProcess process, Lco world, Lco self) {
    opened = new World(null, process, world, self);
  }

  // ---- life

  static synchronized void init(int level) {
    if (state == State.RUNNING) {
      throw new MPIException(ErrorClasses.ERR_OTHER, ErrorCode.MPI_FINALIZED, "MPI.Init was called twice without MPI.Finalize between");
    }
    open(level);
    threadLevel = level;
    mainThread = Thread.currentThread();
    finishBehindMain();
    if (System.getProperty(Spawning.APPLICATION) != null) {
      DynamicProcesses.meetParent();
    }
  }

  private static void finishBehindMain() {
    Job job = here().job;
    if (job != null && ArgumentStyle.endsWithoutFinalize()) {
      job.onReturn(new FinalizeForProgram());
    }
  }

  /** MPJ Express lets a rank end without Finalize, and the others go on; here they go on because it is called for the program. */
  private static final class FinalizeForProgram implements Runnable {
    @Override
    public void run() {
      if (state == State.RUNNING) {
        finish();
      }
    }
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
      open(threadLevel);
    }
  }

  private static void open(int level) {
    World here = opened;
    if (here == null) {
      here = openFirst(level);
      opened = here;
    }
    MPI.COMM_WORLD.bind(here.world);
    MPI.COMM_SELF.bind(here.self);
    hasLeft = false;
    state = State.RUNNING;
  }

  // ---- sessions

  /** A session begins (MPI 4.1, section 11.3). COMM_WORLD stays as it is. */
  static synchronized void joinSession() {
    if (opened == null) {
      opened = openFirst(Constants.THREAD_MULTIPLE);
    }
    hasLeft = false;
    sessions++;
  }

  /** A session ends; the last one, where Init does not hold the process, takes leave of all ranks as Finalize does. */
  static synchronized void leaveSession() {
    if (sessions == 1 && state != State.RUNNING) {
      MPI.COMM_WORLD.bind(here().world);
      MPI.COMM_SELF.bind(here().self);
      try {
        end();
      } finally {
        MPI.COMM_WORLD.unbind();
        MPI.COMM_SELF.unbind();
      }
    }
    sessions--;
  }

  /** COMM_WORLD's object, whether there is a COMM_WORLD or sessions alone. */
  static Lco worldObject() {
    MpiProcess ignored = process();
    return here().world;
  }

  private static World openFirst(int level) {
    try {
      return Joining.join(Job.attached(), level == Constants.THREAD_MULTIPLE);
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
    if (!staysForSessions()) {
      end();
      state = State.FINALIZED;
    }
  }

  /** Finalize while sessions are open: COMM_WORLD ends, and they go on. */
  private static synchronized boolean staysForSessions() {
    if (sessions > 0) {
      MPI.COMM_WORLD.unbind();
      MPI.COMM_SELF.unbind();
      state = State.FINALIZED;
    }
    return sessions > 0;
  }

  private static void end() {
    takeLeave();
    here().process.abandonWatched();
    MPI.COMM_WORLD.closeBeside();
    MPI.COMM_SELF.closeBeside();
    here().tellUnfreed();
    BUFFERED.forget();
    close();
  }

  /** A rank that has met nobody owes nobody anything. The others wait for all by way of the launcher, which knows also of ranks that have gone; without one by messages. */
  private static void takeLeave() {
    World here = here();
    Job job = here.job;
    throwIfInsideWindows(here.process);
    MpiFailure lost = here.process.closeCounted();
    here.process.departures().leaveBy(MPI.COMM_WORLD.lco());
    try {
      here.process.leaveMeetings();
      awaitAll(here, job == null ? null : job.parting());
    } catch (Throwable failed) {
      here.process.departures().stay();
      throw failed;
    }
    if (lost != null) {
      throw Errors.of(lost);
    }
  }

  private static void throwIfInsideWindows(MpiProcess process) {
    try {
      process.throwIfInsideWindows();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static void awaitAll(World here, @Nullable Parting parting) {
    if (parting == null) {
      MPI.COMM_WORLD.lastBarrier();
    } else if (here.process.context().hasMet()) {
      Completion all = new Completion();
      parting.leave(here.process.context(), all);
      MPI.COMM_WORLD.lastBarrierOutside(all);
    }
  }

  private static synchronized void close() {
    Job job = here().job;
    if (job != null) {
      job.finished();
    }
    here().process.departures().back();
    MPI.COMM_WORLD.unbind();
    MPI.COMM_SELF.unbind();
    hasLeft = true;
  }

  /** {@code --report unfreed}: on standard error, as the other reports. */
  private void tellUnfreed() {
    for (String line : unfreed()) {
      System.err.println("braid: rank " + world.rank() + " has not freed " + line);
    }
  }

  /** What the program has not freed, if it is remembered. */
  static List<String> unfreed() {
    return here().process.unfreed();
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

  /** Whether this process has taken leave of all ranks. */
  static boolean hasLeft() {
    return hasLeft;
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
    return w == null ? ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()) : w.process.newByteBuffer(bytes);
  }

  /** This process's rank in COMM_WORLD. */
  static int rank() {
    return here().world.rank();
  }

  /** The job of this process; null where threads are ranks. */
  static @Nullable Job job() {
    return here().job;
  }

  /** What stands for a process in groups: its world rank, or behind these a number of this process's own. */
  static int numberOf(ContextId process) {
    World here = here();
    return process.sameJob(here.process.context().id()) ? (int) process.number() : here.numbers().of(process);
  }

  private synchronized ProcessNumbers numbers() {
    ProcessNumbers known = numbers;
    if (known == null) {
      known = new ProcessNumbers(process.context().id(), world.size());
      numbers = known;
    }
    return known;
  }

  /** MPI in this process, which has been started and not ended. */
  static MpiProcess process() {
    if (sessions == 0) {
      Lco started = MPI.COMM_WORLD.lco();
    }
    return here().process;
  }

  static Windows windows() {
    return here().process.windows();
  }

  static Machines machines() {
    return here().process.machines();
  }

  static Completions completions() {
    return here().completions;
  }

  static MultipleCompletions several() {
    return here().several;
  }

  /** Objects of this process that are not yet freed. */
  static int liveObjects() {
    return here().process.liveObjects();
  }

  static FileSystem files() {
    return here().process.files();
  }

  static synchronized AddedErrors addedErrors() {
    AddedErrors known = addedErrors;
    if (known == null) {
      known = new AddedErrors();
      addedErrors = known;
    }
    return known;
  }

  static BufferedSends buffered() {
    return BUFFERED;
  }

  /** For blocking calls with elements that have gaps. */
  static ElementMemories elementMemories() {
    return ELEMENT_MEMORIES;
  }

  private static World here() {
    final World here = opened;
    if (here == null) {
      useBeforeInit();
      return Objects.requireNonNull(opened);
    }
    return here;
  }
}
