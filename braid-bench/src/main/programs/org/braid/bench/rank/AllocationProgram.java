package org.braid.bench.rank;

import mpi.MPI;
import mpi.Request;

/**
 * Arguments: {@code blocking|nonblocking MESSAGES}. Prints the bytes that the calling thread allocates per message, of 8 bytes from and to a {@code byte[]}. Under a collector that
 * never collects, reaching the end is itself the proof; that is not for non-blocking calls, which may allocate their requests.
 */
public final class AllocationProgram {
    private static final int TAG = 4;

    private final byte[] data = new byte[Allocated.BYTES];
    private final byte[] received = new byte[Allocated.BYTES];
    private final int other;

    private AllocationProgram(int rank) {
        this.other = 1 - rank;
    }

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        int rank = MPI.COMM_WORLD.getRank();
        AllocationProgram program = new AllocationProgram(rank);
        PingPong.Trip trip = arguments[0].equals("blocking") ? program::blockingPair : program::nonBlockingPair;
        Warmth.spend(1, () -> PingPong.repeat(trip, Allocated.BATCH));
        new Allocated(new Speaker(rank)).measure("allocation." + arguments[0], trip, Long.parseLong(arguments[1]));
        MPI.Finalize();
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
