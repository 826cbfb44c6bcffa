package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a launcher put before the user's arguments: nothing (Open MPI), or rank, configuration and device (MPJ Express), or the rank
 * (prunjava). The launcher says which in the system property {@code braid.args}.
 */
final class ArgumentStyle {
  private static final String MPJ = "mpj";

  private ArgumentStyle() {}

  /** The user's part of {@code args}; a program that gives null has none. */
  static String[] userPart(String @Nullable [] args) {
    return userPartOf(args == null ? new String[0] : args);
  }

  private static String[] userPartOf(String[] args) {
    int extra = extra();
    if (args.length < extra) {
      throw new MPIException(ErrorClasses.ERR_ARG, "MPI.Init: " + args.length + " arguments were given, but this style puts " + extra + " first");
    }
    return Arrays.copyOfRange(args, extra, args.length);
  }

  /** The user's part of a line of arguments: what launchers put first has no space in it. */
  static String userPartOf(String line) {
    int extra = extra();
    String[] words = line.split(" ", extra + 1);
    return words.length > extra ? words[extra] : "";
  }

  /** Whether the program was written for MPJ Express, where a rank may end without MPI.Finalize. */
  static boolean endsWithoutFinalize() {
    return style().equals(MPJ);
  }

  private static String style() {
    return System.getProperty("braid.args", "plain");
  }

  private static int extra() {
    return switch (style()) {
      case MPJ -> 3;
      case "prunjava" -> 1;
      default -> 0;
    };
  }
}
