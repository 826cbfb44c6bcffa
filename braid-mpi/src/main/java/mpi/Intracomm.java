package mpi;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.coll.engine.Purpose;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** A communicator within one group of processes. */
public class Intracomm extends Comm {
  Intracomm() {}

  @Override
  public Intracomm dup() {
    return duplicate();
  }

  @Override
  public Intracomm dupWithInfo(Info hints) {
    Intracomm copy = duplicate();
    copy.setInfo(hints);
    return copy;
  }

  @Override
  public Intracomm iDup() {
    return startDuplicate();
  }

  @Override
  public Intracomm iDupWithInfo(Info hints) {
    return (Intracomm) super.iDupWithInfo(hints);
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public Intracomm clone() {
    return duplicate();
  }

  /**
   * Partitions the members by {@code colour}, ordered by {@code key} and then by rank. Collective.
   *
   * @param colour not negative, or UNDEFINED to join no part
   * @return the part of this process; a null communicator for UNDEFINED
   */
  public Intracomm split(int colour, int key) {
    if (colour < 0 && colour != Constants.UNDEFINED) {
      throw new MPIException(ErrorClasses.ERR_ARG, "split: the colour is " + colour + "; give 0 or more, or MPI.UNDEFINED");
    }
    return split(Purpose.SPLIT, colour, key);
  }

  private Intracomm split(Purpose purpose, int colour, int key) {
    try {
      return made(Intracommunicators.split(collective(), purpose, colour, key));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** As {@link #split}, but Java's null for UNDEFINED, as in MPJ Express. */
  public @Nullable Intracomm Split(int colour, int key) {
    return orNull(split(colour, key));
  }

  /**
   * Splits by what the processes share (MPI 4.1, section 7.4.2). Collective; all members give the same, or UNDEFINED.
   *
   * @param splitType TYPE_SHARED: memory; TYPE_HW_GUIDED: the level that {@code info} names under {@code mpi_hw_resource_type}, which is site, cluster, host or mpi_shared_memory; TYPE_HW_UNGUIDED: the same side
   *     of the slowest channel among these processes, so that repeated calls go down level by level
   * @param info hints; looked at for TYPE_HW_GUIDED alone
   * @return the part of this process, whose rank 0 is its leader if {@code key} is the same everywhere; a null communicator for UNDEFINED, for a level that there is not or that nobody has named for this
   *     process, and where no slower channel parts the processes
   * @throws MPIException ERR_ARG for another type
   */
  public Intracomm splitType(int splitType, int key, Info info) {
    int colour =
        switch (splitType) {
          case TYPE_SHARED -> World.hostNumber();
          case TYPE_HW_GUIDED -> guided(info);
          case TYPE_HW_UNGUIDED -> World.firstOfPart(lco());
          case Constants.UNDEFINED -> Constants.UNDEFINED;
          default ->
              throw new MPIException(
                  ErrorClasses.ERR_ARG,
                  "splitType: the type is " + splitType + "; give Comm.TYPE_SHARED, Comm.TYPE_HW_GUIDED, Comm.TYPE_HW_UNGUIDED or MPI.UNDEFINED");
        };
    return split(colour < 0 ? Constants.UNDEFINED : colour, key);
  }

  private int guided(Info info) {
    String level = Arguments.given(info, ErrorClasses.ERR_INFO, "splitType: the hints").get("mpi_hw_resource_type");
    return level == null ? -1 : level.equals("mpi_shared_memory") ? World.hostNumber() : World.firstOfLevel(lco(), level);
  }

  /** A communicator of the members of {@code group}. Collective over all members of this one; null communicator for the others. */
  public Intracomm create(Group group) {
    int place = Arguments.group(group, "create").rankOf(self());
    return split(Purpose.CREATE, place == Constants.UNDEFINED ? Constants.UNDEFINED : 0, Math.max(0, place));
  }

  /**
   * A communicator of the members of {@code group}. Collective over those alone: others need not call, and get a null communicator if they do.
   *
   * @param tag tells calls apart that several threads make at the same time
   */
  public Intracomm createGroup(Group group, int tag) {
    if (tag < 0) {
      throw new MPIException(ErrorClasses.ERR_TAG, "createGroup: the tag is " + tag + "; give 0 or more");
    }
    if (Arguments.group(group, "createGroup").rankOf(self()) == Constants.UNDEFINED) {
      return made(null);
    }
    int[] everybody = new int[group.getSize()];
    Arrays.setAll(everybody, i -> i);
    int[] members = Group.translateRanks(group, everybody, getGroup());
    if (Arrays.stream(members).anyMatch(member -> member == Constants.UNDEFINED)) {
      throw new MPIException(ErrorClasses.ERR_GROUP, "createGroup: the group has processes that are none of this communicator; give a part of its group");
    }
    try {
      return made(Intracommunicators.createGroup(lco(), members, tag));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /**
   * A communicator of the members of {@code group}, which need have none in common before (MPI 4.1, section 7.4.2). Collective over them.
   *
   * @param group of this process among others; of the processes of this job
   * @param stringtag tells calls apart that are made at the same time for groups with members in common; at most 255 characters
   * @param info hints of the new communicator; MPI.INFO_NULL for none
   * @param errhandler of the new communicator
   * @return a null communicator for an empty group
   * @throws MPIException ERR_GROUP if this process is no member, ERR_ARG for a tag that is too long
   */
  public static Intracomm createFromGroup(Group group, String stringtag, Info info, Errhandler errhandler) {
    return SessionCalls.createFromGroup(group, stringtag, info, errhandler);
  }

  /** As {@link #create}, but Java's null for processes outside of the group, as in MPJ Express. */
  public @Nullable Intracomm Create(Group group) {
    return orNull(create(group));
  }

  /** As {@link #Create}: this is how MPJ Express spells it, too. */
  public @Nullable Intracomm Creat(Group group) {
    return Create(group);
  }

  /**
   * A communicator whose ranks form a grid. Collective; all members give the same.
   *
   * @param dims ranks along each dimension, at least 1
   * @param periods whether each dimension is a ring
   * @param reorder whether ranks may be numbered anew; they are not
   * @return a null communicator for ranks that the grid has no room for
   * @throws MPIException ERR_DIMS if a dimension is not positive, or if the grid has more ranks than this communicator
   */
  public CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
    return Topologies.createCart(this, dims, periods);
  }

  /** As {@link #createCart}, in mpiJava's spelling, which returns Java's null for ranks that the grid has no room for (MPI 4.1, section 8.5.1). */
  public @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
    CartComm made = createCart(dims, periods, reorder);
    return made.isNull() ? null : made;
  }

  /**
   * A communicator whose ranks form a graph that all members give whole. Collective.
   *
   * @param index for each rank of the graph where the neighbours of the next one begin
   * @param edges the neighbours of all ranks, one after the other
   * @param reorder whether ranks may be numbered anew; they are not
   * @return a null communicator for ranks that the graph does not have
   * @throws MPIException ERR_ARG if the indexes do not fit the edges, ERR_RANK if a neighbour is no rank of the graph
   */
  public GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
    return Topologies.createGraph(this, index, edges);
  }

  /** As {@link #createGraph}, in mpiJava's spelling, which returns Java's null for ranks that the graph does not have (MPI 4.1, section 8.5.3). */
  public @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
    GraphComm made = createGraph(index, edges, reorder);
    return made.isNull() ? null : made;
  }

  /**
   * A communicator whose ranks form a graph of which each member gives any part: {@code degrees[i]} edges from {@code sources[i]}, to the next of {@code destinations}. Collective.
   *
   * @param weights of the edges; at all members or at none
   * @param info hints, which are ignored
   * @param reorder whether ranks may be numbered anew; they are not
   * @throws MPIException ERR_RANK for a rank that there is not, ERR_ARG for lengths that do not fit together
   */
  public GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder) {
    return DistributedTopologies.create(this, sources, degrees, destinations, weights, info);
  }

  /** As {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, of edges without weights (MPI 4.1, section 8.5.4). */
  public GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder) {
    return DistributedTopologies.create(this, sources, degrees, destinations, null, info);
  }

  /**
   * A communicator whose ranks form a graph of which each member gives its own edges: those from {@code sources} to it, and those from it to {@code destinations}. Collective.
   *
   * @param sourceWeights of the edges that end here; at all members or at none
   * @param destWeights of the edges that begin here
   * @param info hints, which are ignored
   * @param reorder whether ranks may be numbered anew; they are not
   * @throws MPIException ERR_RANK for a rank that there is not, ERR_ARG for lengths that do not fit, or if an edge is not named at both its ends
   */
  public GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, Info info, boolean reorder) {
    return DistributedTopologies.createAdjacent(this, sources, sourceWeights, destinations, destWeights, info);
  }

  /** As {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, of edges without weights (MPI 4.1, section 8.5.4). */
  public GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
    return DistributedTopologies.createAdjacent(this, sources, null, destinations, null, info);
  }

  private static @Nullable Intracomm orNull(Intracomm made) {
    return made.isNull() ? null : made;
  }

  private Intracomm made(@Nullable Lco part) {
    Intracomm made = new Intracomm();
    made.inheritErrhandler(this);
    if (part == null) {
      made.becomeNull();
    } else {
      made.bind(part);
    }
    return made;
  }
}
