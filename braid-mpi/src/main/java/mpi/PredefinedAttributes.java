package mpi;

import org.braid.boot.spawn.Spawning;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that every communicator has from the start. Source: MPI 4.1, section 9.1.2 for TAG_UB, HOST, IO and WTIME_IS_GLOBAL; the
 * others are those of MPI-2.
 */
final class PredefinedAttributes {
  private PredefinedAttributes() {}

  /** The value of a predefined key; null for keys that a program has made. */
  static @Nullable Integer get(int keyval) {
    return switch (keyval) {
      case Constants.TAG_UB -> Integer.MAX_VALUE;
      case Constants.HOST -> Constants.PROC_NULL;
      case Constants.IO -> Constants.ANY_SOURCE;
      case Constants.WTIME_IS_GLOBAL -> 1;
      case Constants.APPNUM -> Integer.getInteger(Spawning.APPLICATION, Integer.getInteger(Spawning.APPNUM, 0));
      case Constants.LASTUSEDCODE -> World.addedErrors().lastUsed();
      case Constants.UNIVERSE_SIZE -> Math.max(World.here().all.getSize(), Integer.getInteger("braid.cores", 1));
      default -> null;
    };
  }
}
