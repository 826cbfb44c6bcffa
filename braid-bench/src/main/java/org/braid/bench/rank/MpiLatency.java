package org.braid.bench.rank;

import mpi.MPI;

/** Blocking ping-pong for every kind of buffer, and 8 bytes again at the end, after the other transports: call sites that have seen everything must stay fast. */
final class MpiLatency {
    private static final int TAG = 1;
    private static final int AGAIN_BYTES = 8;
    private static final int BATCH = 5_000;

    private final Speaker speaker;
    private final double scale;
    private final boolean isFirst = MPI.COMM_WORLD.getRank() == 0;

    MpiLatency(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    void run(int[] sizes) {
        byte[] out = new byte[AGAIN_BYTES];
        byte[] in = new byte[AGAIN_BYTES];
        PingPong.Trip trip = isFirst ? () -> thereAndBack(out, in, AGAIN_BYTES) : () -> backAndThere(out, in, AGAIN_BYTES);
        Warmth.spend(scale, () -> PingPong.rehearse(trip, BATCH));
        for (Kind kind : Kind.values()) {
            for (int bytes : sizes) {
                measure("latency", kind, bytes);
            }
        }
        OtherTransports.run();
        measure("latency.again", Kind.ARRAY, AGAIN_BYTES);
    }

    private void measure(String operation, Kind kind, int bytes) {
        Object out = kind.allocate(bytes);
        Object in = kind.allocate(bytes);
        MPI.COMM_WORLD.barrier();
        PingPong.Trip trip = isFirst ? () -> thereAndBack(out, in, bytes) : () -> backAndThere(out, in, bytes);
        Warmth.spend(scale / (bytes <= 4096 ? 10 : 3), () -> PingPong.rehearse(trip, bytes <= 4096 ? BATCH : 10)); // long messages are few a second
        PingPong.measure(speaker, operation, kind.text, bytes, Counts.messages(scale, bytes), trip);
    }

    private static void thereAndBack(Object out, Object in, int bytes) {
        MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 1, TAG);
        MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 1, TAG);
    }

    private static void backAndThere(Object out, Object in, int bytes) {
        MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 0, TAG);
        MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 0, TAG);
    }
}
