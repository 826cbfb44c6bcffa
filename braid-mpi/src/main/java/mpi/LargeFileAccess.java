package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.PreparedAccess;

/** One access with a count of type long. A mistake in a collective one is told to all ranks, so nothing is checked before it is made. */
record LargeFileAccess(File file, Kind kind, MemorySegment buf, long count, Datatype type) implements PreparedAccess<Status, Request> {
  @Override
  public Status run() {
    return kind.operation() == null ? file.accesses.access(kind, buf, count, type) : file.accesses.together(kind, buf, count, type);
  }

  @Override
  public Request start() {
    return kind.operation() == null ? file.accesses.start(kind, buf, count, type) : file.accesses.startTogether(kind, buf, count, type);
  }

  @Override
  public void begin() {
    file.begin(kind, buf, count, type);
  }
}
