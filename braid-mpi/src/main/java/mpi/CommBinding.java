package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.FormedCommunicators;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoSlots;
import org.jspecify.annotations.Nullable;

/**
 * What a communicator communicates with: its local communicator object, this process's place in it, and the members. COMM_WORLD and
 * COMM_SELF are there before their objects and after them; the first use in a process that nobody launched stands for Init.
 */
abstract class CommBinding {
  private @Nullable Lco lco;
  private @Nullable CollectiveRuns collectives;
  private int rank;
  private int size = 1;
  private int @Nullable [] members;
  private boolean isNull;

  CommBinding() {}

  /** Gives the communicator something to communicate with. */
  final void bind(Lco object) {
    lco = object;
    rank = object.rank();
    size = object.size();
    members = null;
    collectives = null;
  }

  /** As {@link #bind(Lco)}, of an object that is one of another group than its slots lead to. */
  final void bind(Lco object, int[] group) {
    bind(object);
    size = group.length;
    members = group;
  }

  /** COMM_WORLD and COMM_SELF after Finalize are what they were before Init. */
  final void unbind() {
    lco = null;
    rank = 0;
    size = 1;
    members = null;
    collectives = null;
  }

  /** From now on this is COMM_NULL; what it has communicated with goes on, or was never there. */
  final void becomeNull() {
    CollectiveRuns runs = withoutObject();
    if (runs != null) {
      runs.handOver();
    }
  }

  /**
   * As above, and frees.
   *
   * @param then closes what the communicator communicates with; run when the collectives that were started are over
   */
  final void becomeNull(Runnable then) {
    CollectiveRuns runs = withoutObject();
    if (runs == null) {
      then.run();
    } else {
      runs.close(then);
    }
  }

  private @Nullable CollectiveRuns withoutObject() {
    lco = null;
    isNull = true;
    return collectives;
  }

  /** Whether this is MPI.COMM_NULL, or was freed (MPI 4.1, section 7.2.4). */
  public boolean isNull() {
    return isNull;
  }

  final void checkAlive() {
    if (isNull) {
      throw new MPIException(ErrorClasses.ERR_COMM, "the communicator is MPI.COMM_NULL or was freed");
    }
  }

  /** The object that sends and receives. */
  final Lco lco() {
    final Lco object = lco;
    return object != null ? object : bindLate();
  }

  private Lco bindLate() {
    checkAlive();
    World.here().useBeforeInit();
    Lco object = lco;
    if (object == null) {
      throw new MPIException(ErrorClasses.ERR_COMM, "the communicator belongs to a run that MPI.Finalize has ended, or to an iDup whose request was not waited for");
    }
    return object;
  }

  /** Runs the collectives of this communicator; made at the first one. */
  final CollectiveRuns collective() {
    CollectiveRuns runs = collectives;
    if (runs == null) {
      runs = newCollectives();
      collectives = runs;
      ChosenCollectives.sayWhatIsVain(lco(), algorithms());
    }
    return runs;
  }

  /** Of a communicator that has some. A local communicator object may be a member of one that its slots describe; then its first collective call says so. */
  CollectiveRuns newCollectives() {
    Lco object = lco();
    if (object.ownSlot() != LcoSlots.NO_RANK) {
      return ChosenCollectives.of(object, algorithms(), reproducible());
    }
    try {
      FormedCommunicators.join(object);
      bind(object);
      CollectiveRuns runs = ChosenCollectives.of(object, algorithms(), reproducible());
      FormedCommunicators.verify(runs);
      return runs;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** How many messages this member has sent in collectives over each channel; null if nobody has counted. */
  final long @Nullable [] messagesSent() {
    CollectiveRuns runs = collectives;
    long[] sent = runs == null ? new long[0] : runs.messagesSent();
    return sent.length == 0 ? null : sent;
  }

  /** Which algorithms the program wants here, as BRAID_COLL says it for all communicators; null if it says nothing. */
  @Nullable String algorithms() {
    return null;
  }

  /** Whether the program wants reductions here that give the same bits wherever ranks are, as BRAID_REPRODUCIBLE says it for all communicators; null if it says nothing. */
  @Nullable String reproducible() {
    return null;
  }

  /** This object's collectives are those of another handle of it. */
  final void share(CommBinding original) {
    Lco object = original.lco();
    boolean isBetweenGroups = object.rank() != LcoSlots.NO_RANK && object.ownSlot() == LcoSlots.NO_RANK;
    CollectiveRuns runs = isBetweenGroups ? null : original.collective();
    bind(object);
    rank = original.rank;
    size = original.size;
    collectives = runs;
  }

  /** Members of the communicator, or of this member's group: as many as {@link #getSize} says, but where one process has several. */
  final int memberCount() {
    lco();
    return size;
  }

  /** Which of them this is. */
  final int member() {
    lco();
    return rank;
  }

  /** Rank of this process. */
  public int getRank() {
    lco();
    return rank;
  }

  /** Number of processes. */
  public int getSize() {
    lco();
    return size;
  }

  /** World ranks of the members, by rank; this process's own numbers for those of other jobs. */
  final int[] members() {
    if (members == null) {
      members = new int[getSize()];
      for (int i = 0; i < members.length; i++) {
        members[i] = World.numberOf(lco().nameOf(i).context());
      }
    }
    return members;
  }

  /** World rank of this process. */
  final int self() {
    return members()[rank];
  }
}
