package org.braid.cli.bench.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;
import mpi.Request;

/**
 * Argument: the number of messages. Prints the bytes that the calling thread allocates per message, of 8 bytes from and to a {@code byte[]}; {@code link} as the first argument sends
 * them as remote service requests. Under a collector that never collects, reaching the end is itself the proof.
 */
public final class AllocationProgram {
    /** A non-blocking call may allocate its request: so many messages still fit into a heap that is never collected. */
    private static final long MOST_REQUESTS = 500_000;

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
        long messages = Long.parseLong(arguments[arguments.length - 1]);
        if (arguments[0].equals("link")) {
            requests(messages);
            return;
        }
        MPI.Init(arguments);
        AllocationProgram program = new AllocationProgram(MPI.COMM_WORLD.getRank());
        program.warm(program::blockingPair);
        program.measure("allocation.blocking", program::blockingPair, messages);
        program.warm(program::nonBlockingPair);
        program.measure("allocation.nonblocking", program::nonBlockingPair, Math.min(messages, MOST_REQUESTS));
        MPI.Finalize();
    }

    private static void requests(long messages) {
        LinkPair pair = new LinkPair(1, 1, Long.BYTES);
        AllocationProgram program = new AllocationProgram(pair.rank());
        pair.warm(Warmth.FIRST_NS);
        program.measure("allocation.rsr", () -> pair.trip(program.data, program.data.length), messages);
        pair.close();
    }

    private void warm(PingPong.Trip trip) {
        Warmth.spend(1, () -> PingPong.repeat(trip, BATCH));
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
