package mpi;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.ArrivingArrays;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.objects.NumberArrays;
import org.braid.mpi.objects.stream.ArraysReceive;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceWriter;
import org.braid.mpi.objects.stream.StreamHead;
import org.braid.mpi.objects.stream.StreamReceive;
import org.braid.mpi.objects.stream.StreamSend;
import org.jspecify.annotations.Nullable;

/** Objects that are longer than a piece are sent while they are written, and read while they come (docs/decisions/streamed-objects.md). */
final class ObjectStreams {
  /** How long the head of a stream is. */
  static final int HEAD_BYTES = StreamHead.BYTES + PieceLimits.STANDARD.pieceBytes();

  private static final PieceLimits LIMITS = PieceLimits.STANDARD;

  private ObjectStreams() {}

  /**
   * Whether messages of this type may be streams. Not where the program has promised one thread: a receive that such a program has started reads the rest when it is waited for, so two of them that send to each other before they wait would wait for ever.
   */
  static boolean mayTake(@Nullable Datatype type) {
    return type != null && type.isObject() && World.threadLevel() == Constants.THREAD_MULTIPLE;
  }

  /**
   * Sends what {@code writing} writes, by calls that wait.
   *
   * @return all of it, and nothing was sent, if it is no longer than a piece; else null
   */
  static @Nullable Chunks send(Consumer<OutputStream> writing, Lco lco, Datatype type, int dest, int tag) {
    return send(writing, new StreamSend(lco, type.code, dest, tag, LIMITS));
  }

  /** As above, to another member within a collective; {@code headWay} carries the head there. */
  static @Nullable Chunks sendToMember(Consumer<OutputStream> writing, Lco members, int member, StreamSend.HeadWay headWay) {
    return send(writing, new StreamSend(members, member, headWay, LIMITS));
  }

  /**
   * Sends arrays of numbers, by calls that wait: their shapes as a head, and the numbers from where they lie to where they belong (docs/decisions/number-arrays.md).
   *
   * @return false, and nothing was sent, if they are not worth it
   */
  static boolean send(NumberArrays arrays, Lco lco, Datatype type, int dest, int tag) {
    Pieces numbers = arrays.numbers();
    Chunks shapes = StreamHead.withShapes(arrays);
    if (numbers.bytes() <= LIMITS.pieceBytes() || shapes.bytes() > LIMITS.pieceBytes()) {
      return false;
    }
    StreamSend stream = new StreamSend(lco, type.code, dest, tag, LIMITS);
    try {
      stream.head(shapes);
    } catch (IOException | RuntimeException over) {
      if (!isOver(stream)) {
        throw new MPIException(ErrorClasses.ERR_INTERN, "arrays could not be sent: " + over, over);
      }
      return true;
    }
    end(() -> stream.end(numbers));
    return true;
  }

  private static @Nullable Chunks send(Consumer<OutputStream> writing, StreamSend stream) {
    PieceWriter written = new PieceWriter(stream, LIMITS);
    try {
      writing.accept(written);
    } catch (RuntimeException | Error thrown) {
      if (!isOver(stream)) {
        throw broken(stream, written, thrown);
      }
    }
    if (written.whole() == null && !isOver(stream)) {
      end(() -> stream.end(written));
    }
    return written.whole();
  }

  /**
   * Starts to send them; the request is done when the reader has taken all but the last piece. They are written when it returns, but for arrays of numbers, which go from where they lie.
   *
   * @param copied whether the program may change these, too, when it returns
   */
  static Request start(Object[] array, int offset, int count, Datatype type, Lco lco, int dest, int tag, boolean synchronous, boolean copied) {
    Outgoing arrays = Objects.arrays(array, offset, count, type);
    if (arrays != null) {
      return copied ? NonBlocking.startCopied(arrays, lco, type, dest, tag, synchronous) : NonBlocking.start(arrays, lco, type, dest, tag, synchronous);
    }
    StartedStream stream = new StartedStream(lco.completions(), new StreamSend(lco, type.code, dest, tag, LIMITS));
    Chunks whole = written(stream, out -> Objects.write(array, offset, count, type, out));
    return whole == null ? stream.request() : NonBlocking.start(new Outgoing(whole.message(), 0, whole.bytes()), lco, type, dest, tag, synchronous);
  }

