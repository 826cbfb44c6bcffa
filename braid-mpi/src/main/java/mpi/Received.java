package mpi;

import java.io.InputStream;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * A message of objects that has come, or its head.
 *
 * @param bytes an array of which the first {@code length} count
 * @param process an object of this process, if the message may be the head of one that goes on; else null
 * @param stream in place of the bytes, an object stream; else null
 * @param streamBytes how long that is, or {@link #UNKNOWN} if it comes while it is read
 */
record Received(byte[] bytes, int length, @Nullable Lco process, @Nullable InputStream stream, long streamBytes) {
  private static final byte[] NONE = {};
  private static final long UNKNOWN = -1;

  Received(byte[] bytes, int length, @Nullable Lco process) {
    this(bytes, length, process, null, 0);
  }

  /** One that comes while it is read, of a length that nobody knows. */
  static Received of(InputStream stream) {
    return new Received(NONE, 0, null, stream, UNKNOWN);
  }

  /** What this process has written for itself. */
  static Received of(Chunks written) {
    return new Received(NONE, 0, null, written.input(), written.bytes());
  }

  /** The most elements that an array in the stream may have. */
  long most() {
    return streamBytes == UNKNOWN ? FilteredStream.limit() : streamBytes;
  }
}
