package mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.boot.Job;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** Who is near whom, as {@code braid run --report topology} has rank 0 say, and {@code topology=FILE.svg} draw. */
final class TopologyReport {
  private static final String NAME = "topology";

  private TopologyReport() {}

  /** @param found null where nobody is nearer than others */
  static void ifWanted(Job job, @Nullable Topology found) {
    if (job.reports(NAME)) {
      Topology shown = found == null ? Topology.flat(job.size()) : found.everything();
      System.err.print("braid: topology of " + shown + Places.measured(job));
      draw(shown, job.reportFile(NAME));
    }
  }

  /** A job goes on without its picture. */
  private static void draw(Topology topology, String file) {
    if (!file.isEmpty()) {
      try {
        Files.writeString(Path.of(file), topology.svg());
      } catch (IOException e) {
        System.err.println("braid: --report topology: " + file + " cannot be written: " + e);
      }
    }
  }
}
