package mpi;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.boot.Job;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.names.Names;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.ticket.Secret;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.comm.Intercommunicator;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.meeting.Meetings;
import org.braid.mpi.meeting.Origin;
import org.braid.mpi.meeting.PortName;
import org.braid.mpi.meeting.SocketMeeting;
import org.braid.mpi.meeting.Talk;
import org.braid.mpi.meeting.names.ServiceNames;
import org.jspecify.annotations.Nullable;

/** Processes that are started by a program, and groups of two jobs that meet (MPI 4.1, chapter 11). Not loaded before a program asks for one of these, or was spawned itself. */
final class DynamicProcesses {
  /** The launcher says it right behind the ticket. */
  private static final long PARENT_NS = 10_000_000_000L;

  /** The hint that says who reaches a port. */
  private static final String REACH = "braid_reach";

  private static final String HOST = "host";
  private static final String NETWORK = "network";

  private DynamicProcesses() {}

  // ---- spawn

  static Intercomm spawn(Intracomm comm, Supplier<List<SpawnRequest.Command>> asked, int root, int @Nullable [] errcodes) {
    Supplier<long[]> given = () -> {
      checkRoot(comm, "spawn", root);
      if (comm.getRank() == root) {
        checkCodes(asked.get(), errcodes);
      }
      return new long[] {root};
    };
    if (errcodes != null) {
      Arrays.fill(errcodes, ErrorClasses.ERR_SPAWN);
    }
    Intercomm made = meet(comm, Purpose.SPAWN, given, root, () -> WayToSpawned.begin(asked.get(), meetings().ports(), comm.getSize()));
    if (errcodes != null) {
      Arrays.fill(errcodes, 0, Math.min(errcodes.length, made.getRemoteSize()), ErrorClasses.SUCCESS);
    }
    return made;
  }

  private static void checkCodes(List<SpawnRequest.Command> commands, int @Nullable [] errcodes) {
    long processes = new SpawnRequest(0, "", commands).processes();
    if (errcodes != null && errcodes.length < processes) {
      throw new MPIException(ErrorClasses.ERR_ARG, "spawn: the array of error codes has " + errcodes.length + " elements, and " + processes + " processes are asked for");
    }
  }

  // ---- of a process that was spawned

  /** The first time that it calls Init: with all of COMM_WORLD. */
  static Intercomm metParent() {
    return meet(World.here().all, Purpose.MEET_PARENT, null, 0, new WayToParent());
  }

  /** A class instead of lambdas, which would be made in each spawned process. */
  private static final class WayToParent implements Meetings.Opening, Meetings.Way {
    private @Nullable String told;

    @Override
    public Meetings.Way begin() {
      return this;
    }

    @Override
    public int knownSize() {
      PipeAddress pipes = PipeAddress.of(told());
      return pipes == null ? 0 : pipes.size();
    }

    @Override
    public Talk reach() {
      PipeAddress pipes = PipeAddress.of(told());
      try {
        return pipes == null ? meetings().ports().connect(PortName.parse(told())) : pipes.call();
      } catch (IOException gone) {
        throw new MpiFailure(ErrorClass.SPAWN, "a spawned process cannot meet its parent", String.valueOf(gone.getMessage()), "Let the process that spawns run until spawn has returned", gone);
      }
    }

    /** Where that is, by the launcher, who tells every member the same. */
    private String told() {
      String known = told;
      Job job = World.job();
      if (known == null && job != null) {
        known = job.spawning().awaitParent(PARENT_NS);
        told = known;
      }
      if (known == null) {
        throw new MpiFailure(ErrorClass.SPAWN, "a spawned process cannot meet its parent", "its launcher does not say where that is", "Start the program again");
      }
      return known;
    }
  }

  static Intercomm parent() {
    Intercomm known = World.here().parent();
    if (known == null) {
      throw new MPIException(ErrorClasses.ERR_OTHER, "getParent was called before MPI.Init");
    }
    return known;
  }

  // ---- ports

  static Intercomm accept(Intracomm comm, String port, Info info, int root) {
    return meet(comm, Purpose.ACCEPT, () -> portAtRoot(comm, "accept", port, info, root), root, () -> () -> meetings().ports().accept(name(port, "accept")));
  }

  static Intercomm connect(Intracomm comm, String port, Info info, int root) {
    return meet(comm, Purpose.CONNECT, () -> portAtRoot(comm, "connect", port, info, root), root, () -> () -> meetings().ports().connect(name(port, "connect")));
  }