  /** As {@link StartedStreams#write}; nobody asks what becomes of one that ends broken. */
  private static @Nullable Chunks written(StartedStream reader, Consumer<OutputStream> writing) {
    try {
      return new StartedStreams(List.of(reader), true, LIMITS).write(writing);
    } catch (RuntimeException | Error thrown) {
      if (reader.hasBegun()) {
        reader.request().free();
      }
      throw thrown;
    }
  }

  /** Whether nobody wants more, which is no failure, and ends what there is. Whatever the program's own code has made of it, messages that have failed are what the caller is told. */
  private static boolean isOver(StreamSend stream) {
    RuntimeException failure = stream.failure();
    if (failure != null) {
      throw told(failure);
    }
    if (stream.isUnwanted()) {
      end(stream::endEarly);
    }
    return stream.isUnwanted();
  }

  /** What the program is told of it. */
  static RuntimeException told(RuntimeException failure) {
    return failure instanceof BraidException failed ? Errors.of(failed) : failure;
  }

  /** What was thrown, which is told to the reader if there is one. */
  private static RuntimeException broken(StreamSend stream, PieceWriter written, Throwable thrown) {
    if (written.whole() == null) {
      tell(stream, thrown);
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  private static void tell(StreamSend stream, Throwable thrown) {
    try {
      stream.endBroken(String.valueOf(thrown.getMessage()));
    } catch (RuntimeException alsoFailed) {
      thrown.addSuppressed(alsoFailed);
    }
  }

  private static void end(Runnable ending) {
    try {
      ending.run();
    } catch (BraidException failed) {
      throw Errors.of(failed);
    }
  }

  static boolean isHead(Received message) {
    return message.process() != null && StreamHead.begins(message.bytes(), message.length());
  }

  /** What {@code reading} makes of the message that this is the head of; it waits for the rest. */
  static <T> T read(Received head, Function<StreamReceive, T> reading) {
    Lco process = Arguments.given(head.process(), ErrorClasses.ERR_INTERN, "the process");
    try (StreamReceive stream = new StreamReceive(process, head.bytes(), head.length(), LIMITS)) {
      return readOrRefuse(stream, reading);
    } catch (BraidException failed) {
      throw Errors.of(failed);
    }
  }

  /** Whether the message that this is the head of has arrays of numbers, which {@link #receive} receives. */
  static boolean isOfArrays(Received head) {
    return StreamHead.hasShapes(head.bytes(), head.length());
  }

  /** What makes arrays of their shapes. */
  interface Making {
    /** @return where their numbers belong */
    ArrivingArrays make(byte[] shapes, long numberBytes) throws IOException;
  }

  /** Receives arrays of numbers into what {@code making} makes. */
  static void receive(Received head, Making making) throws IOException {
    Lco process = Arguments.given(head.process(), ErrorClasses.ERR_INTERN, "the process");
    ArrivingArrays made = null;
    try (ArraysReceive arrays = new ArraysReceive(process, head.bytes())) {
      made = making.make(StreamHead.shapes(head.bytes(), head.length()), StreamHead.numberBytes(head.bytes(), head.length()));
      arrays.receive(made);
    } catch (OutOfMemoryError full) {
      throw noRoom(full);
    } catch (BraidException failed) {
      OutOfMemoryError full = made == null ? null : made.noRoom();
      throw full == null ? Errors.of(failed) : noRoom(full);
    }
  }

  private static MPIException noRoom(OutOfMemoryError full) {
    return new MPIException(ErrorClasses.ERR_NO_MEM, "an object that was received has no room in the heap: " + full.getMessage(), full);
  }

  /** Nobody reads the message that this is the head of; its sender goes on. */
  static void refuse(Received head) {
    read(head, stream -> {
      stream.refuse();
      return head;
    });
  }

  private static <T> T readOrRefuse(StreamReceive stream, Function<StreamReceive, T> reading) {
    try {
      return reading.apply(stream);
    } catch (OutOfMemoryError full) {
      stream.refuse();
      throw noRoom(full);
    } catch (RuntimeException | Error thrown) {
      stream.refuse();
      BraidException failure = stream.failure();
      if (failure != null) {
        throw failure;
      }
      throw thrown;
    }
  }
}
