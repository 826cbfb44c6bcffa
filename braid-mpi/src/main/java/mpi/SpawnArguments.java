package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.braid.boot.spawn.SpawnRequest;
import org.jspecify.annotations.Nullable;

/** What the root of a spawn gives, checked (MPI 4.1, sections 11.8.2 and 11.8.3). */
final class SpawnArguments {
  private static final String SOFT = "soft";

  private SpawnArguments() {}

  static List<SpawnRequest.Command> one(String command, String @Nullable [] argv, int maxprocs, Info info) {
    return List.of(command("spawn", command, argv, maxprocs, info));
  }

  static List<SpawnRequest.Command> several(String[] commands, String @Nullable [] @Nullable [] argv, int[] maxprocs, Info[] info) {
    String call = "spawnMultiple";
    Arguments.given(commands, ErrorClasses.ERR_ARG, call + ": the array of commands");
    Arguments.given(maxprocs, ErrorClasses.ERR_ARG, call + ": the array of numbers of processes");
    Arguments.given(info, ErrorClasses.ERR_INFO, call + ": the array of infos");
    if (commands.length == 0) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": no command was given; give at least one");
    }
    if (maxprocs.length < commands.length || info.length < commands.length || argv != null && argv.length < commands.length) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": there are " + commands.length + " commands, and fewer numbers of processes, infos or arrays of arguments");
    }
    List<SpawnRequest.Command> all = new ArrayList<>();
    for (int i = 0; i < commands.length; i++) {
      all.add(command(call, commands[i], argv == null ? null : argv[i], maxprocs[i], info[i]));
    }
    return all;
  }

  private static SpawnRequest.Command command(String call, String command, String @Nullable [] argv, int maxprocs, Info info) {
    Arguments.given(command, ErrorClasses.ERR_ARG, call + ": the command");
    Arguments.given(info, ErrorClasses.ERR_INFO, call + ": the info");
    if (command.isEmpty()) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + ": the command is empty; give a class, a .java file or a jar");
    }
    if (maxprocs < 1) {
      throw new MPIException(ErrorClasses.ERR_ARG, call + " of nothing: " + maxprocs + " processes of " + command + "; give 1 or more");
    }
    List<String> arguments = new ArrayList<>();
    for (String argument : argv == null ? new String[0] : argv) {
      arguments.add(Arguments.given(argument, ErrorClasses.ERR_ARG, call + ": an argument"));
    }
    Map<String, String> hints = info.isNull() ? Map.of() : info.asMap();
    String soft = hints.get(SOFT);
    if (soft != null) {
      checkSoft(call, soft);
    }
    return new SpawnRequest.Command(command, arguments, maxprocs, hints);
  }

  /** Numbers, or ranges as {@code 2:10} and {@code 2:10:4}, separated by commas (MPI 4.1, section 11.8.4). */
  private static void checkSoft(String call, String ranges) {
    for (String range : ranges.split(",", -1)) {
      if (!range.matches("-?\\d{1,9}(:-?\\d{1,9}){0,2}")) {
        throw new MPIException(ErrorClasses.ERR_INFO_VALUE, call + ": the hint soft is '" + ranges + "'; give numbers and ranges such as 1,2:10:4");
      }
    }
  }
}
