package mpi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Another program that has locked bytes of a file, for as long as it is wanted. */
final class LockHolder implements AutoCloseable {
  private final Process process;

  private LockHolder(Process process) {
    this.process = process;
  }

  /** Returns when that process has its lock. */
  static LockHolder of(Path file, long start, long bytes) {
    try {
      String classes = Path.of(LockHolder.class.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
      Process process =
          new ProcessBuilder(
                  List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classes, LockHolder.class.getName(), file.toString(), String.valueOf(start), String.valueOf(bytes)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (process.getInputStream().read() != '!') {
        throw new AssertionError("the process that locks has failed");
      }
      return new LockHolder(process);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Locks, says so, and waits for the end of its input. */
  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
        FileLock lock = channel.lock(Long.parseLong(arguments[1]), Long.parseLong(arguments[2]), false)) {
      System.out.print(lock.isValid() ? '!' : '?');
      System.out.flush();
      System.in.read();
    }
  }

  /** Returns when the lock is released. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
