import org.braid.base.wire.ContextId;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;

/**
 * Two contexts in each rank. The first one is found by its rank; the second one has a name of its own, and the next rank reaches it by a startpoint that comes in a message.
 *
 * <p>Try: ./braid run -n 4 examples/link/Contexts.java
 */
public class Contexts {
    private static final int DOOR = 40;

    private final Job job = Job.attached();
    private final Context first = Context.open(job.contextConfig());
    private final Context second = Context.open(job.contextConfig().withId(ownId(job)).withSpace(first.space()));
    private final Completion arrived = new Completion();
    private final Completion heard = new Completion();
    private Startpoint before;
    private int sender;

    public static void main(String[] args) {
        new Contexts().run();
    }

    private static ContextId ownId(Job job) {
        ContextId rank = job.contextId();
        return ContextId.notARank(rank.jobHigh(), rank.jobLow(), job.rank() + 1L);
    }

    private void run() {
        int carry = first.register("contexts.carry", (to, a0, a1, a2, a3, payload) -> {
            before = first.startpointFrom(payload.reader());
            arrived.complete();
        });
        second.register("contexts.greet", (to, rank, a1, a2, a3, payload) -> {
            sender = rank;
            heard.complete();
        });
        int greet = first.register("contexts.greet", (to, a0, a1, a2, a3, payload) -> {});
        first.newEndpoint(DOOR, null);
        job.enter(first); // once, with the context that the others find by this rank

        PutBuffer way = new PutBuffer();
        first.startpointTo(second, second.newEndpoint("second")).put(way);
        first.startpointTo(job.contextId((job.rank() + 1) % job.size()), DOOR).send(carry, 0, 0, 0, 0, way);
        first.progress().await(arrived);
        before.send(greet, job.rank(), 0, 0, 0, null, 0, 0);
        second.progress().await(heard);
        if (job.rank() == 0) {
            System.out.println("the second context of rank 0 was greeted by rank " + sender);
        }
        second.close();
        first.close();
        job.finished();
    }
}
