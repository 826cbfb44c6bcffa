package org.braid.bench.rank;

import java.util.function.DoubleSupplier;
import mpi.Comm;
import mpi.MPI;

/** Arguments: {@code single|multiple calls SCALE}. Calls that are measured beside others: a copy of the world beside its allreduce, and of two ranks also accesses to a window beside messages. */
public final class CallsProgram {
    private static final int COPIES = 20; // alive at a time: libraries have a limit
    private static final double TURN_US = 20_000;

    private final Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank(), PairFloor.ofWorld());
    private final double scale;

    private CallsProgram(double scale) {
        this.scale = scale;
    }

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MpiProgram.init(arguments);
        CallsProgram program = new CallsProgram(Double.parseDouble(arguments[2]));
        if (MPI.COMM_WORLD.getSize() == 2) {
            new MpiAccesses(program.speaker, program.scale).run();
        }
        program.copies();
        MPI.Finalize();
    }

    private void copies() {
        double[] term = {1};
        double[] sum = new double[1];
        Runnable allReduce = () -> MPI.COMM_WORLD.allReduce(term, sum, 1, MPI.DOUBLE, MPI.SUM);
        speaker.warmedUp(Warmth.spend(scale, () -> InTurns.rehearse(CallsProgram::copy, together(COPIES, allReduce))));
        DoubleSupplier reductions = together(calls(allReduce), allReduce);
        speaker.begin();
        InTurns turns = new InTurns(CallsProgram::copy, reductions);
        String ranks = ".np" + MPI.COMM_WORLD.getSize();
        speaker.say("calls.dup" + ranks, "-", Double.BYTES, turns.median(0), "us");
        speaker.say("calls.allreduce" + ranks, "-", Double.BYTES, turns.median(1), "us");
        speaker.say("calls.dup-over-allreduce" + ranks, "-", Double.BYTES, turns.ratio(0, 1), "times");
    }

    /** So many as fit into a turn; rank 0 says it. */
    private int calls(Runnable call) {
        int[] calls = {(int) Math.clamp(scale * TURN_US / together(COPIES, call).getAsDouble(), 1, Counts.messages(scale, Double.BYTES))};
        MPI.COMM_WORLD.bcast(calls, 1, MPI.INT, 0);
        return calls[0];
    }

    private static DoubleSupplier together(int calls, Runnable call) {
        DoubleSupplier block = InTurns.block(calls, call);
        return () -> {
            MPI.COMM_WORLD.barrier();
            return block.getAsDouble();
        };
    }

    /** Microseconds for a copy; what giving them back takes is not in it. */
    private static double copy() {
        Comm[] copies = new Comm[COPIES];
        int[] next = new int[1];
        double us = together(COPIES, () -> copies[next[0]++] = MPI.COMM_WORLD.dup()).getAsDouble();
        for (Comm copy : copies) {
            copy.free();
        }
        return us;
    }
}
