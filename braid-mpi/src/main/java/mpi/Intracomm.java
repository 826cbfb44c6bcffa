package mpi;

import java.util.Arrays;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.comm.GroupCommunicators;
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
    checkInfo(hints);
    Intracomm copy = duplicate();
    copy.keep(hints);
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
    try {
      return made(Intracommunicators.split(collective(), Purpose.SPLIT, () -> checkedColour(colour), key));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private int checkedColour(int colour) {
    if (colour < 0 && colour != Constants.UNDEFINED) {
      throw refused(ErrorClasses.ERR_ARG, "split", "the colour is " + colour + "; give 0 or more, or MPI.UNDEFINED");
    }
    return colour;
  }

  /** As {@link #split}, of members that tell each other a word by the way: {@code check} gets those of all, and throws what ends the call. */
  final Intracomm splitTelling(int colour, int key, long word, Consumer<long[]> check) {
    try {
      return made(Intracommunicators.splitTelling(collective(), Purpose.SPLIT, colour, key, word, check));
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
   * @param splitType TYPE_SHARED: memory; TYPE_HW_GUIDED: the level that {@code info} names under {@code mpi_hw_resource_type}, which is site, cluster, host, process (ranks that are threads of one) or mpi_shared_memory, or what the cores share that this process may use: package, numanode, l3cache, l2cache, l1cache or core, in any case and also as {@code hwloc://L3Cache}; TYPE_RESOURCE_GUIDED: the same, or, where no such level is named, the process set of the job that {@code info} names under {@code mpi_pset_name}; TYPE_HW_UNGUIDED: the same side
   *     of the slowest channel among these processes, so that repeated calls go down level by level. Members of several jobs share a host if they share memory, sites and clusters with those of their own job, and the slowest channel is that between jobs
   * @param info hints; looked at for TYPE_HW_GUIDED and TYPE_RESOURCE_GUIDED alone
   * @return the part of this process, whose rank 0 is its leader if {@code key} is the same everywhere; a null communicator for UNDEFINED, where {@code info} names nothing or is INFO_NULL, for a level that there is not or that nobody has named for this
   *     process, for a resource that its cores do not all have a part in, for a process set that it is not in, and where no slower channel parts the processes
   * @throws MPIException ERR_ARG for another type, at any rank, or if ranks give different ones; ERR_INFO for hints that are null or were freed, and looked at
   */
  public Intracomm splitType(int splitType, int key, Info info) {
    return SplitTypes.split(this, splitType, key, info);
  }

  /**
   * A communicator of the members of {@code group}. Collective over all members of this one; groups without a process in common may be given at their members, and each gets its own (MPI 4.1, section 7.4.2).
   *
   * @param group the same at all its members; of processes of this communicator
   * @return a null communicator for processes that are not in the group they give
   * @throws MPIException ERR_GROUP if the group has processes that are not in this communicator, or if one of its members has given another group
   */
  public Intracomm create(Group group) {
    try {
      return made(GroupCommunicators.create(collective(), () -> ranksHere(group, "create")));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private int[] ranksHere(Group group, String call) {
    int[] here = translated(Arguments.group(group, call));
    if (Arrays.stream(here).anyMatch(rank -> rank == Constants.UNDEFINED)) {
      throw refused(ErrorClasses.ERR_GROUP, call, "the group has processes that are none of this communicator; give a part of its group");
    }
    return here;
  }

  /** Of those that are members. */
  private int[] ranksInside(Group group) {
    return Arrays.stream(translated(group)).filter(rank -> rank != Constants.UNDEFINED).toArray();
  }

  private int[] translated(Group group) {
    int[] ranks = new int[group.getSize()];
    Arrays.setAll(ranks, i -> i);
    return Group.translateRanks(group, ranks, getGroup());
  }

  /**
   * A communicator of the members of {@code group}. Collective over those alone: others need not call, and get a null communicator if they do.
   *
   * @param tag tells calls apart that several threads make at the same time
   * @throws MPIException ERR_GROUP if the group has processes that are not in this communicator, or if one of its members has given another group, or has it in another order: all are told whom the member of the lowest rank knows of. A group that is null and a tag that is negative are told to this process alone, for nobody knows which call of the others it is
   */
  public Intracomm createGroup(Group group, int tag) {
    if (tag < 0) {
      throw refused(ErrorClasses.ERR_TAG, "createGroup", "the tag is " + tag + "; give 0 or more");
    }
    if (Arguments.group(group, "createGroup").rankOf(self()) == Constants.UNDEFINED) {
      return made(null);
    }
    try {
      return made(Intracommunicators.createGroup(lco(), ranksInside(group), tag, () -> ranksHere(group, "createGroup")));
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
   * @throws MPIException ERR_GROUP if this process is no member, or if another one has given another group, or has it in another order; ERR_ARG for a tag that is too long
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
   * @param reorder whether ranks may be numbered anew: they are where hosts, clusters or sites part them and fewer edges of it cross these then
   * @return a null communicator for ranks that the grid has no room for
   * @throws MPIException ERR_DIMS if a dimension is not positive, or if the grid has more ranks than this communicator
   */
  public CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
    return Topologies.createCart(this, dims, periods, reorder);
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
   * @param reorder whether ranks may be numbered anew: they are where hosts, clusters or sites part them and fewer edges of it cross these then
   * @return a null communicator for ranks that the graph does not have
   * @throws MPIException ERR_ARG if the indexes do not fit the edges, ERR_RANK if a neighbour is no rank of the graph
   */
  public GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
    return Topologies.createGraph(this, index, edges, reorder);
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
   * @param reorder whether ranks may be numbered anew: they are where hosts, clusters or sites part them and edges of less weight cross these then, the same at all members
   * @throws MPIException ERR_RANK for a rank that there is not, ERR_ARG for lengths that do not fit together
   */
  public GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder) {
    return DistributedTopologies.create(this, sources, degrees, destinations, weights, info, reorder);
  }

  /** As {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, of edges without weights (MPI 4.1, section 8.5.4). */
  public GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder) {
    return DistributedTopologies.create(this, sources, degrees, destinations, null, info, reorder);
  }

  /**
   * A communicator whose ranks form a graph of which each member gives its own edges: those from {@code sources} to it, and those from it to {@code destinations}. Collective.
   *
   * @param sourceWeights of the edges that end here; at all members or at none
   * @param destWeights of the edges that begin here
   * @param info hints, which are ignored
   * @param reorder whether ranks may be numbered anew, as {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)} does: a rank then has the edges that the one of its new number has given here
   * @throws MPIException ERR_RANK for a rank that there is not, ERR_ARG for lengths that do not fit, or if an edge is not named at both its ends
   */
  public GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, Info info, boolean reorder) {
    return DistributedTopologies.createAdjacent(this, sources, sourceWeights, destinations, destWeights, info, reorder);
  }

  /** As {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, of edges without weights (MPI 4.1, section 8.5.4). */
  public GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
    return DistributedTopologies.createAdjacent(this, sources, null, destinations, null, info, reorder);
  }

  /**
   * Starts processes, and returns a communicator between this group and theirs when they have called MPI.Init. Collective (MPI 4.1, section 11.8.2). They have a COMM_WORLD of their own, and find this group by {@link Intercomm#getParent}.
   *
   * @param command a class, a {@code .java} file, a jar, or {@code java} with its options in front of a class in {@code argv}, as {@code braid run} takes it; this and the next three matter at the root alone
   * @param argv arguments of the program; null for none
   * @param maxprocs how many, at least 1: all are started, or none
   * @param info hints: {@code wdir}, {@code host}, {@code path}, {@code soft}, {@code braid_jvm_args}
   * @param errcodes gets a code for each process; null if nobody wants to know
   * @throws MPIException ERR_SPAWN if they could not be started, or have ended before they called MPI.Init; ERR_ARG for a spawn of nothing, ERR_INFO_VALUE for a hint that makes no sense
   */
  public final Intercomm spawn(String command, String @Nullable [] argv, int maxprocs, Info info, int root, int @Nullable [] errcodes) {
    return DynamicProcesses.spawn(this, () -> SpawnArguments.one(command, argv, maxprocs, info), root, errcodes);
  }

  /**
   * As {@link #spawn}, of several commands whose processes share one COMM_WORLD, in the order of the commands; {@code MPI.APPNUM} says which one a process is of (MPI 4.1, section 11.8.3).
   *
   * @param argv arguments for each command; null for none at all, or none of one
   * @param errcodes gets a code for each process, those of the first command first
   */
  public final Intercomm spawnMultiple(String[] commands, String @Nullable [] @Nullable [] argv, int[] maxprocs, Info[] info, int root, int @Nullable [] errcodes) {
    return DynamicProcesses.spawn(this, () -> SpawnArguments.several(commands, argv, maxprocs, info), root, errcodes);
  }

  /** As {@link #accept(String, Info, int)}, without hints. */
  public final Intercomm accept(String port, int root) {
    return accept(port, Predefined.INFO_NULL, root);
  }

  /**
   * Waits for a group that connects to a port of the root, and returns a communicator between this group and that. Collective (MPI 4.1, section 11.9.2).
   *
   * @param port that the root has opened; it matters there alone
   * @param info hints, of which there are none
   * @throws MPIException ERR_PORT if the port is none of the root's, or closed meanwhile
   */
  public final Intercomm accept(String port, Info info, int root) {
    return DynamicProcesses.accept(this, port, info, root);
  }

  /** As {@link #connect(String, Info, int)}, without hints. */
  public final Intercomm connect(String port, int root) {
    return connect(port, Predefined.INFO_NULL, root);
  }

  /**
   * Connects to a port at which a group of another job accepts, or will, and returns a communicator between this group and that. Collective (MPI 4.1, section 11.9.3).
   *
   * @param port as the other job has it from openPort; it matters at the root alone
   * @param info hints, of which there are none
   * @throws MPIException ERR_PORT if there is no such port, or it is closed before anybody accepts
   */
  public final Intercomm connect(String port, Info info, int root) {
    return DynamicProcesses.connect(this, port, info, root);
  }

  /** As {@link #openPort(Info)}, without hints. */
  public static String openPort() {
    return openPort(Predefined.INFO_NULL);
  }

  /**
   * Opens a port at which groups of other jobs may connect, as long as this process runs (MPI 4.1, section 11.9.1): those of this user on this host; where the job is on several hosts, or was spawned for one that is, whoever has the name.
   *
   * @param info {@code braid_reach}: {@code host} or {@code network} says who reaches it
   * @return its name, at most {@code MPI.MAX_PORT_NAME} characters; whoever has it may connect
   * @throws MPIException ERR_PORT if the system gives no socket for it, ERR_INFO_VALUE if the hint says something else
   */
  public static String openPort(Info info) {
    return DynamicProcesses.openPort(info);
  }

  /**
   * Closes a port (MPI 4.1, section 11.9.1).
   *
   * @throws MPIException ERR_PORT if this process has not opened it, or has closed it
   */
  public static void closePort(String name) {
    DynamicProcesses.closePort(name);
  }

  /** As {@link #publishName(String, Info, String)}, without hints. */
  public static void publishName(String service, String port) {
    publishName(service, Predefined.INFO_NULL, port);
  }

  /**
   * Makes a port known under a name, as long as this process runs and until it is in Finalize: to all jobs of this user on this host, and if its job is on several hosts, or was spawned for one that is, to all ranks of that job and of those that it has spawned (MPI 4.1, section 11.9.4).
   *
   * @throws MPIException ERR_SERVICE if somebody has published the name, if it has more than 1,024 bytes as UTF-8, or if there are too many; ERR_PORT if the port is none
   */
  public static void publishName(String service, Info info, String port) {
    DynamicProcesses.publish(service, info, port);
  }

  /** As {@link #unpublishName(String, Info, String)}, without hints. */
  public static void unpublishName(String service, String port) {
    unpublishName(service, Predefined.INFO_NULL, port);
  }

  /**
   * Forgets a name (MPI 4.1, section 11.9.4).
   *
   * @throws MPIException ERR_SERVICE if it was not published for this port, or by another rank of a job over several hosts
   */
  public static void unpublishName(String service, Info info, String port) {
    DynamicProcesses.unpublish(service, info, port);
  }

  /** As {@link #lookupName(String, Info)}, without hints. */
  public static String lookupName(String service) {
    return lookupName(service, Predefined.INFO_NULL);
  }

  /**
   * The port that was published under a name (MPI 4.1, section 11.9.4).
   *
   * @throws MPIException ERR_NAME if no process that runs has published it, as far as names {@linkplain #publishName(String, Info, String) are known}
   */
  public static String lookupName(String service, Info info) {
    return DynamicProcesses.lookup(service, info);
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
