package mpi;

import java.net.Socket;
import java.util.Objects;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.boot.spawn.Spawning;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intercommunicator;
import org.braid.mpi.comm.Intercommunicators;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A communicator between two groups of processes (MPI 4.1, section 7.6): rank and size are those of this process's group; destinations and sources are ranks of the other one. What a collective
 * brings comes from the other group; of a root the other group gives its rank, the root itself {@code MPI.ROOT}, and the rest of its group {@code MPI.PROC_NULL}.
 */
public class Intercomm extends Comm {
  private @Nullable Intercommunicator parts;
  private boolean isMeeting;

  Intercomm() {}

  final Intercomm connect(Intercommunicator made) {
    bind(made.across(), numbers(made.group()));
    parts = made;
    return this;
  }

  private static int[] numbers(ContextId[] group) {
    int[] numbers = new int[group.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = World.numberOf(group[i]);
    }
    return numbers;
  }

  /** This one lies between two jobs, and leads to processes that {@link #disconnect} parts from. */
  final void connectsJobs() {
    isMeeting = true;
  }

  /** The communicator of the processes that have spawned this one, and of those that were spawned with it; a null communicator in a process that nobody has spawned, or that has freed it (MPI 4.1, section 11.8.2). */
  public static Intercomm getParent() {
    if (System.getProperty(Spawning.APPLICATION) != null) {
      return DynamicProcesses.parent();
    }
    Intercomm none = new Intercomm();
    none.becomeNull();
    return none;
  }

  /**
   * A communicator of this process and the one at the other end of a connected socket, which calls this, too (MPI 4.1, section 11.10.5). The socket is as before, and nothing may be under way in it. On one host both run as one user. On different hosts both are of one family of jobs (one over several hosts, and those that it has spawned), or the socket is an {@link javax.net.ssl.SSLSocket}, or both run with {@code --allow-clear}; and the one reaches a port of the other.
   *
   * @param socket connected, in blocking mode
   * @throws MPIException ERR_PORT if the other end is no Braid of this build, or gives up, or if nothing protects what strangers on different hosts would have to tell each other
   */
  public static Intercomm join(Socket socket) {
    return DynamicProcesses.join(Arguments.given(socket, ErrorClasses.ERR_ARG, "join: the socket"));
  }

  @Override
  public void disconnect() {
    Intercommunicator own = parts();
    boolean allHaveCome = false;
    try {
      barrier();
      allHaveCome = true;
    } finally {
      if (isMeeting) {
        World.process().meetings().part(own, allHaveCome);
      }
      free();
    }
  }

  @Override
  public boolean isInter() {
    checkAlive();
    return true;
  }

  /** Number of processes in the other group (MPI 4.1, section 7.6.1). */
  public int getRemoteSize() {
    return parts().remoteSize();
  }

  /** As {@link #getRemoteSize}, in mpiJava's spelling (MPI 4.1, section 7.6.1). */
  public int Remote_size() {
    return getRemoteSize();
  }

  /** The other group (MPI 4.1, section 7.6.1). */
  public Group getRemoteGroup() {
    return new Group(numbers(parts().remoteGroup()), self());
  }

  /** As {@link #getRemoteGroup}, in mpiJava's spelling (MPI 4.1, section 7.6.1). */
  public Group Remote_group() {
    return getRemoteGroup();
  }

  /**
   * One communicator of both groups. Collective over both (MPI 4.1, section 7.6.2).
   *
   * @param high whether this group comes behind the other; the same at all its members. If both groups say the same, the order is Braid's
   */
  public Intracomm merge(boolean high) {
    Intracomm made = new Intracomm();
    made.inheritErrhandler(this);
    made.bind(made(runs -> Intercommunicators.merge(parts(), runs, high)));
    return made;
  }

  /** As {@link #merge}, in mpiJava's spelling (MPI 4.1, section 7.6.2). */
  public Intracomm Merge(boolean high) {
    return merge(high);
  }

  /** The same groups in message spaces of their own, with the attributes and the error handler of this one. Collective over both (MPI 4.1, section 7.4.2). */
  @Override
  public Intercomm dup() {
    Intercomm copy = new Intercomm();
    copy.inherit(this);
    copy.inheritHints(this);
    return copy.connect(made(runs -> Intercommunicators.dup(parts(), runs)));
  }

  @Override
  public Intercomm dupWithInfo(Info hints) {
    checkInfo(hints);
    Intercomm copy = dup();
    copy.keep(hints);
    return copy;
  }

  /** Starts a {@link #dup}: the copy may be used once its {@link #getRequest} was waited for. */
  @Override
  public Intercomm iDup() {
    Intercomm copy = new Intercomm();
    copy.inherit(this);
    copy.inheritHints(this);
    copy.comesBy(new Request(made(runs -> Intercommunicators.startDup(parts(), runs, copy::connect)), null));
    return copy;
  }

  @Override
  final org.braid.mpi.p2p.Request startNoCopy() {
    return Intercommunicators.startNoDup(collective());
  }

  @Override
  public Intercomm iDupWithInfo(Info hints) {
    return (Intercomm) super.iDupWithInfo(hints);
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public Intercomm clone() {
    return dup();
  }

  @Override
  final void closeAll(Lco object) {
    super.closeAll(object);
    Objects.requireNonNull(parts).all().close();
  }

  /** Among the members of both groups. */
  @Override
  final CollectiveRuns newCollectives() {
    return ChosenCollectives.of(parts().all(), algorithms(), reproducible());
  }

  @Override
  final InterCalls betweenGroups(CollectiveCalls plain) {
    return new InterCalls(plain, this);
  }

  /** Where members disagree, ranks are numbered through both groups. */
  @Override
  final MPIException failed(BraidException failure) {
    MPIException plain = super.failed(failure);
    if (failure.code() != ErrorCode.MPI_COLLECTIVE_DIFFERS) {
      return plain;
    }
    String numbers = " (Here ranks are numbered through both groups: 0 of this one is " + parts().rankOfOwn(0) + ", 0 of the other " + parts().rankOfRemote(0) + ".)";
    return new MPIException(plain.getErrorClass(), plain.getMessage() + numbers, failure);
  }

  final Intercommunicator parts() {
    lco(); // throws why there are none
    return Objects.requireNonNull(parts);
  }

  private <T> T made(Function<CollectiveRuns, T> making) {
    lco(); // throws why there are none
    try {
      return making.apply(collective());
    } catch (BraidException e) {
      throw failed(e);
    }
  }
}
