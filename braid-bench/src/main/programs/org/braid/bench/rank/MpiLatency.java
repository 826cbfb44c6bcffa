package org.braid.bench.rank;

import mpi.MPI;

/** Blocking ping-pong for every kind of buffer. */
final class MpiLatency {
    private static final int BATCH = 5_000;
    private static final int TAG = 1;

    private final Speaker speaker;
    private final double scale;

    MpiLatency(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    void run(int[] sizes) {
        warm();
        for (Kind kind : Kind.values()) {
            for (int bytes : sizes) {
                measure("latency", kind, bytes);
            }
        }
    }

    /** The usual time, with the shortest messages. */
    void warm() {
        PingPong.Trip trip = trip(new byte[8], new byte[8], 8);
        Warmth.spend(scale, () -> PingPong.rehearse(trip, BATCH));
    }

    /** Warms up with these messages and prints their figure; both ranks call it. */
    void measure(String operation, Kind kind, int bytes) {
        Object out = kind.allocate(bytes);
        Object in = kind.allocate(bytes);
        MPI.COMM_WORLD.barrier();
        PingPong.Trip trip = trip(out, in, bytes);
        boolean still = Warmth.spend(scale / (bytes <= 4096 ? 10 : 3), () -> PingPong.rehearse(trip, bytes <= 4096 ? BATCH : 10)); // long messages are few a second
        speaker.warmedUp(still);
        PingPong.measure(speaker, operation, kind.text, bytes, Counts.messages(scale, bytes), trip);
    }

    /** One message there and back, as this rank sees it. */
    static PingPong.Trip trip(Object out, Object in, int bytes) {
        return MPI.COMM_WORLD.getRank() == 0 ? () -> thereAndBack(out, in, bytes) : () -> backAndThere(out, in, bytes);
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
