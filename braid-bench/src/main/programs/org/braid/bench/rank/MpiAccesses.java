package org.braid.bench.rank;

import java.nio.ByteBuffer;
import java.util.function.DoubleSupplier;
import mpi.MPI;
import mpi.Win;

/** Accesses of rank 0 to a window of rank 1, each until it is over there, while rank 1 waits in a barrier; beside them a message of as many bytes, one way. */
final class MpiAccesses {
    private static final int TARGET = 1;

    private final Speaker speaker;
    private final double scale;
    private final boolean isFirst = MPI.COMM_WORLD.getRank() == 0;

    MpiAccesses(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    void run() {
        ByteBuffer memory = MPI.newByteBuffer(Long.BYTES);
        Win window = new Win(memory, Long.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        window.lockAll(0);
        measure(window);
        window.unlockAll();
        window.free();
    }

    private void measure(Win window) {
        long[] origin = {1};
        long[] result = new long[1];
        byte[] data = new byte[Long.BYTES];
        PingPong.Trip trip = MpiLatency.trip(data, new byte[Long.BYTES], Long.BYTES);
        int calls = InTurns.calls(Counts.messages(scale, Long.BYTES));
        DoubleSupplier message = InTurns.block(calls, trip::once);
        DoubleSupplier put = alone(calls, () -> put(window, data));
        DoubleSupplier fetch = alone(calls, () -> fetch(window, origin, result));
        speaker.warmedUp(Warmth.spend(scale, () -> InTurns.rehearse(message, put, fetch)));
        speaker.begin();
        InTurns turns = new InTurns(() -> message.getAsDouble() / 2, put, fetch);
        speaker.say("calls.message", "-", Long.BYTES, turns.median(0), "us");
        speaker.say("calls.put", "-", Long.BYTES, turns.median(1), "us");
        speaker.say("calls.put-over-message", "-", Long.BYTES, turns.ratio(1, 0), "times");
        speaker.say("calls.fetch-and-op", "-", Long.BYTES, turns.median(2), "us");
    }

    private static void put(Win window, byte[] data) {
        window.put(data, Long.BYTES, MPI.BYTE, TARGET, 0, Long.BYTES, MPI.BYTE);
        window.flush(TARGET);
    }

    private static void fetch(Win window, long[] origin, long[] result) {
        window.fetchAndOp(origin, result, MPI.LONG, TARGET, 0, MPI.SUM);
        window.flush(TARGET);
    }

    /** A block of rank 0's, of which the other one waits for the end. */
    private DoubleSupplier alone(int calls, Runnable call) {
        DoubleSupplier block = InTurns.block(calls, call);
        return () -> {
            MPI.COMM_WORLD.barrier();
            double us = isFirst ? block.getAsDouble() : 0;
            MPI.COMM_WORLD.barrier();
            return us;
        };
    }
}
