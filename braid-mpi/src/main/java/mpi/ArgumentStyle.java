package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a launcher put before the user's arguments: nothing (Open MPI), or rank, configuration and device (MPJ Express), or the rank
 * (prunjava). The launcher says which in the system property {@code braid.args}.
 */
final class ArgumentStyle {
  private ArgumentStyle() {}

  /** The user's part of {@code args}; a program that gives null has none. */
  static String[] userPart(String @Nullable [] args) {
    return userPartOf(args == null ? new String[0] : args);
  }

  private static String[] userPartOf(String[] args) {
    int extra = extra(System.getProperty("braid.args", "plain"));
    if (args.length < extra) {
      throw new MPIException(ErrorClasses.ERR_ARG, "MPI.Init: " + args.length + " arguments were given, but this style puts " + extra + " first");
    }
    return Arrays.copyOfRange(args, extra, args.length);
  }

  private static int extra(String style) {
    return switch (style) {
      case "mpj" -> 3;
      case "prunjava" -> 1;
      default -> 0;
    };
  }
}
