package mpi;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.comm.FormedIntercommunicators;
import org.braid.mpi.comm.Intercommunicators;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.comm.RightArguments;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A communicator: an ordered group of processes with a message space of its own ({@link Intracomm}), or two of them ({@link Intercomm});
 * this class has what both families put on {@code Comm}, and the collective operations besides.
 */
public class Comm extends PersistentCollectives implements Cloneable {
  /** For {@code splitType}: processes that share memory. */
  public static final int TYPE_SHARED = 0;

  /** For {@code splitType}: processes that share the level that the hint {@code mpi_hw_resource_type} names: site, cluster, host, process, or what cores share, such as l3cache (MPI 4.1, section 7.4.2). */
  public static final int TYPE_HW_GUIDED = 1;

  /** For {@code splitType}: processes on the same side of the slowest channel that parts this communicator (MPI 4.1, section 7.4.2). */
  public static final int TYPE_HW_UNGUIDED = 2;

  /** For {@code splitType}: as TYPE_HW_GUIDED, or processes of the process set that the hint {@code mpi_pset_name} names: mpi://WORLD, mpi://SELF, or one of Braid's (MPI 4.1, section 7.4.2). */
  public static final int TYPE_RESOURCE_GUIDED = 3;

  private @Nullable Info info;

  /** Of a copy that was only started. */
  private @Nullable Request duplication;

  Comm() {}

  // ---- for org.braid.mpix, whose communicators are built of Braid's own objects; programs have no use for these

  /** A handle of this object, which {@link #free} closes. */
  protected Comm(Lco object) {
    bind(object);
  }

  /** Another handle of the communicator that {@code original} is. */
  protected Comm(Comm original) {
    share(Arguments.comm(original, "LocalComm.of"));
  }

  /** MPI in this process. */
  protected static MpiProcess process() {
    return World.process();
  }

  /** What a communicator communicates with. */
  protected static Lco objectOf(Comm comm) {
    return comm.lco();
  }

  /** An intracommunicator of the object of {@code formed}, which is a null communicator from now on. */
  protected static Intracomm toIntracomm(Comm formed) {
    Intracomm made = new Intracomm();
    made.inherit(formed);
    made.share(formed);
    formed.becomeNull();
    return made;
  }

  /** An intercommunicator of the object of {@code formed}, which is a null communicator from now on. */
  protected static Intercomm toIntercomm(Comm formed) {
    Intercomm made = new Intercomm();
    made.inherit(formed);
    try {
      made.connect(FormedIntercommunicators.form(formed.lco()));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    formed.becomeNull();
    return made;
  }

  /**
   * A session begins, which keeps this process in the job until its {@link #leaveSession} (MPI 4.1, section 11.3).
   *
   * @param beginning of no other session; its stack is told if it was not ended when the program does
   */
  protected static void joinSession(Throwable beginning) {
    World.here().joinSession(beginning);
  }

  /**
   * Ends the session of that beginning.
   *
   * @return what the program has to be told, now that the session has ended
   */
  protected static @Nullable MPIException leaveSession(Throwable beginning) {
    return World.here().leaveSession(beginning);
  }

  /** Names of the process sets of which this process is a member. */
  protected static List<String> psets() {
    return SessionCalls.psets();
  }

  /** The members of a process set; null if this process is in none of that name. */
  protected static @Nullable Group groupOf(String pset) {
    return SessionCalls.groupOf(pset);
  }

  /** What a predefined object that nobody may free is called; null for one that the program may. */
  protected static @Nullable String nameOfPredefined(Freeable handle) {
    return switch (handle) {
      case Datatype type when type.isPredefined() -> type.getName();
      case Op op when op.predefined() != null -> op.toString();
      case Info info when info.isPredefined() -> "MPI.INFO_ENV";
      default -> null;
    };
  }

  /** Receives a message that a matched probe has found into memory of its length. */
  protected static Status receiveWhole(Message found, MemorySegment memory, long count, Datatype type) {
    return found.receive("mRecv", memory, count, type);
  }

  /** Receives a message of objects that a matched probe has found. */
  protected static Object[] receiveObjects(Message found) {
    return found.receiveObjects();
  }

  /** A failure of the layers below, as programs see it. */
  protected static MPIException exceptionOf(BraidException cause) {
    return Errors.of(cause);
  }

  // ---- static, so here: none that a class inherits from one of its package can be called by reflection

  /** A new key under which communicators of this process may have attributes (MPI 4.1, section 7.7.2). */
  public static int createKeyval() {
    return Attributes.createKeyval(AttributeKeys.Kind.COMM);
  }

  /** Gives a key back; attributes under it may not be asked for any more (MPI 4.1, section 7.7.2). */
  public static void freeKeyval(int keyval) {
    Attributes.freeKeyval(AttributeKeys.Kind.COMM, keyval);
  }

  /** Combines two buffers of this process: {@code inOutBuf[i] = inBuf[i] op inOutBuf[i]}. */
  public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
    Arguments.op(null, op, "reduceLocal").combine("reduceLocal", inBuf, 0, inOutBuf, 0, count, type);
  }

