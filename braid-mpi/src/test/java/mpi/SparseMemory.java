package mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** More memory than an array has, of which only what is written takes room. */
final class SparseMemory {
  private SparseMemory() {}

  /** Zeros, until the arena is closed. */
  static MemorySegment of(long bytes, Arena arena) {
    try {
      Path file = Files.createTempFile("braid", ".sparse");
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
