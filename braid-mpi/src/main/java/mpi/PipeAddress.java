package mpi;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.braid.boot.server.ProcessPipes;
import org.braid.mpi.meeting.Talk;
import org.jspecify.annotations.Nullable;

/**
 * How processes that are spawned find the one that has asked for them on their host.
 *
 * <pre>
 *   4@pipes:/proc/4711/fd/9:/proc/4711/fd/12     from a group of four
 * </pre>
 *
 * @param size of the group that asks; 0 if they are to hear it from its root
 * @param pipes as {@link ProcessPipes} finds them
 */
record PipeAddress(int size, String pipes) {
  private static final String MARK = "@" + ProcessPipes.SCHEME;

  /** Null if it is none, but a port's. */
  static @Nullable PipeAddress of(String text) {
    int at = text.indexOf(MARK);
    if (at <= 0) {
      return null;
    }
    try {
      int size = Integer.parseInt(text, 0, at, 10);
      return size < 0 ? null : new PipeAddress(size, text.substring(at + 1));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  String text() {
    return size + "@" + pipes;
  }

  /** Calls it. */
  Talk call() throws IOException {
    return talk(ProcessPipes.to(pipes));
  }

  /** Nobody else hears what is said there. */
  static Talk talk(ProcessPipes pipes) {
    return new Talk(new DataInputStream(pipes.in()), new DataOutputStream(pipes.out()), pipes, true);
  }
}
