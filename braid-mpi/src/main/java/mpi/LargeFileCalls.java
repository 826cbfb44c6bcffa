package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.PreparedAccess;

/** What package {@code org.braid.mpix} uses for accesses of files whose counts an int is too short for (MPI 4.1, section 2.5.8): the same accesses as those with ints, of elements in memory segments. */
abstract class LargeFileCalls {
  LargeFileCalls() {}

  /** The access of this kind, which its name is that errors tell. */
  protected static PreparedAccess<Status, Request> accessLarge(File file, Kind kind, MemorySegment buf, long count, Datatype type) {
    return new LargeFileAccess(Arguments.given(file, ErrorClasses.ERR_FILE, kind.call() + ": the file"), kind, buf, count, type);
  }
}
