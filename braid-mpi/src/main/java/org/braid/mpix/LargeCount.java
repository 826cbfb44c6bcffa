package org.braid.mpix;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.p2p.ErrorClass;

/**
 * Point-to-point communication with counts of type {@code long} (MPI 4.1, section 2.5.8), of elements in a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   MemorySegment field = arena.allocate(5_000_000_000L);
 *   LargeCount.send(comm, field, 5_000_000_000L, MPI.BYTE, dest, tag);
 *   Status status = LargeCount.recv(comm, field, 5_000_000_000L, MPI.BYTE, source, tag);
 *   long count = LargeCount.getCount(status, MPI.BYTE);
 * </pre>
 *
 * <p>Such a message is one like others: it matches once, meets the receives, probes and matched probes of {@link Comm}, and is truncated as others are. There is no limit but memory,
 * also of elements with gaps: nothing is packed beforehand. A segment's memory is used from its first byte on; give a slice for other places.
 *
 * @see LargeCollectives
 */
public final class LargeCount {
    private LargeCount() {}

    /**
     * Sends (MPI_Send_c); returns when the memory may be changed.
     *
     * @throws MPIException ERR_COUNT for a negative count, ERR_BUFFER if the segment is too short or closed, and as {@link Comm#send}
     */
    public static void send(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        Inside.send("LargeCount.send", comm, buf, count, type, dest, tag, false).waitFor();
    }

    /** As {@link #send}, but returns when a receive has met the message (MPI_Ssend_c). */
    public static void sSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        Inside.send("LargeCount.sSend", comm, buf, count, type, dest, tag, true).waitFor();
    }

    /** Starts a {@link #send} (MPI_Isend_c); the memory must not change until the request is done. */
    public static Request iSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Inside.send("LargeCount.iSend", comm, buf, count, type, dest, tag, false);
    }

    /**
     * Receives at most {@code count} elements (MPI_Recv_c).
     *
     * @throws MPIException as {@link #send} and {@link Comm#recv}, ERR_BUFFER also for read-only memory
     */
    public static Status recv(Comm comm, MemorySegment buf, long count, Datatype type, int source, int tag) {
        return Inside.receive("LargeCount.recv", comm, buf, count, type, source, tag).waitStatus();
    }

    /** Starts a {@link #recv} (MPI_Irecv_c); the memory must not be touched until the request is done. */
    public static Request iRecv(Comm comm, MemorySegment buf, long count, Datatype type, int source, int tag) {
        return Inside.receive("LargeCount.iRecv", comm, buf, count, type, source, tag);
    }

    /** Whole elements of {@code type} received, or MPI.UNDEFINED if the last one is not whole (MPI_Get_count_c); also of the status of a probe. */
    public static long getCount(Status status, Datatype type) {
        return Inside.given(status, ErrorClass.ARG, "LargeCount.getCount: the status").getCountX(type).getCount();
    }
}
