package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.MPIException;
import mpi.Prequest;
import org.braid.mpix.LargeCount;

/**
 * Persistent point-to-point communication with counts of type {@code long} (MPI 4.1, section 3.9), of elements in a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   Prequest halo = LargePersistentMessages.sendInit(comm, field, 5_000_000_000L, MPI.BYTE, dest, tag);
 *   for (int step = 0; step &lt; steps; step++) {
 *     halo.start();
 *     halo.waitFor();
 *   }
 *   halo.free();
 * </pre>
 *
 * <p>Each message is one like those of {@link LargeCount}, which started and persistent calls of {@link Comm} may meet. What can be known of the arguments is checked when the request is made, and the memory once more
 * whenever it is started.
 */
public final class LargePersistentMessages {
    private LargePersistentMessages() {}

    /**
     * A persistent send (MPI_Send_init_c; MPI 4.1, section 3.9).
     *
     * @throws MPIException ERR_COUNT for a negative count, ERR_BUFFER if the segment is null, too short or closed, ERR_TYPE for a type that was freed, or that is not committed; so all others
     */
    public static Prequest sendInit(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Messages.send("LargePersistentMessages.sendInit", comm, buf, count, type, dest, tag, false);
    }

    /** A persistent send to a receive that is posted before each start (MPI_Rsend_init_c; MPI 4.1, section 3.9). */
    public static Prequest rSendInit(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Messages.send("LargePersistentMessages.rSendInit", comm, buf, count, type, dest, tag, false);
    }

    /** A persistent synchronous send, done each time when a receive has met it (MPI_Ssend_init_c; MPI 4.1, section 3.9). */
    public static Prequest sSendInit(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Messages.send("LargePersistentMessages.sSendInit", comm, buf, count, type, dest, tag, true);
    }

    /** A persistent buffered send, which copies the message into the attached buffer at each start (MPI_Bsend_init_c; MPI 4.1, section 3.9). ERR_BUFFER at the start of a message that has no room there. */
    public static Prequest bSendInit(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Messages.bufferedSend("LargePersistentMessages.bSendInit", comm, buf, count, type, dest, tag);
    }

    /** A persistent receive, posted at each start (MPI_Recv_init_c; MPI 4.1, section 3.9); ERR_BUFFER also for read-only memory. */
    public static Prequest recvInit(Comm comm, MemorySegment buf, long count, Datatype type, int source, int tag) {
        return Messages.receive("LargePersistentMessages.recvInit", comm, buf, count, type, source, tag);
    }

    /** A partitioned send (MPI_Psend_init; MPI 4.1, section 4.2): {@code partitions} parts of {@code count} elements each, which leave one by one once {@link Prequest#pready} says that they may. */
    public static Prequest psendInit(Comm comm, MemorySegment buf, int partitions, long count, Datatype type, int dest, int tag, Info info) {
        return Messages.partitionedSend("LargePersistentMessages.psendInit", comm, buf, partitions, count, type, dest, tag, info);
    }

    /** A partitioned receive (MPI_Precv_init; MPI 4.1, section 4.2): {@link Prequest#parrived} tells of each part whether it has come. */
    public static Prequest precvInit(Comm comm, MemorySegment buf, int partitions, long count, Datatype type, int source, int tag, Info info) {
        return Messages.partitionedReceive("LargePersistentMessages.precvInit", comm, buf, partitions, count, type, source, tag, info);
    }
}
