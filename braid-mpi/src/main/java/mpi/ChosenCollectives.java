package mpi;

import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.braid.boot.Job;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.select.VainChoices;
import org.braid.coll.topology.Topology;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.JobProfile;
import org.braid.mpi.coll.JobTopology;
import org.braid.mpi.coll.MeasuredProfile;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.tool.Setting;
import org.jspecify.annotations.Nullable;

/** By what a communicator's collectives are carried out: rules, what somebody has set by hand, costs that were measured, memory that all members share. */
final class ChosenCollectives {
  private static final Operation[] OPERATIONS = Operation.values();

  private ChosenCollectives() {}

  /**
   * Looks at what the environment says of collectives, as soon as MPI begins: a rank that alone has a setting that cannot be meant would else find that in its first collective, in which the others wait for it. Costs a look at the environment where it says nothing.
   *
   * @throws MPIException ERR_ARG, ERR_OTHER if one of the settings cannot be meant, or names a profile that there is not
   */
  static void checkSettings() {
    String algorithms = World.variable("BRAID_COLL");
    String profile = World.variable("BRAID_PROFILE");
    try {
      if (algorithms != null) {
        checkRules(algorithms);
      }
      if (profile != null && !profile.isEmpty() && !profile.equals(MeasuredProfile.NAME)) {
        JobProfile ignored = JobProfile.of(profile);
      }
      boolean ignored = keepsBits(null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static void checkRules(String algorithms) {
    try {
      RuleTable ignored = byHand(RuleTable.of(null), World.process().collectiveRules(algorithms));
    } catch (BraidException e) {
      throw new BraidException(e.code(), "BRAID_COLL, " + e.what(), e.why(), e.whatToDo());
    }
  }

  /** Has the job measure what messages cost, if it was asked to; all ranks do that at one time. Costs a look at the environment where it was not. */
  static void measureIfAsked(Membership here) {
    Job job = here.job;
    if (job == null || here.measured != null || !MeasuredProfile.NAME.equals(job.scope().variable("BRAID_PROFILE"))) {
      return;
    }
    try {
      Topology topology = job.placement().tellsRanksApart() ? JobTopology.of(job, here.world) : Topology.flat(here.world.size());
      meet(here, topology, job.placement().isCrowded());
      String text = MeasuredProfile.measure(here.world, topology, job.placement().isCrowded() ? Machine.usableCores() : 0);
      here.measured = text.isEmpty() ? null : JobProfile.measured(text);
      if (job.rank() == 0 && job.reports("topology")) {
        System.err.print("braid: measured at MPI.Init:\n" + text.indent(2));
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** The first call of all: a rank that does not measure makes another one, and everybody is told. */
  private static void meet(Membership here, Topology topology, boolean crowded) {
    CollectiveRuns first = here.process.collectives(here.world, crowded, RuleTable.of(topology), topology);
    try {
      first.meet(Purpose.MEASURE);
    } finally {
      first.handOver();
    }
  }

  /**
   * The collectives of a communicator: by Braid's rules for its topology, or by what algorithms cost under the profile that BRAID_PROFILE names, behind those that BRAID_COLL sets and, first of all, its own hints. All of it must be
   * the same at every rank.
   *
   * @param reproducible whether its reductions give the same bits wherever ranks are; null: as BRAID_REPRODUCIBLE says
   */
  static CollectiveRuns of(Lco lco, @Nullable String hints, @Nullable String reproducible) {
    MpiProcess process = World.process();
    Job job = World.job();
    if (Places.areOfSeveralJobs(lco)) {
      Topology jobs = JobTopology.ofSeveral(lco);
      return process.collectives(lco, true, RuleTable.of(jobs), jobs); // they may differ in all that is looked at below
    }
    boolean crowded = job == null || job.placement().isCrowded();
    Topology topology = Places.topology(lco);
    Job told = job != null && lco == World.worldObject() && job.rank() == 0 ? job : null; // what concerns the whole job is said once
    if (told != null) {
      TopologyReport.ifWanted(told, topology);
    }
    RuleTable rules = RuleTable.of(topology);
    try {
      String algorithms = process.collectiveRules(World.variable("BRAID_COLL"));
      rules = byHand(rules, algorithms);
      if (told != null && algorithms != null) {
        sayWhatIsVain("BRAID_COLL", lco, topology, rules);
      }
      rules = byHand(rules, hints);
      String profile = World.variable("BRAID_PROFILE");
      boolean keepsBits = keepsBits(reproducible);
      boolean mayShare = job != null && (topology == null ? job.placement().isOnOneHost() : !topology.kinds().isEmpty());
      JobProfile measured = profile == null || profile.isEmpty() ? null : profile.equals(MeasuredProfile.NAME) ? World.measured() : JobProfile.of(profile);
      Selection selection = measured != null ? measured.selection(topology == null ? Topology.flat(lco.size()) : topology, rules, keepsBits) : keepsBits ? new Reproducible(rules, topology) : rules;
      CollectiveRuns runs = process.collectives(lco, crowded, selection, topology);
      if (mayShare && (measured == null || measured.knowsBoards())) {
        runs.shareMemory(process.boards(), sharedOperations(rules), keepsBits);
      }
      if (measured != null) {
        runs.agreeOn(measured.checksum());
      }
      return runs;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Says once, at rank 0, what a communicator's hints choose and is not done among its ranks. */
  static void sayWhatIsVain(Lco lco, @Nullable String hints) {
    if (hints != null && lco.rank() == 0) {
      Topology topology = Places.topology(lco);
      sayWhatIsVain("braid_coll of a communicator of " + lco.size() + " ranks", lco, topology, byHand(RuleTable.of(topology), hints));
    }
  }

  private static void sayWhatIsVain(String where, Lco lco, @Nullable Topology topology, RuleTable chosen) {
    for (String vain : new VainChoices(lco.size(), topology).of(chosen)) {
      System.err.println("braid: " + where + ": " + vain);
    }
  }

  /**
   * Looks at those of a communicator's hints that choose algorithms.
   *
   * @throws BraidException if one of them cannot be meant
   */
  static void check(Info hints) {
    RuleTable ignored = byHand(RuleTable.of(null), hints.get("braid_coll"));
    String reproducible = hints.get("braid_reproducible");
    boolean ignoredToo = reproducible != null && keepsBits(reproducible);
  }

  private static RuleTable byHand(RuleTable rules, @Nullable String text) {
    return text == null ? rules : rules.with(text);
  }

  private static boolean keepsBits(@Nullable String reproducible) {
    String wanted = reproducible == null ? World.variable("BRAID_REPRODUCIBLE") : reproducible;
    return wanted != null && Setting.isTrue(reproducible == null ? "BRAID_REPRODUCIBLE" : "braid_reproducible", wanted);
  }

  /** Which collectives may go over memory that members share, a bit for each ordinal: those whose algorithm nobody has chosen by hand. BRAID_SHARED_COLLECTIVES=false is for none. */
  private static int sharedOperations(RuleTable rules) {
    String wanted = World.variable("BRAID_SHARED_COLLECTIVES"); // Setting.COLL_SHARED, whose class most ranks never load
    if (wanted != null && !Setting.isTrue("BRAID_SHARED_COLLECTIVES", wanted)) {
      return 0;
    }
    int operations = 0;
    for (Operation each : OPERATIONS) {
      boolean serves = BoardSchedules.serve(each) && !rules.isByHand(each);
      operations |= serves ? 1 << each.ordinal() : 0;
    }
    return operations;
  }
}
