package mpi;

import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.SendCopies;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MatchedMessage;
import org.jspecify.annotations.Nullable;

/** Starts communication that a {@link Request} finishes. Budget with a plain type: the request handle and nothing else. */
final class NonBlocking {
  private NonBlocking() {}

  static Request send(Lco to, @Nullable Object buf, int offset, long count, Datatype type, int dest, int tag) {
    final int bytes = Buffers.plainBytes(buf, offset, count, type);
    if (bytes < 0) {
      return sendRare("iSend", to, buf, offset, count, type, dest, tag, false);
    }
    try {
      return new Request(to.isend(buf, Buffers.offsetBytes(buf, offset), bytes, type.code, dest, tag), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static Request synchronousSend(Lco to, @Nullable Object buf, int offset, long count, Datatype type, int dest, int tag) {
    return sendRare("isSend", to, buf, offset, count, type, dest, tag, true);
  }

  /** Any send, with the name of the call that the user made. */
  static Request sendRare(
      String call, Lco to, @Nullable Object buf, int offset, long count, Datatype type, int dest, int tag, boolean synchronous) {
    if (buf != null && ObjectStreams.mayTake(type)) {
      Buffers.check(to, call, buf, offset, count, type);
      return ObjectStreams.start((Object[]) buf, offset, Math.toIntExact(count), type, to, dest, tag, synchronous, false);
    }
    Outgoing out = mayBeTouchedByOthers(buf) ? Outgoing.inPlace(to, call, buf, offset, count, type) : Outgoing.copyOf(to, call, buf, offset, count, type);
    return start(out, to, type, dest, tag, synchronous);
  }

  /** Whether any thread may carry on what is started with it; else it takes a copy, which a thread that waits for a receive puts where it belongs. */
  private static boolean mayBeTouchedByOthers(@Nullable Object buf) {
    return !Completions.isOfOneThread(buf);
  }

  /** As {@link #send}, in mpiJava's spelling: programs for MPJ Express change the buffer as soon as this returns, so what cannot leave at once leaves from a copy while there is room for one. */
  static Request sendCopied(Lco to, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
    final int bytes = Buffers.plainBytes(buf, offset, count, type);
    if (bytes < 0) {
      return sendRareCopied("Isend", to, buf, offset, count, type, dest, tag, false);
    }
    try {
      final long start = Buffers.offsetBytes(buf, offset);
      org.braid.mpi.p2p.Request r = to.isendAtOnce(buf, start, bytes, type.code, dest, tag);
      return r != null ? new Request(r, null) : startFromCopy(new Outgoing(buf, start, bytes), to, type, dest, tag, false);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** As {@link #sendCopied}, of any send. */
  static Request sendRareCopied(
      String call, Lco to, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag, boolean synchronous) {
    if (buf != null && ObjectStreams.mayTake(type)) {
      Buffers.check(to, call, buf, offset, count, type);
      return ObjectStreams.start((Object[]) buf, offset, count, type, to, dest, tag, synchronous, true);
    }
    return mayBeTouchedByOthers(buf)
        ? startCopied(Outgoing.inPlace(to, call, buf, offset, count, type), to, type, dest, tag, synchronous)
        : start(Outgoing.copyOf(to, call, buf, offset, count, type), to, type, dest, tag, synchronous);
  }

  /** As {@link #start}, of what the program may change when this returns. */
  static Request startCopied(Outgoing out, Lco to, Datatype type, int dest, int tag, boolean synchronous) {
    try {
      org.braid.mpi.p2p.Request r = synchronous ? null : to.isendAtOnce(out.base(), out.offset(), out.bytes(), type.code, dest, tag);
      return r != null ? new Request(r, null) : startFromCopy(out, to, type, dest, tag, synchronous);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Request startFromCopy(Outgoing out, Lco to, Datatype type, int dest, int tag, boolean synchronous) {
    SendCopies copies = to.completions().copies();
    byte[] copy = out.base() == null ? null : copies.of(out.base(), out.offset(), out.bytes());
    if (copy == null) {
      return start(out, to, type, dest, tag, synchronous);
    }
    org.braid.mpi.p2p.Request sent = null;
    try {
      sent = synchronous ? to.issend(copy, 0, copy.length, type.code, dest, tag) : to.isend(copy, 0, copy.length, type.code, dest, tag);
      return new Request(sent, null);
    } finally {
      if (sent == null) {
        copies.giveUp(out.bytes());
      } else {
        copies.hold(sent, out.bytes());
      }
    }
  }

  /** Starts to send what is one block of bytes. */
  static Request start(Outgoing out, Lco to, Datatype type, int dest, int tag, boolean synchronous) {
    try {
      org.braid.mpi.p2p.Request r =
          synchronous
              ? to.issend(out.base(), out.offset(), out.bytes(), type.code, dest, tag)
              : to.isend(out.base(), out.offset(), out.bytes(), type.code, dest, tag);
      return new Request(r, null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static Request receive(Lco from, @Nullable Object buf, int offset, long count, Datatype type, int source, int tag) {
    final int bytes = Buffers.writablePlainBytes(buf, offset, count, type);
    if (bytes < 0) {
      return receive("iRecv", from, buf, offset, count, type, source, tag);
    }
    try {
      return new Request(from.irecv(buf, Buffers.offsetBytes(buf, offset), bytes, type.code, source, tag), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Any receive, with the name of the call that the user made. */
  static Request receive(
      String call, Lco from, @Nullable Object buf, int offset, long count, Datatype type, int source, int tag) {
    return receive(call, from, buf, offset, count, type, source, tag, true);
  }

  /** @param isStarted whether the program does other things before it waits */
  static Request receive(
      String call, Lco from, @Nullable Object buf, int offset, long count, Datatype type, int source, int tag, boolean isStarted) {
    Buffers.checkWritable(from, call, buf, offset, count, type);
    try {
      if (buf != null && type.isObject()) {
        return new Request(from.irecvWhole(type.code, source, tag, incoming(buf, offset, count, type, isStarted)), type);
      }
      long bytes = count * type.map.sizeBytes();
      if (buf != null && !mayBeTouchedByOthers(buf) && (isStarted || Thread.currentThread().isVirtual())) {
        Object room = Outgoing.room(bytes);
        return putByWaiter(from.irecv(room, 0, bytes, type.code, source, tag), room, buf, offset, count, type);
      }
      return new Request(
          buf == null || type.plainBytes >= 0
              ? from.irecv(buf, Buffers.offsetBytes(buf, offset), bytes, type.code, source, tag)
              : from.irecv(elements(buf, offset, count, type), 0, bytes, type.code, source, tag),
          type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** The receive of a message that a matched probe has found. */
  static Request receive(String call, MatchedMessage message, @Nullable Object buf, long count, Datatype type, boolean isStarted) {
    Buffers.checkWritable(message.destination(), call, buf, 0, count, type);
    try {
      if (buf != null && type.isObject()) {
        return new Request(message.receiveWhole(type.code, incoming(buf, 0, count, type, isStarted)), type);
      }
      if (buf != null && !mayBeTouchedByOthers(buf)) {
        Object room = Outgoing.room(count * type.map.sizeBytes());
        return putByWaiter(message.receive(room, 0, count * type.map.sizeBytes(), type.code), room, buf, 0, count, type);
      }
      Object into = buf == null || type.plainBytes >= 0 ? buf : elements(buf, 0, count, type);
      return new Request(message.receive(into, 0, count * type.map.sizeBytes(), type.code), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Request putByWaiter(org.braid.mpi.p2p.Request r, Object room, Object buf, int offset, long count, Datatype type) {
    Object into = type.plainBytes >= 0 ? buf : elements(buf, offset, count, type);
    long at = type.plainBytes >= 0 ? Buffers.offsetBytes(buf, offset) : 0;
    r.attach((Runnable) () -> Memory.copy(room, 0, into, at, r.bytes()));
    return new Request(r, type);
  }

  /** What comes is scattered to where the elements lie. */
  private static ElementMemory elements(Object buf, int offset, long count, Datatype type) {
    return ElementMemory.of(type.map, buf, Buffers.offsetBytes(buf, offset), count);
  }

  private static Incoming incoming(Object buf, int offset, long count, Datatype type, boolean isStarted) {
    return new Incoming(World.worldObject(), (Object[]) buf, offset, Math.toIntExact(count), type, isStarted && ObjectStreams.mayTake(type));
  }
}
