package mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** MPI_GET_PROCESSOR_NAME: what the kernel calls this host. */
final class ProcessorName {
  private ProcessorName() {}

  /** The host's name, of the kernel or else of the environment; "localhost" if neither knows. */
  static String get() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
    } catch (IOException e) {
      String name = System.getenv("HOSTNAME");
      return name == null ? "localhost" : name;
    }
  }
}