  private static long[] portAtRoot(Intracomm comm, String call, String port, Info info, int root) {
    checkRoot(comm, call, root);
    Arguments.given(info, ErrorClasses.ERR_INFO, call + ": the info");
    if (comm.getRank() == root) {
      PortName ignored = name(port, call);
    }
    return new long[] {root};
  }

  private static PortName name(String port, String call) {
    try {
      return PortName.parse(Arguments.given(port, ErrorClasses.ERR_PORT, call + ": the port"));
    } catch (MpiFailure e) {
      throw Errors.of(e);
    }
  }

  static Intercomm join(Socket socket) {
    Job job = World.job();
    return meet(World.here().self, Purpose.JOIN, () -> new long[0], 0, () -> () -> SocketMeeting.over(socket, origin(job), job != null && job.allowClear()));
  }

  static String openPort(Info info) {
    Arguments.given(info, ErrorClasses.ERR_INFO, "openPort: the info");
    boolean isFar = isForOthers(info);
    return called(() -> (isFar ? meetings().ports().openFar() : meetings().ports().open()).text());
  }

  /** Whether other hosts are to reach a port: those of the job, those of the job that it was spawned for, or those that the program wants. */
  private static boolean isForOthers(Info info) {
    String reach = info.isNull() ? null : info.get(REACH);
    if (reach != null && !reach.equals(NETWORK) && !reach.equals(HOST)) {
      throw new MPIException(ErrorClasses.ERR_INFO_VALUE, "openPort: the hint " + REACH + " is '" + reach + "'; give " + HOST + " or " + NETWORK);
    }
    Job job = World.job();
    return reach == null ? job != null && (!job.placement().isOnOneHost() || job.names().areShared()) : reach.equals(NETWORK);
  }

  static void closePort(String port) {
    PortName name = name(port, "closePort");
    called(() -> {
      meetings().ports().close(name);
      return name;
    });
  }

  // ---- names

  static void publish(String service, Info info, String port) {
    Arguments.given(info, ErrorClasses.ERR_INFO, "publishName: the info");
    String named = service(service, "publishName", ErrorClasses.ERR_SERVICE);
    PortName name = name(port, "publishName");
    called(() -> {
      names().publish(named, name.text());
      return name;
    });
  }

  static void unpublish(String service, Info info, String port) {
    Arguments.given(info, ErrorClasses.ERR_INFO, "unpublishName: the info");
    String named = service(service, "unpublishName", ErrorClasses.ERR_SERVICE);
    PortName name = name(port, "unpublishName");
    called(() -> {
      names().unpublish(named, name.text());
      return name;
    });
  }

  static String lookup(String service, Info info) {
    Arguments.given(info, ErrorClasses.ERR_INFO, "lookupName: the info");
    String named = service(service, "lookupName", ErrorClasses.ERR_NAME);
    return called(() -> names().lookup(named));
  }

  private static ServiceNames names() {
    Job job = World.job();
    return new ServiceNames(job == null ? new Names(null) : job.names(), meetings().names());
  }

  private static String service(String service, String call, int errorClass) {
    String given = Arguments.given(service, errorClass, call + ": the service");
    if (given.isEmpty()) {
      throw new MPIException(errorClass, call + ": the service's name is empty");
    }
    return given;
  }

  // ---- what all of them do

  private static Intercomm meet(Comm comm, Purpose purpose, @Nullable Supplier<long[]> given, int root, Meetings.Opening opening) {
    Job job = World.job();
    if (job != null) {
      job.spawning().tellLosses(failed -> meetings().jobFailed(failed.high(), failed.low(), failed.how()));
    }
    Intercommunicator parts = called(() -> meetings().meet(comm.collective(), given, root, purpose, origin(job), opening));
    Intercomm made = new Intercomm().connect(parts);
    made.connectsJobs();
    made.inheritErrhandler(comm);
    return made;
  }

  private static Origin origin(@Nullable Job job) {
    HostIdentity here = HostIdentity.own();
    return job == null ? new Origin(0, here, true, () -> new long[2], () -> new byte[Secret.BYTES]) : new Origin(job.hello().build(), here, job.placement().isOnOneHost(), job::family, job::secret);
  }

  private static <T> T called(Supplier<T> call) {
    try {
      return call.get();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Meetings meetings() {
    return World.process().meetings();
  }

  private static void checkRoot(Intracomm comm, String call, int root) {
    if (root < 0 || root >= comm.getSize()) {
      throw comm.refused(ErrorClasses.ERR_ROOT, call, "the root is " + root + ", which is not in 0.." + (comm.getSize() - 1));
    }
  }
}
