package mpi;

import java.nio.ByteBuffer;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.coll.JobProfile;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Machines;
import org.braid.mpi.completion.MultipleCompletions;
import org.braid.mpi.data.ElementMemories;
import org.braid.mpi.file.FileSystem;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * The rank that calls, for code that has nothing of it at hand. A rank with a process of its own is a constant here, which costs nothing. Ranks that are threads of one process share this package but for class {@link MPI}, which holds their
 * communicators; there the thread tells whose call it is, or, where the JDK lends its own threads, the program's classes on the stack (docs/decisions/ranks-as-threads.md).
 */
final class World {
  /** Null where several ranks share this class. */
  private static final @Nullable Rank ONE = Job.isShared(World.class) ? null : new Rank();

  private World() {}

  static Rank here() {
    final Rank one = ONE;
    return one != null ? one : Job.attached().scope().own(Rank.class, Rank::new);
  }

  /** Makes this copy of the package one rank among several of the same process: whoever loads the package once per rank calls it. */
  static void adopt(MpiProcess process, Lco world, Lco self) {
    here().adopt(process, world, self);
  }

  /** COMM_WORLD's object, whether there is a COMM_WORLD or sessions alone. */
  static Lco worldObject() {
    MpiProcess ignored = process();
    return here().opened().world;
  }

  /** What the program has not freed, if it is remembered. */
  static List<String> unfreed() {
    return here().opened().process.unfreed();
  }

  /** The program has made a handle that it has to free. */
  static void made(Freeable handle) {
    here().opened().process.made(handle);
  }

  /** It has freed that. */
  static void freed(Freeable handle) {
    here().opened().process.freed(handle);
  }

  static int threadLevel() {
    return here().threadLevel();
  }

  static ByteBuffer newByteBuffer(int bytes) {
    return here().newByteBuffer(bytes);
  }

  /** This process's rank in COMM_WORLD. */
  static int rank() {
    return here().opened().world.rank();
  }

  /** The job of this process; null where threads are ranks. */
  static @Nullable Job job() {
    return here().opened().job;
  }

  /** What Init has measured; null if it was not asked to, or there was nothing to measure. */
  static @Nullable JobProfile measured() {
    return here().opened().measured;
  }

  /** A variable of the environment, or null. */
  static @Nullable String variable(String name) {
    Job job = job();
    return job == null ? System.getenv(name) : job.scope().variable(name);
  }

  /** What stands for a process in groups. */
  static int numberOf(ContextId process) {
    return here().opened().numberOf(process);
  }

  /** MPI in this process, which has been started and not ended. */
  static MpiProcess process() {
    return here().process();
  }

  static Windows windows() {
    return here().opened().process.windows();
  }

  static Machines machines() {
    return here().opened().process.machines();
  }

  static Completions completions() {
    return here().opened().completions;
  }

  static MultipleCompletions several() {
    return here().opened().several;
  }

  /** Objects of this process that are not yet freed. */
  static int liveObjects() {
    return here().opened().process.liveObjects();
  }

  static FileSystem files() {
    return here().opened().process.files();
  }

  static AddedErrors addedErrors() {
    return here().addedErrors();
  }

  static BufferedSends buffered() {
    return here().buffered;
  }

  static ElementMemories elementMemories() {
    return here().elementMemories;
  }
}