  static Comm none() {
    Comm none = new Comm();
    none.becomeNull();
    return none;
  }

  /** IDENT: the same communicator; CONGRUENT: the same members in the same order; SIMILAR: the same members; else UNEQUAL. */
  public static int compare(Comm comm1, Comm comm2) {
    if (Arguments.comm(comm1, "compare").lco() == Arguments.comm(comm2, "compare").lco()) {
      return Constants.IDENT;
    }
    if (comm1.isInter() != comm2.isInter()) {
      return Constants.UNEQUAL;
    }
    int groups = Group.compare(comm1.getGroup(), comm2.getGroup());
    if (comm1 instanceof Intercomm one && comm2 instanceof Intercomm other) {
      groups = Math.max(groups, Group.compare(one.getRemoteGroup(), other.getRemoteGroup()));
    }
    return groups == Constants.IDENT ? Constants.CONGRUENT : groups;
  }

  /** As {@link #compare}, in mpiJava's spelling (MPI 4.1, section 7.4.1). */
  public static int Compare(Comm comm1, Comm comm2) {
    return compare(comm1, comm2);
  }

  /** The same members in a new message space, with the attributes, the hints and the error handler of this one. Collective. */
  public Comm dup() {
    return duplicate();
  }

  /**
   * As {@link #dup}, with these hints in place of those of this one (MPI 4.1, section 7.4.2).
   *
   * @param hints among them {@code braid_coll} and {@code braid_reproducible}, which choose algorithms and are the same at every member
   * @throws MPIException ERR_OTHER if one of those two cannot be meant, with what is wrong about it; ERR_ARG at the other members, which are told whose it is. There is no copy then
   */
  public Comm dupWithInfo(Info hints) {
    checkInfo(hints);
    Comm copy = dup();
    copy.keep(hints);
    return copy;
  }

  /** Starts a {@link #dup}: the copy may be used once its {@link #getRequest} was waited for. */
  public Comm iDup() {
    return startDuplicate();
  }

  /** As {@link #iDup}, with these hints in place of those of this one (MPI 4.1, section 7.4.2). What is wrong with them is told here, once the others have called, too, and to those when they wait for their copies. */
  public Comm iDupWithInfo(Info hints) {
    try {
      checkHere("iDupWithInfo", hints);
    } catch (MPIException wrong) {
      tellThatThereIsNoCopy();
      throw wrong;
    }
    Comm copy = iDup();
    copy.keep(hints);
    return copy;
  }

  private void tellThatThereIsNoCopy() {
    lco(); // throws why there is none
    try {
      World.completions().finish(startNoCopy());
    } catch (BraidException others) {
      // whoever has made the mistake is told what it is
    }
  }

  /** This member's part in the exchange of those who have started copies. */
  org.braid.mpi.p2p.Request startNoCopy() {
    return Intracommunicators.startNoDup(collective());
  }

  /** Of a communicator that {@link #iDup} made: the request to wait for before its first use. */
  public Request getRequest() {
    checkAlive();
    Request pending = duplication;
    return pending == null ? new Request(null, null) : pending;
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public Comm clone() {
    return dup();
  }

  /**
   * A communicator between the group of {@code localComm} and another one. Collective over both groups, which learn of each other through a leader each, by this communicator; what others than leaders
   * call it on is not looked at.
   *
   * @param localComm this process's group
   * @param localLeader rank of the leader there, the same at all its members
   * @param remoteLeader rank of the other group's leader in this communicator; what others than the leader give is not looked at
   * @param tag the same at both leaders; tells calls apart that are made at the same time
   * @throws MPIException ERR_RANK for a leader that there is not, ERR_COMM if the groups share a process
   */
  public Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
    Comm group = Arguments.intracomm(localComm, "createIntercomm");
    Intercomm made = new Intercomm();
    try {
      boolean leads = group.getRank() == localLeader;
      made.connect(
          Intercommunicators.create(
              group.collective(), () -> leader(group, localLeader, remoteLeader, tag), localLeader, leads ? lco() : group.lco(), remoteLeader, tag));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    made.inheritErrhandler(group);
    return made;
  }

  /** As {@link #createIntercomm}, in mpiJava's spelling (MPI 4.1, section 7.6.2). */
  public Intercomm Create_intercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
    return createIntercomm(localComm, localLeader, remoteLeader, tag);
  }

