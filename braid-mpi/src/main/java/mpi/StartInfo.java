package mpi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What MPI.INFO_ENV says: how this process was started (MPI 4.1, section 11.5). Keys that this runtime has nothing to say about are absent, as the standard allows. */
final class StartInfo implements Supplier<Map<String, String>> {
  /** What the JVM calls its command line: the main class or the jar, then its arguments. */
  private static final String COMMAND_LINE = "sun.java.command";

  /** The main class of a rank's process, and of a process of several ranks: the program's own comes behind it. */
  private static final List<String> MAINS = List.of("org.braid.boot.RankMain ", "org.braid.boot.RanksMain ");

  @Override
  public Map<String, String> get() {
    Map<String, String> info = new LinkedHashMap<>();
    int size = World.here().all.getSize();
    String line = commandLine();
    int end = line.indexOf(' ');
    info.put("command", end < 0 ? line : line.substring(0, end));
    info.put("argv", end < 0 ? "" : ArgumentStyle.userPartOf(line.substring(end + 1)));
    info.put("maxprocs", Integer.toString(size));
    info.put("host", ProcessorName.get());
    info.put("arch", System.getProperty("os.arch", ""));
    info.put("wdir", System.getProperty("user.dir", ""));
    info.put("thread_level", levelName(World.threadLevel()));
    return info;
  }

  private static String commandLine() {
    String line = System.getProperty(COMMAND_LINE, "");
    for (String main : MAINS) {
      if (line.startsWith(main)) {
        return line.substring(main.length());
      }
    }
    return line;
  }

  private static String levelName(int level) {
    return switch (level) {
      case Constants.THREAD_SINGLE -> "MPI_THREAD_SINGLE";
      case Constants.THREAD_FUNNELED -> "MPI_THREAD_FUNNELED";
      case Constants.THREAD_SERIALIZED -> "MPI_THREAD_SERIALIZED";
      default -> "MPI_THREAD_MULTIPLE";
    };
  }
}
