package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.topology.Cartesian;
import org.braid.mpi.topology.Graph;
import org.braid.mpi.topology.Topology;
import org.jspecify.annotations.Nullable;

/** What a communicator is, apart from communication: its group, name, attributes and error handler, and its end. */
abstract class CommState extends CommBinding implements Freeable {
  private String name = "";
  private final Attributes attributes = new Attributes(AttributeKeys.Kind.COMM);
  private Errhandler errhandler = new Errhandler(Errhandler.FATAL);

  CommState() {}

  /** As {@link #getRank}, in mpiJava's spelling (MPI 4.1, section 7.4.1). */
  public int Rank() {
    return getRank();
  }

  /** As {@link #getSize}, in mpiJava's spelling (MPI 4.1, section 7.4.1). */
  public int Size() {
    return getSize();
  }

  /** The members, in the order of their ranks; a local call (MPI 4.1, section 7.3.2). */
  public Group getGroup() {
    return new Group(members(), self());
  }

  /** As {@link #getGroup}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public Group Group() {
    return getGroup();
  }

  /** As {@link #isNull}, in mpiJava's spelling. */
  public boolean Is_null() {
    return isNull();
  }

  /** Whether it lies between two groups (MPI 4.1, section 7.6.1). */
  public boolean isInter() {
    checkAlive();
    return false;
  }

  /** As {@link #isInter}, in mpiJava's spelling (MPI 4.1, section 7.6.1). */
  public boolean Test_inter() {
    return isInter();
  }

  /** Who is whose neighbour; null if nothing is said of it. */
  @Nullable Topology topology() {
    checkAlive();
    return null;
  }

  /** MPI.CART, MPI.GRAPH or MPI.DIST_GRAPH; MPI.UNDEFINED for a communicator without a topology (MPI 4.1, section 8.5.5). */
  public int getTopology() {
    Topology topology = topology();
    if (topology == null) {
      return Constants.UNDEFINED;
    }
    return topology instanceof Cartesian ? Constants.CART : topology instanceof Graph ? Constants.GRAPH : Constants.DIST_GRAPH;
  }

  /** As {@link #getTopology}, in mpiJava's spelling (MPI 4.1, section 8.5.5). */
  public int Topo_test() {
    return getTopology();
  }

  /** What runs its collectives, if it lies between two groups. */
  @Nullable InterCalls betweenGroups(CollectiveCalls plain) {
    return null;
  }

  /** What has ended a call on this communicator. */
  MPIException failed(BraidException failure) {
    return Errors.of(failure);
  }

  /** A mistake in a call on this communicator, with its name and this process's rank. */
  final MPIException refused(int errorClass, String call, String why) {
    return Refusal.of(lco(), errorClass, call, why);
  }

  /** Has the name of a predefined communicator, until the program gives another one. Messages about it go on saying what programs write. */
  final void hasPredefinedName(String predefined) {
    name = predefined;
  }

  /** What the program called this communicator; empty if it never did. MPI.COMM_WORLD, MPI.COMM_SELF and the parent are MPI_COMM_WORLD, MPI_COMM_SELF and MPI_COMM_PARENT until then (MPI 4.1, section 7.8). */
  public String getName() {
    checkAlive();
    return name;
  }

  /** Gives the communicator a name, by which messages about it call it, too (MPI 4.1, section 7.8). */
  public void setName(String newName) {
    checkAlive();
    name = Arguments.given(newName, ErrorClasses.ERR_ARG, "setName: the name");
    lco().entitle(newName);
  }

  /** The handler that was set last, or ERRORS_ARE_FATAL (MPI 4.1, section 9.3). */
  public Errhandler getErrhandler() {
    checkAlive();
    return errhandler;
  }

  /** As {@link #getErrhandler}, in mpiJava's spelling (MPI 4.1, section 9.3). */
  public Errhandler Errorhandler_get() {
    return getErrhandler();
  }

  /** Keeps the handler; errors are thrown as {@link MPIException} with each of them (MPI 4.1, section 9.3). */
  public void setErrhandler(Errhandler handler) {
    checkAlive();
    errhandler = Arguments.given(handler, ErrorClasses.ERR_ARG, "setErrhandler: the handler");
  }

  /** As {@link #setErrhandler}, in mpiJava's spelling (MPI 4.1, section 9.3). */
  public void Errhandler_set(Errhandler handler) {
    setErrhandler(handler);
  }

