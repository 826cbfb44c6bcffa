package org.braid.mpix;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.failure.ErrorClass;

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
 * @see org.braid.mpix.large.LargePersistentMessages
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

    /** As {@link #send}; the receive should have been posted (MPI_Rsend_c). */
    public static void rSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        Inside.send("LargeCount.rSend", comm, buf, count, type, dest, tag, false).waitFor();
    }

    /**
     * Attaches a buffer for {@link #bSend}, of which only the length matters (MPI_Buffer_attach_c): messages are copied to memory of Braid's own, outside the heap if they have 2 GiB or more. {@code MPI.detachBuffer} waits until all have gone.
     *
     * @throws MPIException ERR_BUFFER for null, or if one is attached already
     */
    public static void attachBuffer(MemorySegment buffer) {
        Inside.attach("LargeCount.attachBuffer", buffer);
    }

    /**
     * Copies the message into the attached buffer and returns at once (MPI_Bsend_c).
     *
     * @throws MPIException as {@link #send}, and ERR_BUFFER if there is no room in the attached buffer
     */
    public static void bSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        Inside.buffered("LargeCount.bSend", comm, buf, count, type, dest, tag);
    }

    /** Starts a {@link #send} (MPI_Isend_c); the memory must not change until the request is done. */
    public static Request iSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Inside.send("LargeCount.iSend", comm, buf, count, type, dest, tag, false);
    }

    /** Starts an {@link #sSend} (MPI_Issend_c); the memory must not change until the request is done. */
    public static Request isSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Inside.send("LargeCount.isSend", comm, buf, count, type, dest, tag, true);
    }

    /** Starts an {@link #rSend} (MPI_Irsend_c); the memory must not change until the request is done. */
    public static Request irSend(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return Inside.send("LargeCount.irSend", comm, buf, count, type, dest, tag, false);
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

    /**
     * Receives the message that a matched probe has found (MPI_Mrecv_c).
     *
     * @throws MPIException as {@link #recv}, and ERR_REQUEST if no probe has found one for this object
     */
    public static Status mRecv(Message message, MemorySegment buf, long count, Datatype type) {
        return Inside.receive("LargeCount.mRecv", message, buf, count, type);
    }

    /** Starts an {@link #mRecv} (MPI_Imrecv_c); the memory must not be touched until the request is done. */
    public static Request imRecv(Message message, MemorySegment buf, long count, Datatype type) {
        return Inside.start("LargeCount.imRecv", message, buf, count, type);
    }

    /** Sends and receives at the same time (MPI_Sendrecv_c). Of memory to send that overlaps the other a copy is sent, outside the heap if it has 2 GiB or more. */
    public static Status sendRecv(
            Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, int dest, int sendtag, MemorySegment recvbuf, long recvcount, Datatype recvtype, int source, int recvtag) {
        return Inside.sendReceive("LargeCount.sendRecv", comm, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag).waitStatus();
    }

    /** Starts a {@link #sendRecv} (MPI_Isendrecv_c): the request has the status of the receive. */
    public static Request iSendRecv(
            Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, int dest, int sendtag, MemorySegment recvbuf, long recvcount, Datatype recvtype, int source, int recvtag) {
        return Inside.sendReceive("LargeCount.iSendRecv", comm, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag);
    }

    /** As {@link #sendRecv}, with one memory whose old contents, of which a copy is taken, are sent and then replaced (MPI_Sendrecv_replace_c). */
    public static Status sendRecvReplace(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        return Inside.replace("LargeCount.sendRecvReplace", comm, buf, count, type, dest, sendtag, source, recvtag).waitStatus();
    }

    /** Starts a {@link #sendRecvReplace} (MPI_Isendrecv_replace_c). */
    public static Request iSendRecvReplace(Comm comm, MemorySegment buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        return Inside.replace("LargeCount.iSendRecvReplace", comm, buf, count, type, dest, sendtag, source, recvtag);
    }

    /** Whole elements of {@code type} received, or MPI.UNDEFINED if the last one is not whole (MPI_Get_count_c); also of the status of a probe. */
    public static long getCount(Status status, Datatype type) {
        return Inside.given(status, ErrorClass.ARG, "LargeCount.getCount: the status").getCountX(type).getCount();
    }

    /** Basic elements received, or MPI.UNDEFINED if the last one is not whole (MPI_Get_elements_c); also of the status of a probe. */
    public static long getElements(Status status, Datatype type) {
        return Inside.given(status, ErrorClass.ARG, "LargeCount.getElements: the status").getElementsX(type).getCount();
    }
}
