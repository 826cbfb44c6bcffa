package mpi;

import org.braid.mpi.CollectiveRuns;
import org.braid.mpi.Engine;
import org.braid.mpi.Lco;
import org.jspecify.annotations.Nullable;

/** What a communicator is, apart from communication: its local communicator object, members, name, attributes and error handler. */
abstract class CommState implements Freeable {
  private @Nullable Lco lco;
  private @Nullable CollectiveRuns collectives;
  private int rank;
  private int size = 1;
  private int @Nullable [] members;
  private boolean isNull;
  private String name = "";
  private @Nullable Attributes attributes;
  private Errhandler errhandler = new Errhandler(Errhandler.FATAL);

  CommState() {}

  /** Gives the communicator something to communicate with. */
  final void bind(Lco object) {
    lco = object;
    rank = object.rank();
    size = object.size();
    members = null;
    collectives = null;
  }

  /** COMM_WORLD and COMM_SELF after Finalize are what they were before Init. */
  final void unbind() {
    lco = null;
    rank = 0;
    size = 1;
    members = null;
    collectives = null;
  }

  final void becomeNull() {
    lco = null;
    isNull = true;
  }

  /** The object that sends and receives. */
  final Lco lco() {
    final Lco object = lco;
    return object != null ? object : bindLate();
  }

  final Engine engine() {
    return lco().engine();
  }

  /** Runs the collectives of this communicator; made at the first one. */
  final CollectiveRuns collective() {
    CollectiveRuns runs = collectives;
    if (runs == null) {
      runs = World.collectives(lco());
      collectives = runs;
    }
    return runs;
  }

  private Lco bindLate() {
    checkAlive();
    World.useBeforeInit();
    Lco object = lco;
    if (object == null) {
      throw new MPIException(ErrorClasses.ERR_COMM, "the communicator belongs to a run that MPI.Finalize has ended, or to an iDup whose request was not waited for");
    }
    return object;
  }

  final void checkAlive() {
    if (isNull) {
      throw new MPIException(ErrorClasses.ERR_COMM, "the communicator is MPI.COMM_NULL or was freed");
    }
  }

  /** Rank of this process. */
  public int getRank() {
    lco();
    return rank;
  }

  public int Rank() {
    return getRank();
  }

  /** Number of processes. */
  public int getSize() {
    lco();
    return size;
  }

  public int Size() {
    return getSize();
  }

  /** World ranks of the members, by rank: the numbers of their contexts. */
  final int[] members() {
    if (members == null) {
      members = new int[getSize()];
      for (int i = 0; i < members.length; i++) {
        members[i] = (int) lco().nameOf(i).context().number();
      }
    }
    return members;
  }

  /** World rank of this process. */
  final int self() {
    return members()[rank];
  }

  public Group getGroup() {
    return new Group(members(), self());
  }

  public Group Group() {
    return getGroup();
  }

  public boolean isNull() {
    return isNull;
  }

  public boolean Is_null() {
    return isNull;
  }

  /** False: Braid has intracommunicators only. */
  public boolean isInter() {
    checkAlive();
    return false;
  }

  public boolean Test_inter() {
    return isInter();
  }

  public String getName() {
    checkAlive();
    return name;
  }

  public void setName(String newName) {
    checkAlive();
    name = newName;
  }

  public Errhandler getErrhandler() {
    checkAlive();
    return errhandler;
  }

  public Errhandler Errorhandler_get() {
    return getErrhandler();
  }

  public void setErrhandler(Errhandler handler) {
    checkAlive();
    errhandler = handler;
  }

  public void Errhandler_set(Errhandler handler) {
    setErrhandler(handler);
  }

  /** Does what an error of class {@code errorCode} would do: throws, unless the handler is ERRORS_RETURN. */
  public void callErrhandler(int errorCode) {
    if (!getErrhandler().equals(MPI.ERRORS_RETURN)) {
      throw new MPIException(errorCode, "callErrhandler(" + errorCode + ") was called on a communicator with " + errhandler);
    }
  }

  /** The attribute that the program attached with {@code keyval}, or the predefined one; null if there is none. */
  public @Nullable Object getAttr(int keyval) {
    checkAlive();
    Integer predefined = World.attribute(keyval);
    return predefined != null ? predefined : attributes().get(keyval);
  }

  /** The attribute, if it is an Integer. */
  public @Nullable Integer Attr_get(int keyval) {
    return getAttr(keyval) instanceof Integer number ? number : null;
  }

  public void setAttr(int keyval, Object value) {
    checkAlive();
    attributes().set(keyval, value);
  }

  public void deleteAttr(int keyval) {
    checkAlive();
    attributes().delete(keyval);
  }

  public void Attr_delete(int keyval) {
    deleteAttr(keyval);
  }

  private Attributes attributes() {
    if (attributes == null) {
      attributes = new Attributes();
    }
    return attributes;
  }

  public static int createKeyval() {
    return Attributes.createKeyval();
  }

  public static void freeKeyval(int keyval) {
    Attributes.freeKeyval(keyval);
  }

  /** Gives the communicator back; receives that were posted on it may still complete. */
  @Override
  public void free() {
    if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
      throw new MPIException(ErrorClasses.ERR_COMM, "MPI.COMM_WORLD and MPI.COMM_SELF cannot be freed: they last from MPI.Init to MPI.Finalize");
    }
    lco().close();
    becomeNull();
  }

  public void Free() {
    free();
  }

  public void disconnect() {
    free();
  }

  /** Ends the whole job, all ranks, with this exit code. */
  public void abort(int errorcode) {
    World.abort(errorcode);
  }

  public void Abort(int errorcode) {
    abort(errorcode);
  }
}
