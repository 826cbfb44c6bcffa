package org.braid.mpix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongFunction;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Status;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.failure.ErrorClass;

/**
 * Receives that make the memory for what comes, of exactly its length:
 *
 * <pre>
 *   double[] values = Receive.doubles(comm, MPI.ANY_SOURCE, tag).data();
 * </pre>
 *
 * <p>A matched probe takes the message first (MPI 4.1, section 3.8.2), so that of several threads each gets one of its own. From MPI.PROC_NULL comes nothing, in an array of length 0.
 *
 * <p>Errors, here and below, are those of a receive: ERR_TYPE if the message has another base type, ERR_RANK, ERR_TAG, ERR_COMM; ERR_TYPE if what came is no whole number of elements; ERR_TRUNCATE if an array cannot be as long. The message is gone then, as after any receive that
 * has failed.
 */
public final class Receive {
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Receive() {}

    /**
     * What a receive has made.
     *
     * @param <T> an array, a buffer, a segment
     * @param data what came, and nothing besides
     * @param status source, tag and length
     */
    public record Received<T>(T data, Status status) {
        /** Rank of the sender. */
        public int source() {
            return status.getSource();
        }

        /** The tag that the sender gave. */
        public int tag() {
            return status.getTag();
        }
    }

    /** Receives elements of type MPI.BYTE. */
    public static Received<byte[]> bytes(Comm comm, int source, int tag) {
        return array(comm, MPI.BYTE, source, tag, count -> new byte[(int) count]);
    }

    /** Receives elements of type MPI.BOOLEAN. */
    public static Received<boolean[]> booleans(Comm comm, int source, int tag) {
        return array(comm, MPI.BOOLEAN, source, tag, count -> new boolean[(int) count]);
    }

    /** Receives elements of type MPI.CHAR. */
    public static Received<char[]> chars(Comm comm, int source, int tag) {
        return array(comm, MPI.CHAR, source, tag, count -> new char[(int) count]);
    }

    /** Receives elements of type MPI.SHORT. */
    public static Received<short[]> shorts(Comm comm, int source, int tag) {
        return array(comm, MPI.SHORT, source, tag, count -> new short[(int) count]);
    }

    /** Receives elements of type MPI.INT. */
    public static Received<int[]> ints(Comm comm, int source, int tag) {
        return array(comm, MPI.INT, source, tag, count -> new int[(int) count]);
    }

    /** Receives elements of type MPI.LONG. */
    public static Received<long[]> longs(Comm comm, int source, int tag) {
        return array(comm, MPI.LONG, source, tag, count -> new long[(int) count]);
    }

    /** Receives elements of type MPI.FLOAT. */
    public static Received<float[]> floats(Comm comm, int source, int tag) {
        return array(comm, MPI.FLOAT, source, tag, count -> new float[(int) count]);
    }

    /** Receives elements of type MPI.DOUBLE. */
    public static Received<double[]> doubles(Comm comm, int source, int tag) {
        return array(comm, MPI.DOUBLE, source, tag, count -> new double[(int) count]);
    }

    /** Receives elements of type MPI.OBJECT, as many as were sent, behind the filter of objects. */
    public static Received<Object[]> objects(Comm comm, int source, int tag) {
        Message message = new Message();
        Status probed = message.mProbe(source, tag, comm);
        Object[] objects = Inside.objects(message);
        probed.setElements(MPI.OBJECT, objects.length);
        return new Received<>(objects, probed);
    }

