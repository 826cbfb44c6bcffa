package org.braid.bench.rank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import mpi.Datatype;
import mpi.MPI;

/**
 * 512 KiB of doubles there and back: in one piece, as vectors and as indexed types, in turns. Between two blocks of a vector lies as much as a block; between those of an indexed type
 * lie one and three such lengths in turn, so that no stride describes them.
 */
final class MpiTypes {
    private static final int PAYLOAD_BYTES = 512 << 10;
    private static final int LONGEST = 4 * PAYLOAD_BYTES / Double.BYTES; // from the first block to the end of the last one
    private static final int TAG = 1;

    private final Speaker speaker;
    private final double scale;
    private final boolean isFirst = MPI.COMM_WORLD.getRank() == 0;
    private final List<String> names = new ArrayList<>();
    private final List<DoubleSupplier> works = new ArrayList<>();

    MpiTypes(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    /** @param blocks their lengths in bytes, multiples of 8 that divide the payload */
    void run(int[] blocks) {
        add("contiguous", Datatype.createContiguous(PAYLOAD_BYTES / Double.BYTES, MPI.DOUBLE));
        for (int bytes : blocks) {
            int doubles = bytes / Double.BYTES;
            int count = PAYLOAD_BYTES / bytes;
            add("vector." + bytes, Datatype.createVector(count, doubles, 2 * doubles, MPI.DOUBLE));
            add("indexed." + bytes, indexed(count, doubles));
        }
        DoubleSupplier[] all = works.toArray(DoubleSupplier[]::new);
        speaker.warmedUp(Warmth.spend(scale, () -> InTurns.rehearse(all)));
        speaker.begin();
        say(new InTurns(all));
    }

    private static Datatype indexed(int count, int doubles) {
        int[] lengths = new int[count];
        int[] starts = new int[count];
        Arrays.fill(lengths, doubles);
        Arrays.setAll(starts, i -> 3 * doubles * i + i % 2 * doubles);
        return Datatype.createIndexed(lengths, starts, MPI.DOUBLE);
    }

    private void add(String name, Datatype type) {
        type.commit();
        double[] out = new double[LONGEST];
        double[] in = new double[out.length];
        names.add(name);
        works.add(InTurns.block(InTurns.calls(Counts.messages(scale, PAYLOAD_BYTES)), isFirst ? () -> thereAndBack(out, in, type) : () -> backAndThere(out, in, type)));
    }

    private static void thereAndBack(double[] out, double[] in, Datatype type) {
        MPI.COMM_WORLD.send(out, 1, type, 1, TAG);
        MPI.COMM_WORLD.recv(in, 1, type, 1, TAG);
    }

    private static void backAndThere(double[] out, double[] in, Datatype type) {
        MPI.COMM_WORLD.recv(in, 1, type, 0, TAG);
        MPI.COMM_WORLD.send(out, 1, type, 0, TAG);
    }

    private void say(InTurns turns) {
        for (int work = 0; work < names.size(); work++) {
            String name = "types." + names.get(work);
            speaker.say(name, "double[]", PAYLOAD_BYTES, turns.median(work) / 2, "us");
            if (work > 0) {
                speaker.say(name + ".share", "double[]", PAYLOAD_BYTES, turns.ratio(0, work), "share");
            }
        }
    }
}
