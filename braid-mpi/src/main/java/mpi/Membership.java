package mpi;

import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.coll.JobProfile;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.MultipleCompletions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.meeting.ProcessNumbers;
import org.jspecify.annotations.Nullable;

/** What a rank has from the first time that it entered its job: the objects of COMM_WORLD and COMM_SELF, and MPI on its context. It stays after Finalize, since a program may call Init again. */
final class Membership {
  final @Nullable Job job; // null where a test puts its ranks together by itself
  final Lco world;
  final Lco self;
  final MpiProcess process;
  final Completions completions;
  final MultipleCompletions several;
  @Nullable JobProfile measured; // by Init, where the job was asked to
  private @Nullable ProcessNumbers numbers; // made when a process of another job is in a group; guarded by this

  Membership(@Nullable Job job, MpiProcess process, Lco world, Lco self) {
    this.job = job;
    this.world = world;
    this.self = self;
    this.process = process;
    this.completions = process.completions();
    this.several = completions.several();
  }

  /** What stands for a process in groups: its world rank, or behind these a number of this process's own. */
  int numberOf(ContextId other) {
    return other.sameJob(process.context().id()) ? (int) other.number() : numbers().of(other);
  }

  private synchronized ProcessNumbers numbers() {
    ProcessNumbers known = numbers;
    if (known == null) {
      known = new ProcessNumbers(process.context().id(), world.size());
      numbers = known;
    }
    return known;
  }

  /** {@code --report unfreed}: on standard error, as the other reports. */
  void tellUnfreed() {
    for (String line : process.unfreed()) {
      System.err.println("braid: rank " + world.rank() + " has not freed " + line);
    }
  }
}
