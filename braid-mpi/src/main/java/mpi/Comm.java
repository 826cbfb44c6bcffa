package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.comm.Intracommunicators;
import org.jspecify.annotations.Nullable;

/**
 * A communicator: an ordered group of processes with a message space of its own. Braid's communicators are intracommunicators;
 * this class has what both families put on {@code Comm}, and the collective operations besides.
 */
public class Comm extends StartedCollectives implements Cloneable {
  /** For {@code splitType}: processes that share memory. */
  public static final int TYPE_SHARED = 0;

  private @Nullable Info info;

  /** Of a copy that was only started. */
  private @Nullable Request duplication;

  Comm() {}

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
    int groups = Group.compare(comm1.getGroup(), comm2.getGroup());
    return groups == Constants.IDENT ? Constants.CONGRUENT : groups;
  }

  /** As {@link #compare}, in mpiJava's spelling (MPI 4.1, section 7.4.1). */
  public static int Compare(Comm comm1, Comm comm2) {
    return compare(comm1, comm2);
  }

  /** The same members in a new message space, with the attributes and the error handler of this one. Collective. */
  public Comm dup() {
    return duplicate();
  }

  /** As {@link #dup}; the hints are kept and otherwise ignored. */
  public Comm dupWithInfo(Info hints) {
    Comm copy = dup();
    copy.setInfo(hints);
    return copy;
  }

  /** Starts a {@link #dup}: the copy may be used once its {@link #getRequest} was waited for. */
  public Comm iDup() {
    return startDuplicate();
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

  /** A communicator of the same kind and topology that is still to be bound. */
  Intracomm unbound() {
    return new Intracomm();
  }

  final Intracomm duplicate() {
    Intracomm copy = unbound();
    copy.inherit(this);
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
    try {
      ((Comm) copy).duplication = new Request(Intracommunicators.startDup(collective(), copy::bind), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    return copy;
  }

  /** A copy of the hints that were set; empty if none were (MPI 4.1, section 7.4.4). */
  public Info getInfo() {
    checkAlive();
    return info == null ? new Info() : info.dup();
  }

  /** Keeps a copy of the hints and otherwise ignores them; {@code MPI.INFO_NULL} has none (MPI 4.1, section 7.4.4). */
  public void setInfo(Info hints) {
    checkAlive();
    Info given = Arguments.given(hints, ErrorClasses.ERR_INFO, "setInfo: the info");
    info = given.isNull() ? null : given.dup();
  }
}
