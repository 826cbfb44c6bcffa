package mpi;

import java.nio.file.Path;
import org.braid.base.BraidException;
import org.braid.base.os.CoreResources;
import org.braid.base.os.Machine;
import org.braid.boot.Job;
import org.braid.boot.hosts.HostIdentity;
import org.braid.coll.topology.Topology;
import org.braid.mpi.coll.JobTopology;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** Who of the job is near whom, as the job's map has it: hosts, clusters, sites. */
final class Places {
  private Places() {}

  /** World ranks that share a level with this process: site, cluster or host; none if nobody has named that level. */
  static int[] sharing(String level) {
    Job job = World.job();
    try {
      return job == null || !job.placement().tellsRanksApart() ? JobTopology.allIf(World.worldObject(), level) : JobTopology.sharing(job, World.worldObject(), level);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** The lowest world rank on this host; other jobs number their hosts for themselves. */
  static int hostNumber() {
    Job job = World.job();
    return job == null ? 0 : job.placement().firstOnHost();
  }

  /** As {@link #hostNumber()}, for members of {@code lco}; where these are of several jobs, two hosts have the same number once in four billion times. */
  static int hostNumber(Lco lco) {
    return areOfSeveralJobs(lco) ? HostIdentity.own().hashCode() : hostNumber();
  }

  /** Whether members of a communicator are of several jobs. */
  static boolean areOfSeveralJobs(Lco lco) {
    return World.process().mayHaveMetOthers() && JobTopology.isOfSeveral(lco);
  }

  /** The resource of a kind that all cores which this process may use have a part in, by its number on this host; -1 if they have none in common. */
  static int resource(String kind) {
    return new CoreResources(Path.of("/sys/devices/system")).commonTo(Machine.usableCoreIds(), kind);
  }

  /** Who of a communicator is near whom; null where nobody can be nearer than others, as on one host. */
  static @Nullable Topology topology(Lco lco) {
    if (areOfSeveralJobs(lco)) {
      return JobTopology.ofSeveral(lco);
    }
    Job job = World.job();
    try {
      return job == null || !job.placement().tellsRanksApart() ? null : JobTopology.of(job, lco);
    } catch (BraidException serverGone) {
      throw Errors.of(serverGone);
    }
  }

  /** A line that says by what sites and clusters were found; "" if they were named, or there are none. */
  static String measured(Job job) {
    try {
      String by = job.placement().tellsRanksApart() ? job.placement().measured().toString() : "";
      return by.isEmpty() ? "" : "  measured, since nobody has named them: " + by + "\n";
    } catch (BraidException serverGone) {
      throw Errors.of(serverGone);
    }
  }

  /** Depths, colours or leaders of a communicator's members; one level where nobody can be nearer than others. */
  static Object topologyAttribute(Lco lco, int keyval) {
    Topology known = topology(lco);
    Topology topology = known == null ? Topology.flat(lco.size()) : known.everything();
    return switch (keyval) {
      case Constants.TOPOLOGY_DEPTHS -> topology.depths();
      case Constants.TOPOLOGY_COLORS -> topology.colours();
      default -> topology.leaders();
    };
  }

  /** The first member that shares a level with this process, which stands for all of them; -1 if nobody has named that level, or it is none. */
  static int firstOfLevel(Lco lco, String level) {
    Job job = World.job();
    try {
      return job == null ? JobTopology.alone(lco, level) : JobTopology.firstOf(job, lco, level);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** The first member on this process's side of the slowest channel; -1 if no channel parts members that are on different hosts. */
  static int firstOfPart(Lco lco) {
    Topology topology = topology(lco);
    return topology == null ? -1 : topology.firstBeside(lco.rank());
  }
}
