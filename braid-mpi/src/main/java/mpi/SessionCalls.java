package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** What sessions are made of: process sets, their groups, and communicators of groups (MPI 4.1, section 11.3). */
final class SessionCalls {
  private static final int LONGEST_TAG = 255;

  private SessionCalls() {}

  /** Names of the process sets of which this process is a member. */
  static List<String> psets() {
    List<String> names = new ArrayList<>(List.of("mpi://WORLD", "mpi://SELF"));
    for (String level : List.of("HOST", "CLUSTER", "SITE")) {
      if (Places.sharing(level.toLowerCase(Locale.ROOT)).length > 0) {
        names.add("braid://" + level);
      }
    }
    return names;
  }

  /** The members of a process set; null if this process is in none of that name. */
  static @Nullable Group groupOf(String pset) {
    int[] members =
        switch (pset) {
          case "mpi://WORLD" -> allOf(World.worldObject());
          case "mpi://SELF" -> new int[] {World.rank()};
          case "braid://HOST", "braid://CLUSTER", "braid://SITE" -> Places.sharing(pset.substring("braid://".length()).toLowerCase(Locale.ROOT));
          default -> new int[0];
        };
    return members.length == 0 ? null : new Group(members, World.rank());
  }

  private static int[] allOf(Lco world) {
    int[] ranks = new int[world.size()];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = rank;
    }
    return ranks;
  }

  static Intracomm createFromGroup(Group group, String stringtag, Info info, Errhandler errhandler) {
    String tag = Arguments.given(stringtag, ErrorClasses.ERR_ARG, "createFromGroup: the tag");
    int[] members = Arguments.group(group, "createFromGroup").members();
    if (tag.length() > LONGEST_TAG) {
      throw new MPIException(ErrorClasses.ERR_ARG, "createFromGroup: the tag has " + tag.length() + " characters, and at most " + LONGEST_TAG + " tell calls apart");
    }
    Intracomm made = new Intracomm();
    if (members.length == 0) {
      checkOthers(info, errhandler, members);
      made.becomeNull();
      return made;
    }
    if (group.rankOf(World.rank()) == Constants.UNDEFINED) {
      throw new MPIException(ErrorClasses.ERR_GROUP, "createFromGroup: this process is no member of the group; only its members call");
    }
    Lco world = World.worldObject();
    int[] known = Arrays.stream(members).filter(member -> member < world.size()).toArray();
    try {
      made.bind(Intracommunicators.createFromGroup(world, known, tag, () -> checkOthers(info, errhandler, members)));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    made.setErrhandler(errhandler);
    if (!info.isNull()) {
      made.keep(info);
    }
    return made;
  }

  /** All but that by which members find each other: where it is wrong at one of them, all are told. */
  private static void checkOthers(@Nullable Info info, @Nullable Errhandler errhandler, int[] members) {
    Errhandler ignored = Arguments.given(errhandler, ErrorClasses.ERR_ARG, "createFromGroup: the error handler");
    Comm.checkHere("createFromGroup", Arguments.given(info, ErrorClasses.ERR_INFO, "createFromGroup: the info"));
    for (int member : members) {
      if (member >= World.worldObject().size()) {
        throw new MPIException(ErrorClasses.ERR_GROUP, "createFromGroup: the group has a process of another job; give one of processes of this job");
      }
    }
  }
}
