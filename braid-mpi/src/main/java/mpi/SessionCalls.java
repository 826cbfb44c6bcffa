package mpi;

import java.util.ArrayList;
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
    Errhandler handler = Arguments.given(errhandler, ErrorClasses.ERR_ARG, "createFromGroup: the error handler");
    Info hints = Arguments.given(info, ErrorClasses.ERR_INFO, "createFromGroup: the info");
    Comm.checkHere("createFromGroup", hints);
    int[] members = Arguments.group(group, "createFromGroup").members();
    Lco world = World.worldObject();
    if (tag.length() > LONGEST_TAG) {
      throw new MPIException(ErrorClasses.ERR_ARG, "createFromGroup: the tag has " + tag.length() + " characters, and at most " + LONGEST_TAG + " tell calls apart");
    }
    Intracomm made = new Intracomm();
    if (members.length == 0) {
      made.becomeNull();
      return made;
    }
    if (group.rankOf(World.rank()) == Constants.UNDEFINED) {
      throw new MPIException(ErrorClasses.ERR_GROUP, "createFromGroup: this process is no member of the group; only its members call");
    }
    for (int member : members) {
      if (member >= world.size()) {
        throw new MPIException(ErrorClasses.ERR_GROUP, "createFromGroup: the group has a process of another job; give one of processes of this job");
      }
    }
    try {
      made.bind(Intracommunicators.createFromGroup(world, members, tag));
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    made.setErrhandler(handler);
    if (!hints.isNull()) {
      made.keep(hints);
    }
    return made;
  }
}
