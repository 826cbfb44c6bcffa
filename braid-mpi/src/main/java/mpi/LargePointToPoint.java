package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * What package {@code org.braid.mpix} uses for messages whose counts an int is too short for (MPI 4.1, section 2.5.8): the calls are those with ints, whose counts are longs inside, of elements in memory segments. Elements with gaps are
 * gathered from the segment and scattered into it piece by piece, as many as it holds.
 */
abstract class LargePointToPoint extends LargeTypeCalls {
  LargePointToPoint() {}

  /** Starts a send. */
  protected static Request sendLarge(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
    return NonBlocking.sendRare(call, Arguments.comm(to, call).lco(), Arguments.memory(buf, call), 0, count, type, dest, tag, synchronous);
  }

  /** Copies a message into the attached buffer. */
  protected static void sendBufferedLarge(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag) {
    Lco lco = Arguments.comm(to, call).lco();
    Outgoing message = Outgoing.inPlace(lco, call, Arguments.memory(buf, call), 0, count, type);
    World.buffered().send(lco, message, type.code, dest, tag);
  }

  /** Attaches memory for buffered sends. */
  protected static void attachLarge(String call, MemorySegment buffer) {
    World.buffered().attach(Arguments.memory(buffer, call));
  }

  /** Starts a receive. */
  protected static Request receiveLarge(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
    return NonBlocking.receive(call, Arguments.comm(from, call).lco(), Arguments.memory(buf, call), 0, count, type, source, tag);
  }

  /** Receives a message that a matched probe has found. */
  protected static Status receiveLarge(String call, @Nullable Message found, MemorySegment buf, long count, Datatype type) {
    return Arguments.given(found, ErrorClasses.ERR_REQUEST, call + ": the message").receive(call, Arguments.memory(buf, call), count, type);
  }

  /** Starts to receive a message that a matched probe has found. */
  protected static Request startLarge(String call, @Nullable Message found, MemorySegment buf, long count, Datatype type) {
    return Arguments.given(found, ErrorClasses.ERR_REQUEST, call + ": the message").start(call, Arguments.memory(buf, call), count, type);
  }

  /** Starts a send and a receive that one request stands for; if {@code replaces}, what the receive's memory holds now is sent, of which a copy is taken. */
  protected static Request sendReceiveLarge(
      String call, Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, int dest, int sendtag,
      MemorySegment recvbuf, long recvcount, Datatype recvtype, int source, int recvtag, boolean replaces) {
    return SendAndReceive.start(
        call, Arguments.comm(comm, call).lco(), Arguments.memory(sendbuf, call), sendcount, sendtype, dest, sendtag, Arguments.memory(recvbuf, call), recvcount, recvtype, source, recvtag, replaces);
  }

  // ---- packed

  /** Bytes that so many packed elements take. */
  protected static long packSizeLarge(String call, long count, Datatype type) {
    return LargePacking.size(call, count, type);
  }

  /** Packs; the position behind. */
  protected static long packLarge(String call, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
    return LargePacking.pack(call, in, count, type, out, position);
  }

  /** Unpacks; the position behind. */
  protected static long unpackLarge(String call, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
    return LargePacking.unpack(call, in, position, out, count, type);
  }

  /** As {@link #packSizeLarge}, in a form that all machines know. */
  protected static long packExternalSizeLarge(String call, String form, long count, Datatype type) {
    return External32.size(call, form, count, type);
  }

  /** As {@link #packLarge}, in a form that all machines know. */
  protected static long packExternalLarge(String call, String form, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
    return External32.pack(call, form, Arguments.memory(in, call), count, type, Arguments.memory(out, call), position);
  }

  /** As {@link #unpackLarge}, of that form. */
  protected static long unpackExternalLarge(String call, String form, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
    return External32.unpack(call, form, Arguments.memory(in, call), position, Arguments.memory(out, call), count, type);
  }

  // ---- persistent

  /** A persistent send. */
  protected static Prequest sendInitLarge(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
    return init(call, to, synchronous ? Prequest.Mode.SYNCHRONOUS : Prequest.Mode.STANDARD, buf, count, type, dest, tag);
  }

  /** A persistent buffered send. */
  protected static Prequest sendBufferedInitLarge(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag) {
    return init(call, to, Prequest.Mode.BUFFERED, buf, count, type, dest, tag);
  }

  /** A persistent receive. */
  protected static Prequest receiveInitLarge(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
    return init(call, from, Prequest.Mode.RECEIVE, buf, count, type, source, tag);
  }

  /** One end of a partitioned message. */
  protected static Prequest partitionedSendLarge(String call, Comm to, MemorySegment buf, int partitions, long count, Datatype type, int dest, int tag, Info info) {
    return Partitioned.send(call, Arguments.comm(to, call).lco(), Arguments.memory(buf, call), partitions, count, type, dest, tag, info);
  }

  /** The other end. */
  protected static Prequest partitionedReceiveLarge(String call, Comm from, MemorySegment buf, int partitions, long count, Datatype type, int source, int tag, Info info) {
    return Partitioned.receive(call, Arguments.comm(from, call).lco(), Arguments.memory(buf, call), partitions, count, type, source, tag, info);
  }

  private static Prequest init(String call, Comm comm, Prequest.Mode mode, MemorySegment buf, long count, Datatype type, int peer, int tag) {
    return new Prequest(new PersistentMessage(call, Arguments.comm(comm, call).lco(), mode, Arguments.memory(buf, call), 0, count, type, peer, tag));
  }
}