  private long[] leader(Comm group, int localLeader, int remoteLeader, int tag) {
    String call = Purpose.CREATE_INTERCOMM.text();
    if (localLeader < 0 || localLeader >= group.getSize()) {
      throw group.refused(ErrorClasses.ERR_RANK, call, "the leader is rank " + localLeader + ", which is not in 0.." + (group.getSize() - 1));
    }
    boolean leads = group.getRank() == localLeader;
    if (leads && (remoteLeader < 0 || remoteLeader >= lco().size())) {
      throw refused(ErrorClasses.ERR_RANK, call, "the other group's leader is rank " + remoteLeader + ", which is not in 0.." + (lco().size() - 1));
    }
    if (leads && tag < 0) {
      throw refused(ErrorClasses.ERR_TAG, call, "the tag is " + tag + "; give 0 or more");
    }
    return new long[] {localLeader};
  }

  @Override
  public void disconnect() {
    if (World.here().lasts(this)) {
      throw new MPIException(ErrorClasses.ERR_COMM, "MPI.COMM_WORLD and MPI.COMM_SELF cannot be disconnected: they last from MPI.Init to MPI.Finalize");
    }
    lco(); // throws why there is none
    try {
      barrier();
    } finally {
      free();
    }
  }

  /** A communicator of the same kind and topology that is still to be bound. */
  Intracomm unbound() {
    return new Intracomm();
  }

  final Intracomm duplicate() {
    Intracomm copy = unbound();
    copy.inherit(this);
    copy.inheritHints(this);
    try {
      copy.bind(Intracommunicators.dup(collective()));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    return copy;
  }

  final Intracomm startDuplicate() {
    Intracomm copy = unbound();
    copy.inherit(this);
    copy.inheritHints(this);
    try {
      copy.comesBy(new Request(Intracommunicators.startDup(collective(), copy::bind), null));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    return copy;
  }

  /** This is a copy that was only started. */
  final void comesBy(Request request) {
    duplication = request;
  }

  /** A copy of the hints that were set; empty if none were (MPI 4.1, section 7.4.4). */
  public Info getInfo() {
    checkAlive();
    return info == null ? new Info() : info.dup();
  }

  /**
   * Keeps a copy of the hints, which copies of this communicator have, too; {@code MPI.INFO_NULL} has none (MPI 4.1, section 7.4.4). Those that choose algorithms must be the same at every member, and count if they are set before its first collective.
   *
   * @throws MPIException ERR_OTHER if {@code braid_coll} or {@code braid_reproducible} cannot be meant; the hints are as before then, and the other members are not told
   */
  public void setInfo(Info hints) {
    checkAlive();
    try {
      ChosenCollectives.check(Arguments.given(hints, ErrorClasses.ERR_INFO, "setInfo: the info").orEmpty());
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    keep(hints);
  }

  /** The hints of a copy are those of its original. */
  final void inheritHints(Comm original) {
    Info known = original.info;
    info = known == null ? null : known.dup();
  }

  /** The hint {@code braid_coll}, which must be the same at every member and counts from the first collective on. */
  @Override
  final @Nullable String algorithms() {
    Info known = info;
    return known == null ? null : known.get("braid_coll");
  }

  /** The hint {@code braid_reproducible}, likewise. */
  @Override
  final @Nullable String reproducible() {
    Info known = info;
    return known == null ? null : known.get("braid_reproducible");
  }

  /** Before a copy is made that the hints are for: where one member's cannot be meant, all are told. */
  final void checkInfo(Info hints) {
    try {
      lco(); // throws why there is none
      RightArguments.agree(collective(), Purpose.DUP, () -> ChosenCollectives.check(Arguments.given(hints, ErrorClasses.ERR_INFO, "dupWithInfo: the info").orEmpty()));
    } catch (BraidException e) {
      throw failed(e);
    }
  }

  /** As {@link #checkInfo}, by a call that waits for nobody. */
  static void checkHere(String call, Info hints) {
    try {
      ChosenCollectives.check(Arguments.given(hints, ErrorClasses.ERR_INFO, call + ": the info").orEmpty());
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  final void keep(Info hints) {
    Info given = Arguments.given(hints, ErrorClasses.ERR_INFO, "setInfo: the info");
    Info copy = given.orEmpty();
    info = copy.size() == 0 ? null : copy;
  }
}
