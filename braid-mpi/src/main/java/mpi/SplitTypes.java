package mpi;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.os.CoreResources;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.JobTopology;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** Splits a communicator by what its members share: a level of the network, memory, what cores have in common, or a process set (MPI 4.1, section 7.4.2). */
final class SplitTypes {
  private static final String CALL = "splitType";

  /** What a member says that has given wrong arguments; no type is that. */
  private static final int WRONG = Integer.MIN_VALUE;

  private final Intracomm comm;
  private final int type;
  private final int key;
  private final @Nullable MPIException mistake;
  private final int host;

  /** Members of several jobs tell each other where they are first: also those that join no part, who do not know what the others ask for. */
  private SplitTypes(Intracomm comm, int type, int key, @Nullable MPIException mistake) {
    this.comm = comm;
    this.type = type;
    this.key = key;
    this.mistake = mistake;
    this.host = hostNumber(comm);
  }

  static Intracomm split(Intracomm comm, int splitType, int key, Info info) {
    MPIException mistake = mistakeIn(comm, splitType, info);
    return new SplitTypes(comm, mistake == null ? splitType : WRONG, key, mistake).split(info);
  }

  /** What is wrong with what the members have given; null if nothing is. */
  private static @Nullable String whyNot(long[] types) {
    int first = -1; // that has given a type
    for (int rank = 0; rank < types.length; rank++) {
      if (types[rank] == WRONG) {
        return "rank " + rank + " has given wrong arguments, of which it is told";
      }
      if (first >= 0 && types[rank] != Constants.UNDEFINED && types[rank] != types[first]) {
        return "rank " + first + " has given the type " + types[first] + " and rank " + rank + " the type " + types[rank] + "; give the same at every rank, or MPI.UNDEFINED";
      }
      first = first < 0 && types[rank] != Constants.UNDEFINED ? rank : first;
    }
    return null;
  }

  private static @Nullable MPIException mistakeIn(Intracomm comm, int splitType, @Nullable Info info) {
    boolean isGuided = splitType == Comm.TYPE_HW_GUIDED || splitType == Comm.TYPE_RESOURCE_GUIDED;
    try {
      if (isGuided) {
        Info ignored = Arguments.given(info, ErrorClasses.ERR_INFO, CALL + ": the hints").orEmpty();
      }
    } catch (MPIException mistake) {
      return mistake;
    }
    boolean isKnown = isGuided || splitType == Comm.TYPE_SHARED || splitType == Comm.TYPE_HW_UNGUIDED || splitType == Constants.UNDEFINED;
    return isKnown ? null : comm.refused(ErrorClasses.ERR_ARG, CALL, "the type is " + splitType + "; give Comm.TYPE_SHARED, Comm.TYPE_HW_GUIDED, Comm.TYPE_RESOURCE_GUIDED, Comm.TYPE_HW_UNGUIDED or MPI.UNDEFINED");
  }

  private static int hostNumber(Intracomm comm) {
    if (!Places.areOfSeveralJobs(comm.lco())) {
      return Places.hostNumber();
    }
    try {
      return JobTopology.firstHere(comm.collective(), Purpose.SPLIT);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private Intracomm split(Info info) {
    return switch (type) {
      case Comm.TYPE_SHARED -> byMemory();
      case Comm.TYPE_HW_GUIDED -> byResource(named(info, "mpi_hw_resource_type"));
      case Comm.TYPE_HW_UNGUIDED -> byColour(Places.firstOfPart(comm.lco()));
      case Comm.TYPE_RESOURCE_GUIDED -> byResourceOrSet(info);
      default -> byColour(-1); // UNDEFINED, or a mistake
    };
  }

  /**
   * The call's first split, by which all hear what type each member has given.
   *
   * @param colour negative for no part
   */
  private Intracomm byColour(int colour) {
    return comm.splitTelling(colour < 0 ? Constants.UNDEFINED : colour, key, type, this::check);
  }

  private void check(long[] types) {
    if (mistake != null) {
      throw mistake;
    }
    String why = whyNot(types);
    if (why != null) {
      throw comm.refused(ErrorClasses.ERR_ARG, CALL, why);
    }
  }

  /**
   * By hosts, and where the methods in use keep a member from the memory of the first on its host, by the hosts that a file for the topology has named; who does not reach that one either shares memory with nobody. The first members are asked alone: of a
   * thousand on one host each would connect a thousand else.
   */
  private Intracomm byMemory() {
    boolean isOfSeveral = Places.areOfSeveralJobs(comm.lco());
    Lco numbered = isOfSeveral ? comm.lco() : World.worldObject();
    if (sharesMemory(numbered, host)) {
      return byColour(host);
    }
    int named = isOfSeveral ? -1 : Places.firstOfLevel(comm.lco(), "host");
    return byColour(numbered.size() + (named >= 0 && sharesMemory(comm.lco(), named) ? named : comm.getRank()));
  }

  private static boolean sharesMemory(Lco members, int first) {
    try {
      return members.methods().sharesMemoryWith(first);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static String named(Info info, String hint) {
    String value = info.orEmpty().get(hint);
    return value == null ? "" : value;
  }

  private Intracomm byResourceOrSet(Info info) {
    String level = named(info, "mpi_hw_resource_type");
    return level.isEmpty() ? byColour(firstOfSet(SessionCalls.groupOf(named(info, "mpi_pset_name")))) : byResource(level);
  }

  /** The first member that is in the process set of that name which this process is in. */
  private int firstOfSet(@Nullable Group set) {
    if (set == null) {
      return -1;
    }
    int[] members = comm.getGroup().members();
    return (int) Arrays.stream(members).takeWhile(member -> set.rankOf(member) == Constants.UNDEFINED).count();
  }

  private Intracomm byResource(String level) {
    String cores = CoreResources.kind(level);
    if (!cores.isEmpty()) {
      return byCores(cores);
    }
    if (level.equals("mpi_shared_memory")) {
      return byMemory();
    }
    boolean isHere = level.equals("host") && Places.areOfSeveralJobs(comm.lco());
    return byColour(isHere ? host : level.isEmpty() ? -1 : Places.firstOfLevel(comm.lco(), level));
  }

  /** By hosts first, for each numbers its cores for itself. */
  private Intracomm byCores(String kind) {
    Intracomm here = byColour(host);
    try {
      int number = Places.resource(kind);
      return here.split(number < 0 ? Constants.UNDEFINED : number, key);
    } finally {
      here.free();
    }
  }
}
