package mpi;

import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.partition.PartitionedReceive;
import org.braid.mpi.partition.PartitionedSend;
import org.braid.mpi.partition.Partitioning;
import org.jspecify.annotations.Nullable;

/**
 * One end of a partitioned message as a persistent request has it (MPI 4.1, chapter 4). Elements of a type with gaps are gathered from where they lie once their partition is marked ready, and scattered to there when it comes.
 */
final class Partitioned implements PersistentStart, Whole {
  private final boolean isReceive;
  private final int partitions;
  private final long count;
  private final Datatype type;
  private final int peer;
  private final int tag;
  private final Object base;
  private @Nullable PartitionedSend send;
  private @Nullable PartitionedReceive receive;

  private Partitioned(boolean isReceive, @Nullable Object buf, int partitions, long count, Datatype type, int peer, int tag) {
    this.isReceive = isReceive;
    this.partitions = partitions;
    this.count = count;
    this.type = type;
    this.peer = peer;
    this.tag = tag;
    this.base = buf == null ? new byte[0] : type.plainBytes >= 0 ? buf : ElementMemory.of(type.map, buf, 0, partitions * count);
  }

  static Prequest send(String call, Lco comm, @Nullable Object buf, int partitions, long count, Datatype type, int dest, int tag, Info info) {
    check(comm, call, partitions, count, dest, tag, info);
    Buffers.check(comm, call, buf, 0, partitions * count, type);
    Partitioned end = made(comm, call, false, buf, partitions, count, type, dest, tag);
    try {
      end.send = dest == Constants.PROC_NULL ? null : new PartitionedSend(comm, World.machines(), end.partitioning(), end.base, 0, dest, tag);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    return new Prequest(end, type);
  }

  static Prequest receive(String call, Lco comm, @Nullable Object buf, int partitions, long count, Datatype type, int source, int tag, Info info) {
    check(comm, call, partitions, count, source, tag, info);
    Buffers.checkWritable(comm, call, buf, 0, partitions * count, type);
    Partitioned end = made(comm, call, true, buf, partitions, count, type, source, tag);
    try {
      end.receive = source == Constants.PROC_NULL ? null : new PartitionedReceive(comm, World.machines(), end.partitioning(), end.base, 0, source, tag);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
    return new Prequest(end, type);
  }

  private static void check(Lco comm, String call, int partitions, long count, int peer, int tag, Info info) {
    Refusal.given(comm, info, ErrorClasses.ERR_INFO, call, "the info");
    if (partitions < 0) {
      throw Refusal.of(comm, ErrorClasses.ERR_ARG, call, "there are " + partitions + " partitions; give 0 or more");
    }
    if (count < 0) {
      throw Refusal.of(comm, ErrorClasses.ERR_COUNT, call, "a partition has " + count + " elements, which is negative");
    }
    if (partitions > 0 && count > Long.MAX_VALUE / partitions) {
      throw Refusal.of(comm, ErrorClasses.ERR_COUNT, call, partitions + " partitions of " + count + " elements are more elements than a long counts");
    }
    if (tag < 0) {
      throw Refusal.of(comm, ErrorClasses.ERR_TAG, call, "the tag is " + tag + "; give 0 or more, partitioned messages have no MPI.ANY_TAG");
    }
    if (peer == Constants.ANY_SOURCE) {
      throw Refusal.of(comm, ErrorClasses.ERR_RANK, call, "the rank is MPI.ANY_SOURCE; partitioned messages have one source");
    }
    if (peer != Constants.PROC_NULL && (peer < 0 || peer >= comm.size())) {
      throw Refusal.of(comm, ErrorClasses.ERR_RANK, call, "the rank is " + peer + "; give one of 0 to " + (comm.size() - 1) + ", or MPI.PROC_NULL");
    }
  }

  private static Partitioned made(Lco comm, String call, boolean isReceive, @Nullable Object buf, int partitions, long count, Datatype type, int peer, int tag) {
    if (type.isObject()) {
      throw Refusal.of(comm, ErrorClasses.ERR_TYPE, call, "objects have no length before they are serialized, so that nobody could cut them into partitions; send them one by one");
    }
    return new Partitioned(isReceive, buf, partitions, count, type, peer, tag);
  }

  private Partitioning partitioning() {
    return new Partitioning(partitions, bytes(), type.code);
  }

  /** Of one partition. */
  private long bytes() {
    return count * type.map.sizeBytes();
  }

  // ---- as a persistent request

  @Override
  public Request begin() {
    try {
      if (send != null) {
        return standsFor(send.start(), null);
      }
      return receive != null ? standsFor(receive.start(), type) : isReceive ? fromNobody() : Request.over();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** It is done at once, and its status says so (MPI 4.1, section 3.10). */
  private static Request fromNobody() {
    return NonBlocking.receive(World.worldObject(), new byte[0], 0, 0, Predefined.BYTE, Constants.PROC_NULL, 0);
  }

  private Request standsFor(org.braid.mpi.p2p.Request whole, @Nullable Datatype received) {
    whole.attach(this);
    return new Request(whole, received);
  }

  @Override
  public boolean mayBeFreedWhileActive() {
    return false;
  }

  @Override
  public void end() {
    if (send != null) {
      send.close();
    } else if (receive != null) {
      receive.close();
    }
  }

  @Override
  public void ready(int... marked) {
    if (isReceive) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "pready: the request is a receive; its partitions come by themselves");
    }
    for (int partition : marked) {
      if (send == null && (partition < 0 || partition >= partitions)) {
        throw new MPIException(ErrorClasses.ERR_ARG, "pready(" + partition + "): " + partitioning().numbers());
      }
    }
    try {
      if (send != null) {
        send.ready(marked);
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  @Override
  public void readyRange(int low, int high) {
    boolean isInside = low >= 0 && high < partitions; // else an end of it is refused
    ready(isInside ? IntStream.rangeClosed(low, high).toArray() : new int[] {low < 0 ? low : high});
  }

  @Override
  public boolean hasArrived(int partition) {
    if (partition < 0 || partition >= partitions) {
      throw new MPIException(ErrorClasses.ERR_ARG, "parrived(" + partition + "): " + partitioning().numbers());
    }
    if (!isReceive) {
      throw new MPIException(ErrorClasses.ERR_REQUEST, "parrived: the request is a send; getStatus and test look at it");
    }
    try {
      return receive == null || receive.hasArrived(partition);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- what came of it

  @Override
  public Status look() {
    return isReceive ? new Status(peer, tag, bytes() * partitions, type.unitBytes) : new Status();
  }

  @Override
  public Status finish() {
    return look();
  }

  @Override
  public void cancel(boolean isDone) {
    throw new MPIException(ErrorClasses.ERR_REQUEST, "cancel: a partitioned " + (isReceive ? "receive from" : "send to") + " rank " + peer + " with tag " + tag + " cannot be taken back; wait for it");
  }

  @Override
  public void free() {
    // the persistent request is not freed while it is active
  }
}
