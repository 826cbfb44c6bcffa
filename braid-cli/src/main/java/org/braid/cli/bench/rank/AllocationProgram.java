package org.braid.cli.bench.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;
import mpi.Request;

/**
 * Argument: the number of messages. Prints the bytes that the calling thread allocates per message, of 8 bytes from and to a {@code byte[]}.
 * Under a collector that never collects, reaching the end is itself the proof.
 */
public final class AllocationProgram {
    private static final int WARM = 50_000;
    private static final int TAG = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] data = new byte[8];
    private final byte[] received = new byte[8];
    private final Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank());
    private final int other = 1 - MPI.COMM_WORLD.getRank();
    private final long messages;

    private AllocationProgram(long messages) {
        this.messages = messages;
    }

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        new AllocationProgram(Long.parseLong(arguments[0])).run();
        MPI.Finalize();
    }

    private void run() {
        measure("allocation.blocking", this::blockingPair);
        measure("allocation.nonblocking", this::nonBlockingPair);
    }

    /** A trip is one message out and one in: two messages. */
    private void measure(String operation, PingPong.Trip trip) {
        repeat(trip, WARM);
        long before = threads.getCurrentThreadAllocatedBytes();
        repeat(trip, messages);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        speaker.say(operation, "byte[]", data.length, bytes / (2.0 * messages), "B/msg");
    }

    private static void repeat(PingPong.Trip trip, long count) {
        for (long i = 0; i < count; i++) {
            trip.once();
        }
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
