package mpi;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceSink;
import org.braid.mpi.objects.stream.PieceWriter;
import org.jspecify.annotations.Nullable;

/** Objects longer than a piece that are written once, in a call that waits for nobody, for one reader or several: an object stream cannot change threads, so the call writes them, and those that send are others ({@link StartedStream}). */
final class StartedStreams implements PieceSink {
  private final List<StartedStream> readers;
  private final boolean goAtOnce;
  private final int pieceBytes;
  private final PieceWriter written;

  /** @param goAtOnce whether heads are on their way when they were started; else the caller says when */
  StartedStreams(List<StartedStream> readers, boolean goAtOnce, PieceLimits limits) {
    this.readers = readers;
    this.goAtOnce = goAtOnce;
    this.pieceBytes = limits.pieceBytes();
    this.written = new PieceWriter(this, limits);
  }

  /**
   * Writes the objects; what was written is with its readers' threads when it returns, if it is longer than a piece.
   *
   * @return all of it, and there is no head, if it is no longer than that; else null
   */
  @Nullable Chunks write(Consumer<OutputStream> writing) {
    try {
      writing.accept(written);
    } catch (RuntimeException | Error thrown) {
      if (!areOver()) { // else that nobody wants more, or what has failed, is what requests are told
        throw broken(thrown);
      }
    }
    if (written.whole() == null) {
      readers.forEach(each -> each.end(written));
    }
    return written.whole();
  }

  private boolean areOver() {
    return readers.stream().allMatch(StartedStream::isOver);
  }

  private RuntimeException broken(Throwable thrown) {
    String sentence = String.valueOf(thrown.getMessage());
    RuntimeException notBegun = null;
    for (StartedStream each : readers) {
      notBegun = notBegun == null ? each.notBegun() : notBegun;
      if (each.hasBegun()) {
        each.endBroken(sentence);
      }
    }
    if (notBegun != null) {
      throw ObjectStreams.told(notBegun);
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  @Override
  public void head(Chunks first) {
    for (StartedStream each : readers) {
      each.head(first);
      if (goAtOnce) {
        each.go();
      }
    }
  }

  @Override
  public byte[] room() throws IOException {
    throwIfOver();
    return new byte[pieceBytes];
  }

  @Override
  public void piece(byte[] piece) throws IOException {
    throwIfOver();
    readers.forEach(each -> each.piece(piece));
  }

  private void throwIfOver() throws IOException {
    if (areOver()) {
      throw new IOException("nobody wants more of this message");
    }
  }
}
