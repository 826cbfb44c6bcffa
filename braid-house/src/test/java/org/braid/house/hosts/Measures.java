package org.braid.house.hosts;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import org.braid.mpix.Listening;
import org.braid.mpix.ToolEvent;
import org.braid.mpix.Tools;

/**
 * An MPI program that says by what algorithm each rank makes a collective, and how long that takes beside another one. What to call is said as {@code OPERATION:BYTES:ALGORITHM}, the algorithm that stands beside what is chosen. Without an argument it leaves MPI when
 * its ranks have met.
 */
public final class Measures {
    private static final int ROUNDS = 9;
    private static final long BOUND_S = 30;

    private final Intracomm world = MPI.COMM_WORLD;
    private final String operation;
    private final byte[] vector;
    private final byte[] result;

    private Measures(String operation, int bytes) {
        this.operation = operation;
        this.vector = new byte[bytes];
        this.result = new byte[bytes];
    }

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        MPI.COMM_WORLD.Barrier();
        for (String each : arguments) {
            String[] words = each.split(":");
            Info hint = new Info();
            hint.set("braid_coll", words[0] + "=" + words[2]);
            new Measures(words[0], Integer.parseInt(words[1])).compare(MPI.COMM_WORLD.dupWithInfo(hint));
        }
        MPI.Finalize();
    }

    /** Both in turn; what is said of times is the middle one. */
    private void compare(Intracomm beside) throws Exception {
        String chosen = chosen(world);
        String given = chosen(beside);
        long[] asChosen = new long[ROUNDS];
        long[] asGiven = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            asChosen[round] = takenNs(world);
            asGiven[round] = takenNs(beside);
        }
        Arrays.sort(asChosen);
        Arrays.sort(asGiven);
        System.out.println(String.format(Locale.ROOT, "%s of %d: %s, %s beside it", operation, vector.length, chosen, given));
        if (world.Rank() == 0) {
            System.out.println(String.format(Locale.ROOT, "%s of %d took %d us, %d beside it", operation, vector.length, asChosen[ROUNDS / 2] / 1000, asGiven[ROUNDS / 2] / 1000));
        }
    }

    private void call(Intracomm comm) throws Exception {
        if (operation.equals("bcast")) {
            comm.Bcast(vector, 0, vector.length, MPI.BYTE, 0);
        } else {
            comm.Allreduce(vector, 0, result, 0, vector.length, MPI.BYTE, MPI.MAX);
        }
    }

    private String chosen(Intracomm comm) throws Exception {
        BlockingQueue<ToolEvent> events = new LinkedBlockingQueue<>();
        try (Listening _ = Tools.listen(events::add, ToolEvent.Kind.ALGORITHM_CHOSEN)) {
            call(comm);
            ToolEvent event = events.poll(BOUND_S, TimeUnit.SECONDS);
            while (event != null && !event.get("operation").equals(operation)) {
                event = events.poll(BOUND_S, TimeUnit.SECONDS);
            }
            return event == null ? "nobody knows" : event.get("algorithm") + (event.get("reason").startsWith("costs least") ? " by cost" : "");
        }
    }

    /** At rank 0, until it knows that all have done. */
    private long takenNs(Intracomm comm) throws Exception {
        world.Barrier();
        long start = System.nanoTime();
        call(comm);
        world.Gather(new byte[1], 0, 1, MPI.BYTE, new byte[world.Size()], 0, 1, MPI.BYTE, 0);
        return System.nanoTime() - start;
    }
}