    /** Receives elements of any type, basic or derived, into a direct buffer in native byte order. */
    public static Received<ByteBuffer> buffer(Comm comm, Datatype type, int source, int tag) {
        return sized(comm, type, source, tag, LONGEST_ARRAY, bytes -> ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder()));
    }

    /**
     * Receives elements of any type, basic or derived, into memory of the arena; there may be more than 2^31.
     *
     * @throws MPIException ERR_BUFFER if the arena was closed, or belongs to another thread
     */
    public static Received<MemorySegment> memory(Comm comm, Datatype type, int source, int tag, Arena arena) {
        if (arena == null) {
            throw Inside.failure(ErrorClass.BUFFER, "nothing can be received", "the arena is null", "Give an arena");
        }
        return sized(comm, type, source, tag, Long.MAX_VALUE, bytes -> arena.allocate(bytes, Long.BYTES));
    }

    private static <A> Received<A> array(Comm comm, Datatype type, int source, int tag, LongFunction<A> room) {
        int bytesOfOne = type.getByteSize();
        return sized(comm, type, source, tag, (long) LONGEST_ARRAY * bytesOfOne, bytes -> room.apply(bytes / bytesOfOne));
    }

    private static <M> Received<M> sized(Comm comm, Datatype type, int source, int tag, long mostBytes, LongFunction<M> room) {
        long elementBytes = sizeOf(type);
        Message message = new Message();
        long bytes = message.mProbe(source, tag, comm).getCountX(MPI.BYTE).getCount();
        long count = Math.ceilDiv(bytes, elementBytes);
        TypeMap map = Inside.map("Receive", type);
        boolean isTooLong = count > Integer.MAX_VALUE && mostBytes < Long.MAX_VALUE || count > 0 && !fits(map, count, mostBytes);
        long received = isTooLong ? 0 : count; // and truncated, as any receive into too little
        M memory = made(message, room, received == 0 ? 0 : Math.max(0, (received - 1) * map.extentBytes() + endBytes(map)));
        Status status = taken(message, memory, received, type);
        if (bytes % elementBytes != 0) {
            throw Inside.failure(ErrorClass.TYPE, "a message of " + bytes + " bytes was received", "it is no whole number of elements of " + elementBytes + " bytes", "Receive it as what was sent");
        }
        return new Received<>(memory, status);
    }

    private static boolean fits(TypeMap map, long count, long mostBytes) {
        long restBytes = mostBytes - endBytes(map);
        return restBytes >= 0 && (map.extentBytes() <= 0 || count - 1 <= restBytes / map.extentBytes());
    }

    /** Where an element ends, with what it has behind its extent if that is resized or its data begin at a displacement. */
    private static long endBytes(TypeMap map) {
        return Math.max(map.extentBytes(), map.trueLowerBoundBytes() + map.trueExtentBytes());
    }

    /** Whoever sent it does not wait for ever where it cannot be received. */
    private static <M> Status taken(Message message, M memory, long count, Datatype type) {
        try {
            return memory instanceof MemorySegment segment ? Inside.whole(message, segment, count, type) : message.mRecv(memory, (int) count, type);
        } finally {
            if (!message.isNull()) {
                drop(message);
            }
        }
    }

    /** Before a message is taken that nobody could receive. */
    private static long sizeOf(Datatype type) {
        TypeMap map = type == null ? null : Inside.map("Receive", type);
        long bytes = map == null ? 0 : map.sizeBytes();
        if (map == null || bytes == 0 || type.getName().equals(MPI.OBJECT.getName())) {
            throw Inside.failure(ErrorClass.TYPE, "nothing can be received", type == null ? "the datatype is null" : "elements of this type have no bytes of their own", "Give a type with elements; for objects there is Receive.objects");
        }
        if (map.trueLowerBoundBytes() < 0 || map.extentBytes() < 0) {
            throw Inside.failure(ErrorClass.TYPE, "nothing can be received", "elements of this type lie before the place where the memory that is made for them begins", "Receive into memory of your own, or give a type of displacements and extent from 0 on");
        }
        return bytes;
    }

    /** Where there is no memory for it the message is dropped, as any receive into too little does. */
    private static <M> M made(Message message, LongFunction<M> room, long bytes) {
        try {
            return room.apply(bytes);
        } catch (IllegalStateException | WrongThreadException closed) {
            drop(message);
            throw Inside.failure(ErrorClass.BUFFER, "nothing can be received", "the arena has no memory: " + closed.getMessage(), "Give an arena that is open, and this thread's");
        } catch (OutOfMemoryError full) {
            drop(message);
            throw full;
        }
    }

    private static void drop(Message message) {
        try {
            Status ignored = message.mRecv(new byte[0], 0, MPI.BYTE);
        } catch (MPIException truncated) {
            // as it had to be
        }
    }
}
