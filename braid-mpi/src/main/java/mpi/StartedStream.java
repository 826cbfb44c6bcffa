package mpi;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.stream.PieceWriter;
import org.braid.mpi.objects.stream.StreamSend;
import org.jspecify.annotations.Nullable;

/** One reader of objects that {@link StartedStreams} write: a thread of its own sends the pieces as it lets them come. So what it has not taken when they are written waits in this process's memory, but nobody waits. */
final class StartedStream extends Aside {
  private static final byte[] END = {};

  private final Completions completions;
  private final StreamSend stream;
  private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
  private org.braid.mpi.p2p.@Nullable Request whole;
  private volatile boolean isOver;
  private @Nullable Runnable ending;

  /** Nothing is sent yet. */
  StartedStream(Completions completions, StreamSend stream) {
    this.completions = completions;
    this.stream = stream;
  }

  // ---- in the call

  /** Starts to send the head, and does not wait; {@link #go} follows, or {@link #drop}. */
  void head(Chunks first) {
    stream.startHead(first);
    org.braid.mpi.p2p.Request standsForIt = completions.begin();
    standsForIt.attach(this);
    whole = standsForIt;
  }

  /** Whether there is a head. */
  boolean hasBegun() {
    return whole != null;
  }

  /** The head is on its way: lets the thread go, which sends what was written and what is to come. */
  void go() {
    Aside.thread(this::send).start();
  }

  /** The head was not sent, and nothing will be. */
  void drop() {
    stream.drop();
    pieces.clear();
    completions.end(Arguments.given(whole, ErrorClasses.ERR_INTERN, "the send"), null);
    request().free();
  }

  void piece(byte[] piece) {
    if (!isOver) {
      pieces.add(piece);
    }
  }

  /** Whether its reader wants no more, or cannot be reached. */
  boolean isOver() {
    return isOver;
  }

  /** All was written. */
  void end(PieceWriter written) {
    endBy(() -> stream.end(written));
  }

  /** The rest cannot be written. */
  void endBroken(String sentence) {
    endBy(() -> stream.endBroken(sentence));
  }

  private void endBy(Runnable last) {
    ending = last;
    pieces.add(END);
  }

  /** Why there is no head; null if there is one, or was none to be sent. */
  @Nullable RuntimeException notBegun() {
    return whole == null ? stream.failure() : null;
  }

  /** The request that stands for it, once there is a head. */
  Request request() {
    return new Request(whole, null);
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
