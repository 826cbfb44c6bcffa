package mpi;

import java.io.InputStream;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A message of objects that has come, or its head.
 *
 * @param bytes an array of which the first {@code length} count
 * @param process an object of this process, if the message may be the head of one that goes on; else null
 * @param stream in place of the bytes, an object stream that comes while it is read, of a length that nobody knows; else null
 */
record Received(byte[] bytes, int length, @Nullable Lco process, @Nullable InputStream stream) {
  private static final byte[] NONE = {};

  Received(byte[] bytes, int length, @Nullable Lco process) {
    this(bytes, length, process, null);
  }

  static Received of(InputStream stream) {
    return new Received(NONE, 0, null, stream);
  }
}
