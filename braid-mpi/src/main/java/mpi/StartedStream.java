package mpi;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceSink;
import org.braid.mpi.objects.stream.PieceWriter;
import org.braid.mpi.objects.stream.StreamSend;
import org.jspecify.annotations.Nullable;

/**
 * Objects longer than a piece whose send was only started: the call writes them, for an object stream cannot change threads, and starts the head; a thread of its own sends the pieces as the reader lets them come. So what the reader has not taken when the call returns waits in this process's memory, but nobody waits.
 */
final class StartedStream extends Aside implements PieceSink {
  private static final byte[] END = {};

  private final Completions completions;
  private final StreamSend stream;
  private final int pieceBytes;
  private final PieceWriter written;
  private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
  private org.braid.mpi.p2p.@Nullable Request whole;
  private volatile boolean isOver;
  private @Nullable Runnable ending;

  StartedStream(Lco lco, Datatype type, int dest, int tag, PieceLimits limits) {
    this.completions = lco.completions();
    this.stream = new StreamSend(lco, type.code, dest, tag, limits);
    this.pieceBytes = limits.pieceBytes();
    this.written = new PieceWriter(this, limits);
  }

  // ---- in the call

  /**
   * Writes the objects; what was written is on its way when it returns, if it is longer than a piece.
   *
   * @return all of it, and nothing was sent, if it is no longer than that; else null
   */
  @Nullable Chunks write(Consumer<OutputStream> writing) {
    try {
      writing.accept(written);
    } catch (RuntimeException | Error thrown) {
      if (!isOver) { // else that nobody wants more, or what has failed, is what the request is told
        throw broken(thrown);
      }
    }
    if (written.whole() == null) {
      endBy(() -> stream.end(written));
    }
    return written.whole();
  }

  /** The request that stands for it, once it was written. */
  Request request() {
    return new Request(whole, null);
  }

  private RuntimeException broken(Throwable thrown) {
    RuntimeException notStarted = whole == null ? stream.failure() : null;
    if (notStarted != null) {
      throw ObjectStreams.told(notStarted);
    }
    if (whole != null) {
      endBy(() -> stream.endBroken(String.valueOf(thrown.getMessage())));
      request().free();
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  private void endBy(Runnable last) {
    ending = last;
    pieces.add(END);
  }

  @Override
  public void head(Chunks first) {
    stream.startHead(first);
    org.braid.mpi.p2p.Request standsForIt = completions.begin();
    standsForIt.attach(this);
    whole = standsForIt;
    Aside.thread(this::send).start();
  }

  @Override
  public byte[] room() throws IOException {
    throwIfOver();
    return new byte[pieceBytes];
  }

  @Override
  public void piece(byte[] piece) throws IOException {
    throwIfOver();
    pieces.add(piece);
  }

  private void throwIfOver() throws IOException {
    if (isOver) {
      throw new IOException("nobody wants more of this message");
    }
  }

  // ---- in the thread of its own

  private void send() {
    try {
      stream.awaitHead();
      sendPieces();
    } catch (BraidException broken) {
      failed(Errors.of(broken));
    } catch (InterruptedException | RuntimeException | Error unexpected) {
      failed(new MPIException(ErrorClasses.ERR_INTERN, "the thread that sends objects has failed: " + unexpected, unexpected));
    }
    isOver = true;
    pieces.clear();
    completions.end(Arguments.given(whole, ErrorClasses.ERR_INTERN, "the send"), null);
  }

  private void sendPieces() throws InterruptedException {
    try {
      for (byte[] piece = pieces.take(); piece != END; piece = pieces.take()) {
        stream.piece(piece);
      }
      if (!stream.isUnwanted()) {
        Arguments.given(ending, ErrorClasses.ERR_INTERN, "the end").run();
      }
    } catch (IOException unwanted) {
      pieces.clear();
    }
    if (stream.isUnwanted()) {
      stream.endEarly();
    }
  }
}
