import mpi.MPI;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;

/**
 * Links and MPI in one program: MPI's broadcast carries a startpoint to all ranks, every rank sends a request through it, and an MPI reduction says that both saw the same.
 *
 * <p>Each rank has two contexts: MPI's, which is named after the rank, and one of its own.
 *
 * <p>Try: ./braid run -n 4 examples/link/Mixed.java
 */
public class Mixed {
    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig().withId(ownId(job)));
    private final Completion everybody = new Completion();
    private int requests;
    private long sum;

    public static void main(String[] args) {
        MPI.Init(args);
        new Mixed().run();
        MPI.Finalize();
    }

    private static ContextId ownId(Job job) {
        ContextId rank = job.contextId();
        return ContextId.notARank(rank.jobHigh(), rank.jobLow(), job.rank() + 1L);
    }

    private void run() {
        int add = context.register("mixed.add", (to, value, a1, a2, a3, payload) -> {
            sum += value;
            if (++requests == job.size()) {
                everybody.complete();
            }
        });
        Startpoint collector = shared(context.startpointTo(context.newEndpoint("collector")));
        int mine = (job.rank() + 1) * (job.rank() + 1);
        collector.send(add, mine, 0, 0, 0, null, 0, 0);
        int[] reduced = new int[1];
        MPI.COMM_WORLD.Reduce(new int[] {mine}, 0, reduced, 0, 1, MPI.INT, MPI.SUM, 0);
        if (job.rank() == 0) {
            context.progress().await(everybody);
            System.out.println("links: " + requests + " request(s), sum " + sum);
            System.out.println("MPI:   reduced to " + reduced[0]);
        }
        MPI.COMM_WORLD.Barrier();
        context.close();
    }

    /** Rank 0's startpoint, taken out of a broadcast by everybody else. */
    private Startpoint shared(Startpoint own) {
        PutBuffer put = new PutBuffer();
        own.put(put);
        int[] length = {put.length()};
        MPI.COMM_WORLD.Bcast(length, 0, 1, MPI.INT, 0);
        byte[] bytes = job.rank() == 0 ? put.toBytes() : new byte[length[0]];
        MPI.COMM_WORLD.Bcast(bytes, 0, bytes.length, MPI.BYTE, 0);
        return job.rank() == 0 ? own : context.startpointFrom(new GetBuffer(bytes));
    }
}
