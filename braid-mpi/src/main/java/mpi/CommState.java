package mpi;

import org.jspecify.annotations.Nullable;

/** What a communicator is, apart from communication: its group, name, attributes and error handler, and its end. */
abstract class CommState extends CommBinding implements Freeable {
  private String name = "";
  private @Nullable Attributes attributes;
  private Errhandler errhandler = new Errhandler(Errhandler.FATAL);

  CommState() {}

  public int Rank() {
    return getRank();
  }

  public int Size() {
    return getSize();
  }

  public Group getGroup() {
    return new Group(members(), self());
  }

  public Group Group() {
    return getGroup();
  }

  public boolean Is_null() {
    return isNull();
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
    name = Arguments.given(newName, ErrorClasses.ERR_ARG, "setName: the name");
    lco().entitle(newName);
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
    errhandler = Arguments.given(handler, ErrorClasses.ERR_ARG, "setErrhandler: the handler");
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
    Integer predefined = PredefinedAttributes.get(keyval);
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
