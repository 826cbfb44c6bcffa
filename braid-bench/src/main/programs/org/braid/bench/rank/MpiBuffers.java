package org.braid.bench.rank;

import java.util.function.DoubleSupplier;
import mpi.MPI;

/** A message there and back from arrays and from direct buffers, in turns. */
final class MpiBuffers {
    private final Speaker speaker;
    private final double scale;

    MpiBuffers(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    void run(int[] sizes) {
        for (int bytes : sizes) {
            measure(bytes);
        }
    }

    private void measure(int bytes) {
        DoubleSupplier heap = work(Kind.ARRAY, bytes);
        DoubleSupplier direct = work(Kind.DIRECT, bytes);
        MPI.COMM_WORLD.barrier();
        speaker.warmedUp(Warmth.spend(scale / 2, () -> InTurns.rehearse(heap, direct)));
        speaker.begin();
        InTurns turns = new InTurns(heap, direct);
        speaker.say("buffers", Kind.ARRAY.text, bytes, turns.median(0) / 2, "us");
        speaker.say("buffers", Kind.DIRECT.text, bytes, turns.median(1) / 2, "us");
        speaker.say("buffers.heap-over-direct", "-", bytes, turns.ratio(0, 1), "times");
    }

    private DoubleSupplier work(Kind kind, int bytes) {
        PingPong.Trip trip = MpiLatency.trip(kind.allocate(bytes), kind.allocate(bytes), bytes);
        return InTurns.block(InTurns.calls(Counts.messages(scale, bytes)), trip::once);
    }
}
