package org.braid.bench.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;
import mpi.Request;

/**
 * Arguments: {@code blocking|nonblocking|rsr MESSAGES}. Prints the bytes that the calling thread allocates per message, of 8 bytes from and to a {@code byte[]}. Under a collector that
 * never collects, reaching the end is itself the proof; that is not for non-blocking calls, which may allocate their requests.
 */
public final class AllocationProgram {
    private static final int BATCH = 1_000;
    private static final int TAG = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] data = new byte[8];
    private final byte[] received = new byte[8];
    private final Speaker speaker;
    private final int other;

    private AllocationProgram(int rank) {
        this.speaker = new Speaker(rank);
        this.other = 1 - rank;
    }

    public static void main(String[] arguments) {
        long messages = Long.parseLong(arguments[1]);
        if (arguments[0].equals("rsr")) {
            requests(messages);
            return;
        }
        MPI.Init(arguments);
        AllocationProgram program = new AllocationProgram(MPI.COMM_WORLD.getRank());
        PingPong.Trip trip = arguments[0].equals("blocking") ? program::blockingPair : program::nonBlockingPair;
        Warmth.spend(1, () -> PingPong.repeat(trip, BATCH));
        program.measure("allocation." + arguments[0], trip, messages);
        MPI.Finalize();
    }

    private static void requests(long messages) {
        LinkPair pair = new LinkPair(1, 1, Long.BYTES);
        AllocationProgram program = new AllocationProgram(pair.rank());
        PingPong.Trip trip = () -> pair.trip(program.data, program.data.length);
        pair.warm(1, () -> PingPong.repeat(trip, BATCH));
        program.measure("allocation.rsr", trip, messages);
        pair.close();
    }

    /** A trip is one message out and one in: two messages. */
    private void measure(String operation, PingPong.Trip trip, long messages) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (long i = 0; i < messages; i += 2) {
            trip.once();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        speaker.say(operation, "byte[]", data.length, (double) bytes / messages, "B/msg");
    }

    private void blockingPair() {
        if (other == 1) {
            MPI.COMM_WORLD.send(data, data.length, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.recv(received, data.length, MPI.BYTE, other, TAG);
        } else {
            MPI.COMM_WORLD.recv(received, data.length, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.send(data, data.length, MPI.BYTE, other, TAG);
        }
    }

    private void nonBlockingPair() {
        Request in = MPI.COMM_WORLD.Irecv(received, 0, data.length, MPI.BYTE, other, TAG);
        Request out = MPI.COMM_WORLD.Isend(data, 0, data.length, MPI.BYTE, other, TAG);
        in.waitFor();
        out.waitFor();
    }
}