  /** Does what an error of class {@code errorCode} would do: throws, unless the handler is ERRORS_RETURN. */
  public void callErrhandler(int errorCode) {
    if (!getErrhandler().equals(Predefined.ERRORS_RETURN)) {
      throw Errors.reported(errorCode, "on a communicator with " + errhandler);
    }
  }

  /**
   * The attribute that the program attached with {@code keyval}, or the predefined one; null if there is none. {@code TOPOLOGY_DEPTHS} is an {@code int[]} by rank, {@code TOPOLOGY_COLORS} and
   * {@code TOPOLOGY_LEADERS} an {@code int[][]} by rank and level, level 0 the slowest, all made anew at each call (multilevel-collectives, section 5). {@code TOPOLOGY_MESSAGES} is a {@code long[]} by level, named or not, of the messages that this process has sent in collectives of this communicator so far, persistent ones among them; null
   * while it has made none, or where nobody can be nearer than others.
   */
  public @Nullable Object getAttr(int keyval) {
    checkAlive();
    if (keyval == Constants.TOPOLOGY_DEPTHS || keyval == Constants.TOPOLOGY_COLORS || keyval == Constants.TOPOLOGY_LEADERS) {
      return isInter() ? null : Places.topologyAttribute(lco(), keyval);
    }
    if (MethodAttributes.have(keyval)) {
      return MethodAttributes.get(lco(), keyval);
    }
    if (keyval == Constants.TOPOLOGY_MESSAGES) {
      return messagesSent();
    }
    Integer predefined = PredefinedAttributes.get(keyval);
    return predefined != null ? predefined : attributes.get(keyval);
  }

  /** The attribute, if it is an Integer. */
  public @Nullable Integer Attr_get(int keyval) {
    return getAttr(keyval) instanceof Integer number ? number : null;
  }

  /** Attaches {@code value} to this communicator under {@code keyval}, in place of an older one (MPI 4.1, section 7.7.2). Null is a value, too, and {@link #getAttr} does not tell it from none. */
  public void setAttr(int keyval, @Nullable Object value) {
    checkAlive();
    if (MethodAttributes.have(keyval)) {
      MethodAttributes.set(lco(), keyval, value);
    } else {
      attributes.set(keyval, value);
    }
  }

  /** Takes off what was attached under {@code keyval} (MPI 4.1, section 7.7.2). */
  public void deleteAttr(int keyval) {
    checkAlive();
    if (MethodAttributes.have(keyval)) {
      MethodAttributes.delete(lco(), keyval);
    } else {
      attributes.delete(keyval);
    }
  }

  /** As {@link #deleteAttr}, in mpiJava's spelling (MPI 4.1, section 7.7.2). */
  public void Attr_delete(int keyval) {
    deleteAttr(keyval);
  }

  /** A communicator that was made from another one has its error handler (MPI 4.1, section 9.3.1). */
  final void inheritErrhandler(CommState parent) {
    errhandler = parent.errhandler;
  }

  /** A copy has the attributes, too, as they are now (MPI 4.1, section 7.7.2). */
  final void inherit(CommState original) {
    inheritErrhandler(original);
    attributes.takeAll(original.attributes);
  }

  /** Gives the communicator back; receives that were posted on it may still complete. */
  @Override
  public void free() {
    if (World.here().lasts(this)) {
      throw new MPIException(ErrorClasses.ERR_COMM, "MPI.COMM_WORLD and MPI.COMM_SELF cannot be freed: they last from MPI.Init to MPI.Finalize");
    }
    Lco object = lco();
    try {
      becomeNull(() -> closeAll(object));
    } catch (BraidException e) {
      throw Errors.of(e);
    } finally {
      closeBeside();
    }
  }

  /** Gives back by what the communicator has communicated. */
  void closeAll(Lco object) {
    object.close();
  }

  /** What the communicator has connected beside itself is freed with it. */
  void closeBeside() {}

  /** As {@link #free}, in mpiJava's spelling (MPI 4.1, section 7.4.3). */
  public void Free() {
    free();
  }

  /**
   * Waits until all members call this, and frees the communicator. Collective (MPI 4.1, section 11.10.4). After it, processes of two jobs that no other communicator connects need not wait for each other in MPI.Finalize.
   *
   * @throws MPIException ERR_COMM for COMM_WORLD and COMM_SELF, which last until MPI.Finalize
   */
  public abstract void disconnect();

  /** Ends the whole job, all ranks, with this exit code. */
  public void abort(int errorcode) {
    World.here().abort(errorcode);
  }

  /** As {@link #abort}, in mpiJava's spelling (MPI 4.1, section 9.5). */
  public void Abort(int errorcode) {
    abort(errorcode);
  }
}
