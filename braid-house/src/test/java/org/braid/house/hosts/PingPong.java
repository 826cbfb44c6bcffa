package org.braid.house.hosts;

import mpi.MPI;

/** An MPI program for tests that hurt it: ranks 0 and 1 exchange messages of the length given, for ever or a number of times; others look on. */
public final class PingPong {
    private static final int REPORT_EVERY_BYTES = 200_000;

    private PingPong() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        int bytes = Integer.parseInt(arguments[0]);
        long times = arguments.length > 1 ? Long.parseLong(arguments[1]) : Long.MAX_VALUE;
        int rank = MPI.COMM_WORLD.Rank();
        byte[] data = new byte[bytes];
        if (arguments.length == 1) {
            System.out.println("ready " + ProcessHandle.current().pid());
        }
        for (long i = 0; i < times; i++) {
            if (rank == 0) {
                data[bytes - 1] = (byte) i;
                MPI.COMM_WORLD.Send(data, 0, bytes, MPI.BYTE, 1, 1);
                MPI.COMM_WORLD.Recv(data, 0, 0, MPI.BYTE, 1, 2);
            } else {
                MPI.COMM_WORLD.Recv(data, 0, bytes, MPI.BYTE, 0, 1);
                if (data[bytes - 1] != (byte) i) {
                    throw new IllegalStateException("message " + i + " is damaged");
                }
                MPI.COMM_WORLD.Send(data, 0, 0, MPI.BYTE, 0, 2);
            }
            if (rank == 0 && arguments.length == 1 && i % Math.max(1, REPORT_EVERY_BYTES / bytes) == 0) {
                System.out.println("alive " + i);
            }
        }
        System.out.println("done");
        MPI.Finalize();
    }
}
